import { asc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { getDelivery } from "@/lib/contract/console/webhook-log/deliveries";
import { deliveryChangeTable, deliveryTable } from "@/lib/db/console/tables/collector";
import { personWith } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { deliveries } from "./deliveries";
import { createLogReader } from "./log-reader";
import { storeLog } from "./store-log";

const { db } = await freshDatabase();

const accountId = "one organization";
const idleReader = createLogReader({ db, accountId, events: { viewed() {}, onPolled: () => () => undefined } });
const minute = (count: number) => new Date(Date.UTC(2026, 10, 20, 14, count));
const entry = (id: string | undefined, rest: Record<string, unknown> = {}) => ({
  ...(id === undefined ? {} : { id }),
  webhook_id: "wh_1",
  event: "call.ended",
  status: "delivered",
  attempts: 1,
  delivered_at: "2026-11-20T14:00:00.000Z",
  ...rest,
});

const keep = (at: number, rows: unknown, rest: { before?: number; webhookId?: string; accountId?: string } = {}) =>
  storeLog(db, {
    accountId: rest.accountId ?? accountId,
    answer: new TextEncoder().encode(JSON.stringify({ raw: rows })),
    webhookId: rest.webhookId,
    at: minute(at),
    before: rest.before === undefined ? undefined : minute(rest.before),
  });

const stored = () => db.select().from(deliveryTable).orderBy(asc(deliveryTable.accountId), asc(deliveryTable.key));

beforeEach(async () => {
  await db.delete(deliveryTable);
  await db.delete(deliveryChangeTable);
});

test("uses the first-seen and not-seen times when an entry has no time of its own", async () => {
  const failed = entry("d2", { status: "failed", attempts: 3, delivered_at: null });
  await keep(0, { success: true, data: [entry("d1")] });
  await keep(1, { success: true, data: [entry("d1"), failed] }, { before: 0 });
  const [first, second] = await stored();
  expect(first).toMatchObject({ key: "d1", firstSeenAt: minute(0), notSeenAt: null, at: minute(0), goneAt: null });
  expect(second).toMatchObject({ key: "d2", deliveredAt: null, at: minute(1), firstSeenAt: minute(1) });
  expect(second).toMatchObject({ notSeenAt: minute(0), status: "failed", attempts: 3, raw: failed });
});

test("changes nothing when the same response is read twice", async () => {
  const rows = [entry("d1"), entry("d2")];
  expect(await keep(0, rows)).toEqual({ rows: 2, added: 2, changed: 0, gone: 0 });
  const before = await stored();
  expect(await keep(1, rows, { before: 0 })).toEqual({ rows: 2, added: 0, changed: 0, gone: 0 });
  expect(await stored()).toEqual(before);
});

test("finds the log inside an envelope and reads null as empty", async () => {
  expect(await keep(0, { success: true, data: { items: [entry("d1")] } })).toMatchObject({ rows: 1, added: 1 });
  expect(await keep(1, { success: true, data: null }, { before: 0 })).toMatchObject({ rows: 0, gone: 1 });
});

test("stores each changed field and keeps the first try when the time of arrival appears", async () => {
  await keep(0, [entry("d1", { status: "retrying", attempts: 1, delivered_at: null })]);
  expect(await keep(1, [entry("d1", { attempts: 2, delivered_at: "2026-11-20T14:00:30Z" })])).toMatchObject({
    changed: 1,
  });
  const changes = await db.select().from(deliveryChangeTable).orderBy(asc(deliveryChangeTable.field));
  expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
    ["attempts", "1", "2"],
    ["delivered_at", null, "2026-11-20T14:00:30Z"],
    ["status", "retrying", "delivered"],
  ]);
  expect(await stored()).toMatchObject([
    { at: minute(0), beginsAt: minute(0), lastAt: new Date("2026-11-20T14:00:30Z"), attempts: 2, late: 0 },
  ]);
});

test("marks an entry as gone when it is no longer returned, until it comes back", async () => {
  await keep(0, [entry("d1"), entry("d2", { webhook_id: "wh_2" })]);
  expect(await keep(1, [], { webhookId: "wh_2" })).toMatchObject({ gone: 1 });
  expect((await stored()).map(({ goneAt }) => goneAt)).toEqual([null, minute(1)]);
  await keep(2, [entry("d1"), entry("d2", { webhook_id: "wh_2" })]);
  expect((await stored()).map(({ goneAt }) => goneAt)).toEqual([null, null]);
});

