import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { everything } from "@/lib/contract/console/summary";
import { openDatabase } from "@/lib/db/database";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createEvents } from "./events";

const log = pino({ level: "silent" });
const database = await freshDatabase();
const other = openDatabase(database.url, { connections: 2 });
const here = createEvents({ database, log });
const there = createEvents({ database: other, log });
const soon = { timeout: timeoutMs(8_000), interval: 5 };

const received = { here: [] as string[][], there: [] as string[][], viewed: [] as string[][] };
const receiveInto = (messages: string[][]) => (names: readonly string[]) => {
  const keys = names.filter((name) => name !== "trial");
  if (keys.length > 0) messages.push(keys);
};

beforeAll(async () => {
  let isListening = false;
  const stop = there.onChanged(() => {
    isListening = true;
  });
  await vi.waitFor(() => {
    here.changed(["trial"]);
    expect(isListening).toBe(true);
  }, soon);
  stop();
  here.onChangedKeys(receiveInto(received.here));
  there.onChangedKeys(receiveInto(received.there));
  there.onViewed(receiveInto(received.viewed));
});

beforeEach(() => {
  for (const messages of Object.values(received)) messages.length = 0;
});

afterAll(async () => {
  await here.close();
  await there.close();
  await other.close();
});

test("delivers concurrent changes to each process in one message", async () => {
  here.changed(["deliveries", "campaigns"]);
  here.changed(["deliveries"]);
  await vi.waitFor(() => expect(received.there).toEqual([["deliveries", "campaigns"]]), soon);
  expect(received.here).toEqual([["deliveries", "campaigns"]]);
});

test("notifies resource subscribers when a record changes and not when data was only read again", async () => {
  const resources: string[] = [];
  const stop = there.onChanged((names) => void resources.push(...names));
  here.changed(["campaigns c.1 x", "deliveries.reading", "calls"]);
  await vi.waitFor(() => expect(received.there.flat()).toContain("deliveries.reading"), soon);
  expect(resources).toEqual(["campaigns", "calls"]);
  stop();
});

test("splits names into several messages when one is too large", async () => {
  const names = Array.from({ length: 400 }, (_, index) => `${index} ${"n".repeat(60)}`);
  here.changed(names);
  await vi.waitFor(() => expect(received.there.flat()).toEqual(names), soon);
  expect(received.there.length).toBeGreaterThan(3);
});

test("delivers viewed pages only to their subscribers", async () => {
  here.viewed(["/campaigns/c1"]);
  await vi.waitFor(() => expect(received.viewed).toEqual([["/campaigns/c1"]]), soon);
  expect(received.there).toEqual([]);
});

test("reports everything as changed when a listener reconnects", async () => {
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'switchboard listener' and datname = current_database()`,
  );
  await vi.waitFor(() => expect(received.there.flat()).toContain(everything), soon);
});
