import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { startLine } from "./gateway";
import { alone, type BenchOptions, compared } from "./table";

const changed = /"keys":\[[^\]]*"credentials"/;

/** What open event streams cost the process that holds them, and how often the platform is asked for many that are told. */
export async function streams({ isSmall }: BenchOptions) {
  const { ours, upstream, change } = await startLine();
  const { origin, path, headers } = ours.to("/v1/integrations/server-credentials");
  const most = isSmall ? 200 : 1_000;
  const open = async (count: number) => {
    const opened = [];
    for (let at = 0; at < count; at += 50)
      opened.push(...(await Promise.all(Array.from({ length: 50 }, () => openStream(origin, headers)))));
    return opened;
  };
  const asked = async () => (await upstream.ask("usage", null)).requests;
  const settled = async () => {
    await sleep(1_500);
    return (await ours.ask("usage", null)).residentMb;
  };

  // What the first streams bring along is no part of what one costs.
  for (const stream of await open(100)) stream.leave();
  const beforeMb = await settled();
  const all = await open(most);
  const overMb = (await settled()) - beforeMb;
  const begunMs = performance.now();
  const heard = Promise.all(all.map((stream) => stream.hears(changed)));
  await change();
  await heard;
  const toldMs = performance.now() - begunMs;

  /** Each change is heard by so many tabs, each of which reads again what it shows. */
  const requestsFor = async (tabs: number) => {
    const before = await asked();
    for (let round = 0; round < 10; round += 1) {
      const reads = all.slice(0, tabs).map(async (stream) => {
        await stream.hears(changed);
        const read = await fetch(origin + path, { headers: { ...headers, "x-switchboard-read": "shared" } });
        await read.text();
      });
      await change();
      await Promise.all(reads);
    }
    return (await asked()) - before;
  };
  const [one, many] = [await requestsFor(1), await requestsFor(100)];
  for (const stream of all) stream.leave();
  return [
    alone(`${most} open streams`, `+${overMb.toFixed(1)} MB`, most === 1_000 ? "≤ 40 MB" : ""),
    alone(`a change told to all ${most}`, `${toldMs.toFixed(0)} ms`, ""),
    compared("upstream requests for 10 changes, 100 tabs beside 1", { yardstick: one, ours: many }, "1.00"),
  ];
}

type Open = { hears: (what: RegExp) => Promise<void>; leave: () => void };

function openStream(origin: string, headers: Record<string, string>) {
  return new Promise<Open>((resolve, reject) => {
    const waiting = new Map<RegExp, () => void>();
    const asking = request(`${origin}/api/events`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream was answered ${response.statusCode}.`));
      response.setEncoding("utf8").on("data", (text: string) => {
        resolve({
          hears: (what) => new Promise((heard) => waiting.set(what, heard)),
          leave: () => asking.destroy(),
        });
        for (const [what, heard] of waiting)
          if (what.test(text)) {
            waiting.delete(what);
            heard();
          }
      });
      response.on("error", () => undefined);
    });
    asking.on("error", reject).end();
  });
}
