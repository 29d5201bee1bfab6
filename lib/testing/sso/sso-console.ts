import { beforeEach } from "vitest";
import { createFaultSeal } from "@/lib/auth/sso/sso-fault";
import type { ConsoleOptions } from "@/lib/console/console-types";
import { listAudit } from "@/lib/contract/console/audit";
import type { SsoSettings } from "@/lib/contract/console/people/sso";
import type { OutputOf } from "@/lib/contract/operation";
import { cookieOf, freshConsole, mara, password, personWith } from "../console";

const secret = "a secret of thirty-two characters or more";
const { open } = createFaultSeal(secret);

/** Where a browser was sent, and what the page there says about a failed sign-in. */
type Visit = { path: string; search: URLSearchParams; fault: ReturnType<typeof open>; cookie: string; jar: string[] };

type Provider = {
  settings: SsoSettings;
  signIn: (url: string, account: string) => URLSearchParams | Promise<URLSearchParams>;
};

/** A console with a provider. Each test has its own IP address, and starts with only the admin. */
export async function freshSso(
  { settings, signIn }: Provider,
  more: Partial<SsoSettings> = {},
  options: Partial<ConsoleOptions> = {},
) {
  const tested = await freshConsole({
    admin: { email: mara.email, password },
    sso: { ...settings, ...more },
    secret,
    ...options,
  });
  const { database, origin, run } = tested;
  let visitor = 0;
  beforeEach(async () => {
    visitor += 1;
    tested.from(`203.0.113.${visitor}`);
    await database.pool.query(`delete from console."user" where email <> '${mara.email}'`);
    for (const table of ["identity", "second_factor", "sign_in_try", "collector_setting", "session"])
      await database.pool.query(`delete from console.${table}`);
    await database.pool.query(`update console."user" set role = 'admin', is_disabled = false`);
  });

  /** Opens an address as a browser does. */
  async function visit(path: string, cookie = ""): Promise<Visit> {
    const response = await fetch(origin + path, { headers: { cookie }, redirect: "manual" });
    const location = new URL(response.headers.get("location") ?? "", origin);
    const jar = response.headers.getSetCookie();
    const search = location.searchParams;
    const fault = open(search.get("sso") ?? "");
    const own = location.origin === origin ? location.pathname : location.href;
    return { path: own, search, fault, jar, cookie: [cookie, cookieOf(jar)].filter(Boolean).join("; ") };
  }

  const start = (cookie = "", returnTo = "/calls") => visit(`/api/auth/sso/start?return=${returnTo}`, cookie);
  const finish = (query: URLSearchParams, cookie: string) => visit(`/api/auth/sso/return?${query}`, cookie);

  return {
    ...tested,
    ...{ visit, start, finish },
    /** A whole sign-in at the provider. */
    async enter(cookie = "", account = "") {
      const begun = await start(cookie);
      return begun.fault ? begun : finish(await signIn(begun.path, account), begun.cookie);
    },
    /** Connects the person of this session. */
    async connect(cookie: string, account = "") {
      const begun = await tested.post("/api/auth/sso/connect", {}, { cookie });
      if (begun.status !== 200) throw new Error(begun.text);
      return finish(await signIn(begun.json.location, account), `${cookie}; ${cookieOf(begun.jar)}`);
    },
    /** Who acted and with what outcome, newest first. */
    async audit(action: string) {
      const { data } = (await run(listAudit, { action }, personWith("admin"))) as OutputOf<typeof listAudit>;
      return data.map(({ actor_name, actor_email, outcome, message, words }) => {
        const who = actor_name || actor_email;
        return [who, words.join("…"), outcome, message].join(" | ");
      });
    },
  };
}
