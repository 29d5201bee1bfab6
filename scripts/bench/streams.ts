import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { startProcesses } from "./gateway";
import { type BenchOptions, comparison, single } from "./table";

const changed = /"keys":\[[^\]]*"credentials"/;

/** Memory of open event streams, and the number of platform requests when many tabs refetch after a change. */
export async function streams({ isSmall }: BenchOptions) {
  const { ours, upstream, change } = await startProcesses();
  const { origin, path, headers } = ours.to("/v1/integrations/server-credentials");
  const most = isSmall ? 200 : 1_000;
  const open = async (count: number) => {
    const opened = [];
    for (let index = 0; index < count; index += 50)
      opened.push(...(await Promise.all(Array.from({ length: 50 }, () => openStream(origin, headers)))));
    return opened;
  };
  const countRequests = async () => (await upstream.ask("usage", null)).requests;
  const settledMb = async () => {
    await sleep(1_500);
    return (await ours.ask("usage", null)).residentMb;
  };

  // Warms up, because the first streams have one-time costs.
  for (const stream of await open(100)) stream.close();
  const beforeMb = await settledMb();
  const all = await open(most);
  const overMb = (await settledMb()) - beforeMb;
  const startedMs = performance.now();
  const received = Promise.all(all.map((stream) => stream.waitFor(changed)));
  await change();
  await received;
  const announcedMs = performance.now() - startedMs;

  /** The number of platform requests for ten changes when so many tabs refetch after each. */
  const requestsFor = async (tabs: number) => {
    const before = await countRequests();
    for (let round = 0; round < 10; round += 1) {
      const reads = all.slice(0, tabs).map(async (stream) => {
        await stream.waitFor(changed);
        const read = await fetch(origin + path, { headers: { ...headers, "x-switchboard-read": "shared" } });
        await read.text();
      });
      await change();
      await Promise.all(reads);
    }
    return (await countRequests()) - before;
  };
  const [one, many] = [await requestsFor(1), await requestsFor(100)];
  for (const stream of all) stream.close();
  return [
    single(`${most} open streams`, `+${overMb.toFixed(1)} MB`, most === 1_000 ? "≤ 40 MB" : ""),
    single(`a change told to all ${most}`, `${announcedMs.toFixed(0)} ms`, ""),
    comparison("upstream requests for 10 changes, 100 tabs beside 1", { yardstick: one, ours: many }, "1.00"),
  ];
}

type OpenStream = { waitFor: (pattern: RegExp) => Promise<void>; close: () => void };

function openStream(origin: string, headers: Record<string, string>) {
  return new Promise<OpenStream>((resolve, reject) => {
    const waiting = new Map<RegExp, () => void>();
    const streamRequest = request(`${origin}/api/events`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream was answered ${response.statusCode}.`));
      response.setEncoding("utf8").on("data", (text: string) => {
        resolve({
          waitFor: (pattern) => new Promise((received) => waiting.set(pattern, received)),
          close: () => streamRequest.destroy(),
        });
        for (const [pattern, received] of waiting)
          if (pattern.test(text)) {
            waiting.delete(pattern);
            received();
          }
      });
      response.on("error", () => undefined);
    });
    streamRequest.on("error", reject).end();
  });
}
