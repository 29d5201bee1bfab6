import { startEmbedded } from "@/lib/db/embedded";
import { forked } from "./forked";
import type { UsageAnswers } from "./processes/answering";
import type { LoadAnswers } from "./processes/load";
import { afterwards, ownDirectory } from "./tidy";

const admin = { email: "mara@fernhill.example", password: "a harbour with nine lamps" };

export type Line = Awaited<ReturnType<typeof startLine>>;

/** A tiny platform, our gateway and a bare proxy in front of it, and somebody who asks: a process each. */
export async function startLine() {
  const postgres = await startEmbedded(ownDirectory());
  afterwards(postgres.stop);
  const upstream = await forked<UsageAnswers>("upstream");
  const to = upstream.ready.origin ?? "";
  const bare = await forked<UsageAnswers>("bare-proxy", { to });
  const gateway = await forked<UsageAnswers>("gateway", { to, databaseUrl: postgres.url, admin });
  const load = await forked<LoadAnswers>("load");
  const origin = gateway.ready.origin ?? "";
  const headers = { cookie: await signedIn(origin), "sec-fetch-site": "same-origin", "x-switchboard": "1" };
  return {
    upstream,
    load,
    bare: { ...bare, to: (path: string) => ({ origin: bare.ready.origin ?? "", path, headers }) },
    ours: { ...gateway, to: (path: string) => ({ origin, path: `/api${path}`, headers }) },
  };
}

async function signedIn(origin: string) {
  const response = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { origin, "content-type": "application/json", "x-switchboard": "1", "sec-fetch-site": "same-origin" },
    body: JSON.stringify(admin),
  });
  if (!response.ok) throw new Error(`Nobody could sign in: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}
