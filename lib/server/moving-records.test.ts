import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordReads } from "@/lib/collector/polling/tasks";
import type { Person } from "@/lib/contract/actor";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { isMeant } from "@/lib/contract/console/summary";
import { placeholdersOf, resourceOf, verbOf } from "@/lib/contract/operation";
import { openDatabase } from "@/lib/db/database";
import { readEnv } from "@/lib/env";
import { createMeasures } from "@/lib/gateway/measures";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { type FaultUpstream, startFaultUpstream } from "@/lib/testing/fault-upstream";
import { createEngines } from "./engine";

const person: Person = { id: "p1", name: "Mara", email: "mara@fernhill.example", role: "admin", sessionId: "s1" };
const watchedMs = 3_000;
let moves = 0;
let platform: FaultUpstream;
let engines: Awaited<ReturnType<typeof createEngines>>;

/** Every record has a field that differs at each read. */
const moving: RequestListener = ({ url = "" }, response) => {
  moves += 1;
  const id = url.split("/").at(-1);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ success: true, data: { id, status: "running", server_time: moves } }));
};

beforeAll(async () => {
  platform = await startFaultUpstream(moving);
  const database = await freshDatabase();
  const env = {
    ...readEnv({ VOICE_API_BASE_URL: platform.baseUrl, VOICE_API_KEY: "moving_key_77ab" }),
    secret: "a secret of thirty-two characters or more",
  };
  const [reads, strangers] = [openDatabase(database.url, { connections: 4 }), openDatabase(database.url)];
  const log = pino({ level: "silent" });
  const options = { env, origin: "http://127.0.0.1:1", database, reads, strangers, measures: createMeasures(), log };
  engines = await createEngines(options);
  afterAll(async () => {
    await engines.close();
    await Promise.all([reads.close(), strangers.close(), platform.close()]);
  });
});

/** Opens a record of each resource in this many tabs, which read again when a change is announced. */
function openTabs(count: number) {
  const { gateway, console } = engines.current();
  const tabs = recordReads.flatMap((op) => {
    const input = { [placeholdersOf(op)[0] ?? ""]: `${resourceOf(op)}-of-${count}` };
    const read = { resource: resourceOf(op), verb: verbOf(op), input };
    return Array.from({ length: count }, () => ({ op, input, read }));
  });
  const get = ({ op, input }: (typeof tabs)[number], isShared: boolean) =>
    gateway.call(op, input, { person, requestId: randomUUID(), address: null, isShared });
  const stop = console.onChangedKeys((keys) => {
    for (const tab of tabs) if (keys.some((key) => isMeant(key, tab.read))) void get(tab, true);
  });
  return { stop, open: () => Promise.all(tabs.map((tab) => get(tab, false))) };
}

const readsOf = (ref: string) => platform.seen.filter(({ method, url }) => method === "GET" && url.endsWith(ref));

/** Waits until all first versions are announced and read, which a busy machine does late. */
async function untilQuiet() {
  let before: number;
  do {
    before = platform.seen.length;
    await sleep(1_000);
  } while (platform.seen.length > before);
}

test.each([1, 10])("reads a record once after it was opened when every read differs, in %i tabs", async (count) => {
  const tabs = openTabs(count);
  await tabs.open();
  platform.seen.length = 0;
  await sleep(watchedMs);
  tabs.stop();
  for (const op of recordReads) expect(readsOf(`${resourceOf(op)}-of-${count}`).length).toBeLessThanOrEqual(1);
});

test("reads again for all tabs after a send, and gives none of them an answer from before it", async () => {
  const tabs = openTabs(10);
  await tabs.open();
  await untilQuiet();
  platform.seen.length = 0;
  const input = { campaign_id: "campaigns-of-10" };
  const caller = { person, requestId: randomUUID(), address: null };
  await engines.current().gateway.call(pauseCampaign, input, caller);
  await expect.poll(() => readsOf("campaigns-of-10").length).toBeGreaterThan(0);
  await sleep(1_000);
  tabs.stop();
  expect(readsOf("campaigns-of-10").length).toBeLessThanOrEqual(2);
});
