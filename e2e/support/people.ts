import type { Browser } from "@playwright/test";
import type { Role } from "../../lib/contract/operation";
import { timeoutMs } from "../../lib/testing/timeout-ms";

export const password = "a harbour with nine lamps";

export const people: Record<Role, { name: string; email: string }> = {
  admin: { name: "Mara Okafor", email: "mara@fernhill.example" },
  campaign_manager: { name: "Ines Duarte", email: "ines@fernhill.example" },
  support: { name: "Tom Adeyemi", email: "tom@fernhill.example" },
};

type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["cookies"]>>;
export type SignedIn = Record<Role, Cookies>;

/** Makes the first admin by the one-time link and one person of each other role; answers everybody's cookies. */
export async function signEverybodyIn(browser: Browser, setupUrl: string): Promise<SignedIn> {
  const { origin, searchParams } = new URL(setupUrl);
  const admin = await signIn(browser, origin, "setup", { ...people.admin, password, token: searchParams.get("token") });
  const invite = async (role: Role) => {
    const added = await admin.post("/api/console/team", { ...people[role], role });
    const token = new URL((added as { link: string }).link).hash.slice(1);
    return (await signIn(browser, origin, "link/password", { token, password })).cookies;
  };
  return {
    admin: admin.cookies,
    campaign_manager: await invite("campaign_manager"),
    support: await invite("support"),
  };
}

async function signIn(browser: Browser, origin: string, path: string, body: Record<string, unknown>) {
  const context = await browser.newContext();
  // Before the whole run there is no test whose limit would hold.
  context.setDefaultTimeout(timeoutMs(120_000));
  const page = await context.newPage();
  // Any answer of the origin's own will do: a request from its page carries what a browser says of itself.
  await page.goto(`${origin}/healthz`);
  const post = (path: string, sent: unknown) =>
    page.evaluate(
      async ([to, text]) => {
        const headers = { "content-type": "application/json", "x-switchboard": "1" };
        const response = await fetch(to, { method: "POST", headers, body: text });
        if (!response.ok) throw new Error(`${to} answered ${response.status}: ${await response.text()}`);
        return response.json() as Promise<unknown>;
      },
      [path, JSON.stringify(sent)] as const,
    );
  await post(`/api/auth/${path}`, body);
  return { cookies: await context.cookies(), post };
}

/** The cookie header of a person, for requests made without a browser. */
export const cookieHeader = (cookies: Cookies) => cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