test("counts an entry that comes back as changed only when it differs", async () => {
  const failed = { status: "failed", attempts: 1, delivered_at: null };
  await keep(0, [entry("d1", failed), entry("d2", failed)]);
  await keep(1, [], { before: 0 });
  await keep(2, [entry("d1", failed), entry("d2", { ...failed, attempts: 2 })], { before: 1 });
  expect(await stored()).toMatchObject([
    { changedAt: minute(0), goneAt: null },
    { changedAt: minute(2), goneAt: null, attempts: 2 },
  ]);
});

const seen = async (entry_id: string) => {
  const implemented = deliveries(db, accountId, idleReader).find(({ op }) => op === getDelivery);
  return implemented?.run({ entry_id }, { person: personWith("support"), address: null, requestId: "r" });
};

test("stores several attempts as one delivery when ID, webhook and event are equal", async () => {
  const failed = entry("d1", { status: "failed", delivered_at: null });
  const delivered = entry("d1", { attempts: 2, delivered_at: "2026-11-20T14:00:30Z" });
  const [ofOther, ofEvent] = [entry("d1", { webhook_id: "wh_2" }), entry("d1", { event: "call.started" })];
  expect(await keep(0, [delivered, failed])).toMatchObject({ rows: 2, added: 1, changed: 0 });
  expect(await keep(1, [failed, delivered, ofOther, ofEvent], { before: 0 })).toMatchObject({ added: 2, changed: 0 });
  expect((await stored()).map(({ key, status, attempts }) => [key, status, attempts])).toEqual([
    ["d1", "delivered", 2],
    ["d1 @ wh_1 call.started", "delivered", 1],
    ["d1 @ wh_2 call.ended", "delivered", 1],
  ]);
  expect(await seen("d1")).toMatchObject({
    data: {
      changes: [
        {
          at: minute(0).toISOString(),
          fields: [
            { field: "attempts", before: "1", after: "2" },
            { field: "delivered_at", before: null, after: "2026-11-20T14:00:30Z" },
            { field: "status", before: "failed", after: "delivered" },
          ],
        },
      ],
    },
  });
});

test("stores all attempts between two reads when the log lists them", async () => {
  const tries = [1, 2, 3, 4].map((attempts) => entry("d1", { status: `failed ${attempts}`, attempts }));
  await keep(0, tries.slice(0, 2));
  await keep(1, tries, { before: 0 });
  await keep(2, tries.slice(1), { before: 1 });
  const changes = await db.select().from(deliveryChangeTable).orderBy(asc(deliveryChangeTable.id));
  expect(changes.flatMap(({ field, after }) => (field === "status" ? [after] : []))).toEqual([
    "failed 2",
    "failed 3",
    "failed 4",
  ]);
  expect(await seen("d1")).toMatchObject({ data: { status: "failed 4", changes: [{}, {}, {}] } });
});

test.each([
  ["the delivered attempt when it is later", { attempts: 1 }, { attempts: 2 }, "delivered"],
  ["the failed attempt when it is later", { attempts: 3 }, { attempts: 2 }, "failed"],
  ["the delivered attempt when the numbers are equal", { attempts: 2 }, { attempts: 2 }, "delivered"],
  ["the delivered attempt when it has no number", { attempts: 2 }, { attempts: null }, "delivered"],
])("uses the status of %s", async (_name, failed, delivered, status) => {
  const rows = [entry("d1", { status: "failed", ...failed }), entry("d1", delivered)];
  for (const order of [rows, rows.toReversed()]) {
    await keep(0, order);
    expect((await stored()).map((row) => row.status)).toEqual([status]);
  }
});

