import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "@/lib/db/embedded";
import { forked } from "./forked";
import { medians } from "./numbers";
import type { UsageAnswers } from "./processes/answering";
import type { GatewayAnswers } from "./processes/gateway";
import type { LoadAnswers } from "./processes/load";
import type { UpstreamAnswers } from "./processes/upstream";
import type { BenchOptions } from "./table";
import { compared } from "./table";
import { afterwards, ownDirectory } from "./tidy";

const read = "/v1/integrations/server-credentials";
const upload = "/v1/campaigns/c-1/contacts/upload";
const connections = 64;

type Side = Line["bare"] | Line["ours"];

/** Our gateway beside a bare proxy: session, role, checks, audit and drift are what lies between the two. */
export async function gateway({ isSmall }: BenchOptions) {
  const line = await startLine();
  const sides = [line.bare, line.ours];
  for (const side of sides) await line.load.ask("gets", { ...side.to(read), connections, ms: 1500 });
  const [bareReads, ourReads] = await inQueue(sides, 3, (side) => readsOf(line, side));
  const megabytes = isSmall ? 200 : 500;
  const [bareSent, ourSent] = await inQueue(sides, isSmall ? 1 : 2, (side) => uploadOf(line, side, megabytes));
  if (!bareReads || !ourReads || !bareSent || !ourSent) throw new Error("A side was not measured.");

  const both = (name: keyof typeof bareReads) => ({ yardstick: bareReads[name], ours: ourReads[name] });
  const sent = (name: keyof typeof bareSent) => ({ yardstick: bareSent[name], ours: ourSent[name] });
  return [
    compared(`requests a second, ${connections} connections`, both("perSecond"), "≥ 0.40"),
    compared("processor time a request", { ...both("cpuUs"), unit: "µs" }, ""),
    compared(`upload of ${megabytes} MB`, { ...sent("mbPerSecond"), unit: "MB/s" }, "≥ 0.9"),
    compared("  resident before", { ...sent("beforeMb"), unit: "MB" }, ""),
    compared("  resident at its peak", { ...sent("peakMb"), unit: "MB" }, ""),
    compared("  over what was before", { ...sent("overMb"), unit: "MB" }, "≤ 64 MB"),
  ];
}

/** Each side once, then each again: what the machine does meanwhile meets both. */
async function inQueue<Figures extends Record<string, number>>(
  sides: readonly Side[],
  rounds: number,
  measure: (side: Side) => Promise<Figures>,
) {
  const measured = sides.map((): Figures[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, side] of sides.entries()) measured[index]?.push(await measure(side));
  return measured.map((each) => medians(each));
}

async function readsOf({ load }: Line, side: Side) {
  const before = await side.ask("usage", null);
  const { requests, seconds } = await load.ask("gets", { ...side.to(read), connections, ms: 2000 });
  const after = await side.ask("usage", null);
  return { perSecond: requests / seconds, cpuUs: (1000 * (after.cpuMs - before.cpuMs)) / requests };
}

async function uploadOf({ load }: Line, side: Side, megabytes: number) {
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

type Line = Awaited<ReturnType<typeof startLine>>;

/** A tiny platform, our gateway and a bare proxy in front of it, and somebody who asks: a process each. */
export async function startLine() {
  const postgres = await startEmbedded(ownDirectory());
  afterwards(postgres.stop);
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
    /** Says in our gateway that something changed. */
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
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}
