import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { everything } from "@/lib/contract/console/summary";
import { openDatabase } from "@/lib/db/database";
import { freshDatabase } from "@/lib/db/testing";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createEvents } from "./events";

const log = pino({ level: "silent" });
const database = await freshDatabase();
const other = openDatabase(database.url, { connections: 2 });
const here = createEvents({ database, log });
const there = createEvents({ database: other, log });
const soon = { timeout: timeoutMs(8_000), interval: 5 };

const heard = { here: [] as string[][], there: [] as string[][], looking: [] as string[][] };
const hearing = (said: string[][]) => (names: readonly string[]) => {
  const keys = names.filter((name) => name !== "trial");
  if (keys.length > 0) said.push(keys);
};

beforeAll(async () => {
  let isHearing = false;
  const stop = there.onChanged(() => {
    isHearing = true;
  });
  await vi.waitFor(() => {
    here.changed(["trial"]);
    expect(isHearing).toBe(true);
  }, soon);
  stop();
  here.onChangedKeys(hearing(heard.here));
  there.onChangedKeys(hearing(heard.there));
  there.onLooking(hearing(heard.looking));
});

beforeEach(() => {
  for (const each of Object.values(heard)) each.length = 0;
});

afterAll(async () => {
  await here.close();
  await there.close();
  await other.close();
});

test("a change reaches every process once, and changes of one moment come in one message", async () => {
  here.changed(["deliveries", "campaigns"]);
  here.changed(["deliveries"]);
  await vi.waitFor(() => expect(heard.there).toEqual([["deliveries", "campaigns"]]), soon);
  expect(heard.here).toEqual([["deliveries", "campaigns"]]);
});

test("who asks for resources hears of their records, and not of what was only looked at again", async () => {
  const resources: string[] = [];
  const stop = there.onChanged((names) => void resources.push(...names));
  here.changed(["campaigns c.1 x", "deliveries.reading", "calls"]);
  await vi.waitFor(() => expect(heard.there.flat()).toContain("deliveries.reading"), soon);
  expect(resources).toEqual(["campaigns", "calls"]);
  stop();
});

test("what one message cannot hold is sent in several", async () => {
  const names = Array.from({ length: 400 }, (_, at) => `${at} ${"n".repeat(60)}`);
  here.changed(names);
  await vi.waitFor(() => expect(heard.there.flat()).toEqual(names), soon);
  expect(heard.there.length).toBeGreaterThan(3);
});

test("who looks is sent beside what changed", async () => {
  here.looking(["/campaigns/c1"]);
  await vi.waitFor(() => expect(heard.looking).toEqual([["/campaigns/c1"]]), soon);
  expect(heard.there).toEqual([]);
});

test("whoever could not hear for a while takes everything for changed", async () => {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'switchboard listener' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(heard.there.flat()).toContain(everything), soon);
});