test("stores all entries when IDs are missing or repeated and times are invalid", async () => {
  const odd = [
    entry("d1"),
    entry("d1", { event: "call.started" }),
    entry(undefined),
    entry(undefined),
    entry("", { attempts: "many", delivered_at: "yesterday" }),
    entry("d3", { attempts: "4", delivered_at: 1763647200 }),
    entry("d4", { delivered_at: "2026-02-31T10:00:00Z", webhook_id: null }),
    entry("d5", { delivered_at: "0001-01-01T00:00:00Z" }),
    entry("d6", { delivered_at: "1970-01-01T00:00:00Z" }),
    entry("d7", { delivered_at: "9999-12-31T23:59:59Z" }),
    entry("d8", { delivered_at: 4_102_444_800 }),
    "not an object",
  ];
  expect(await keep(0, odd)).toMatchObject({ rows: odd.length, added: odd.length });
  expect(await keep(1, odd.toReversed())).toMatchObject({ added: 0, changed: 0, gone: 0 });
  const rows = await stored();
  expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining(["d1", "d1 @ wh_1 call.started", "d3", "d4"]));
  expect(rows.find(({ key }) => key === "d3")).toMatchObject({ attempts: 4, deliveredAt: new Date(1763647200_000) });
  expect(rows.find(({ key }) => key === "d4")).toMatchObject({ deliveredAt: null, webhookId: "", at: null });
  for (const key of ["d5", "d6", "d7", "d8"])
    expect(rows.find((row) => row.key === key)).toMatchObject({ deliveredAt: null, at: null });
  expect(rows.filter(({ raw }) => Object.hasOwn(raw, "as sent"))).toHaveLength(1);
});

test("stores all entries when PostgreSQL cannot store one of their texts", async () => {
  const odd = [
    entry("d1"),
    entry("d2", { event: "call\0ended" }),
    entry("d3", { event: "half \ud83d", note: "\\\\u0000 😀" }),
  ];
  expect(await keep(0, odd)).toMatchObject({ rows: 3, added: 3 });
  expect((await stored()).map(({ event }) => event)).toEqual(["call.ended", "call\ufffdended", "half \ufffd"]);
  expect(await keep(1, odd)).toMatchObject({ added: 0, changed: 0, gone: 0 });
});

test("keeps the entries of two accounts apart", async () => {
  await keep(0, [entry("d1")]);
  await keep(1, [entry("d1", { status: "failed" })], { accountId: "another" });
  expect((await stored()).map(({ accountId: account, status, goneAt }) => [account, status, goneAt])).toEqual([
    ["another", "failed", null],
    ["one organization", "delivered", null],
  ]);
});

test("returns the changes of an entry newest first, or null when it was never read", async () => {
  await keep(0, []);
  await keep(1, [entry("d1", { status: "retrying", attempts: 1, delivered_at: null })], { before: 0 });
  await keep(2, [entry("d1", { status: "retrying", attempts: 2, delivered_at: null })], { before: 1 });
  await keep(3, [entry("d1", { status: "failed", attempts: 3, delivered_at: null })], { before: 2 });
  await keep(4, [], { before: 3 });
  expect(await seen("d1")).toMatchObject({
    data: {
      key: "d1",
      status: "failed",
      is_delivered: false,
      raw: { id: "d1" },
      neighbors: [{ key: "d1" }],
      first_seen_at: minute(1).toISOString(),
      not_seen_at: minute(0).toISOString(),
      gone_at: minute(4).toISOString(),
      changes: [
        {
          at: minute(3).toISOString(),
          fields: [
            { field: "attempts", before: "2", after: "3" },
            { field: "status", before: "retrying", after: "failed" },
          ],
        },
        { at: minute(2).toISOString(), fields: [{ field: "attempts", before: "1", after: "2" }] },
      ],
    },
  });
  expect(await seen("never")).toEqual({ data: null });
});

test("stores a change once and keeps all entries when processes store the log at once", async () => {
  await keep(0, [entry("d1")]);
  const after = [entry("d1", { attempts: 2 })];
  await Promise.all([keep(1, after), keep(1, after), keep(1, after)]);
  const changes = await db.select().from(deliveryChangeTable);
  expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([["attempts", "1", "2"]]);

  const webhooks = ["wh_2", "wh_3", "wh_4"];
  await Promise.all(webhooks.map((id) => keep(2, [entry("d2", { webhook_id: id })], { webhookId: id })));
  expect((await stored()).map(({ webhookId }) => webhookId).toSorted()).toEqual(["wh_1", ...webhooks]);
});
