import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "@/lib/db/embedded";
import { forked } from "./forked";
import { medians } from "./numbers";
import type { UsageAnswers } from "./processes/answering";
import type { GatewayAnswers } from "./processes/gateway";
import type { LoadAnswers } from "./processes/load";
import type { UpstreamAnswers } from "./processes/upstream";
import type { BenchOptions } from "./table";
import { comparison } from "./table";
import { onTidy, temporaryDirectory } from "./tidy";

const read = "/v1/integrations/server-credentials";
const upload = "/v1/campaigns/c-1/contacts/upload";
const connections = 64;

type Side = BenchProcesses["bare"] | BenchProcesses["ours"];

/** Compares our gateway with a bare proxy. The difference is session, role, validation, audit and drift. */
export async function gateway({ isSmall }: BenchOptions) {
  const processes = await startProcesses();
  const sides = [processes.bare, processes.ours];
  for (const side of sides) await processes.load.ask("gets", { ...side.to(read), connections, ms: 1500 });
  const [bareReads, ourReads] = await measureAlternately(sides, 3, (side) => readsOf(processes, side));
  const megabytes = isSmall ? 200 : 500;
  const [bareSent, ourSent] = await measureAlternately(sides, isSmall ? 1 : 2, (side) =>
    uploadOf(processes, side, megabytes),
  );
  if (!bareReads || !ourReads || !bareSent || !ourSent) throw new Error("A side was not measured.");

  const both = (name: keyof typeof bareReads) => ({ yardstick: bareReads[name], ours: ourReads[name] });
  const sent = (name: keyof typeof bareSent) => ({ yardstick: bareSent[name], ours: ourSent[name] });
  return [
    comparison(`requests a second, ${connections} connections`, both("perSecond"), "≥ 0.40"),
    comparison("processor time a request", { ...both("cpuUs"), unit: "µs" }, ""),
    comparison(`upload of ${megabytes} MB`, { ...sent("mbPerSecond"), unit: "MB/s" }, "≥ 0.9"),
    comparison("  resident before", { ...sent("beforeMb"), unit: "MB" }, ""),
    comparison("  resident at its peak", { ...sent("peakMb"), unit: "MB" }, ""),
    comparison("  over what was before", { ...sent("overMb"), unit: "MB" }, "≤ 64 MB"),
  ];
}

/** Measures the sides alternately, so that other load on the machine affects both. */
async function measureAlternately<Figures extends Record<string, number>>(
  sides: readonly Side[],
  rounds: number,
  measure: (side: Side) => Promise<Figures>,
) {
  const measured = sides.map((): Figures[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, side] of sides.entries()) measured[index]?.push(await measure(side));
  return measured.map((figures) => medians(figures));
}

async function readsOf({ load }: BenchProcesses, side: Side) {
  const before = await side.ask("usage", null);
  const { requests, seconds } = await load.ask("gets", { ...side.to(read), connections, ms: 2000 });
  const after = await side.ask("usage", null);
  return { perSecond: requests / seconds, cpuUs: (1000 * (after.cpuMs - before.cpuMs)) / requests };
}

async function uploadOf({ load }: BenchProcesses, side: Side, megabytes: number) {
  const { residentMb: beforeMb } = await side.ask("usage", null);
  let isSending = true;
  const sending = load.ask("upload", { ...side.to(upload), bytes: megabytes * 1_000_000 }).finally(() => {
    isSending = false;
  });
  let peakMb = beforeMb;
  while (isSending) {
    peakMb = Math.max(peakMb, (await side.ask("usage", null)).residentMb);
    await sleep(25);
  }
  const { seconds } = await sending;
  return { mbPerSecond: megabytes / seconds, beforeMb, peakMb, overMb: peakMb - beforeMb };
}

const admin = { email: "mara@fernhill.example", password: "a harbour with nine lamps" };

type BenchProcesses = Awaited<ReturnType<typeof startProcesses>>;

/** Starts a small platform, our gateway, a bare proxy and a load generator, each in its own process. */
export async function startProcesses() {
  const postgres = await startEmbedded(temporaryDirectory());
  onTidy(postgres.stop);
  const upstream = await forked<UpstreamAnswers>("upstream");
  const to = upstream.ready.origin ?? "";
  const bare = await forked<UsageAnswers>("bare-proxy", { to });
  const gateway = await forked<GatewayAnswers>("gateway", { to, databaseUrl: postgres.url, admin });
  const load = await forked<LoadAnswers>("load");
  const origin = gateway.ready.origin ?? "";
  const headers = { cookie: await signedIn(origin), "sec-fetch-site": "same-origin", "x-switchboard": "1" };
  return {
    upstream,
    load,
    bare: { ...bare, to: (path: string) => ({ origin: bare.ready.origin ?? "", path, headers }) },
    ours: {
      ask: (what: "usage", input: null) => gateway.ask(what, input),
      to: (path: string) => ({ origin, path: `/api${path}`, headers }),
    },
    /** Announces a change in our gateway. */
    change: () => gateway.ask("change", null),
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
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
