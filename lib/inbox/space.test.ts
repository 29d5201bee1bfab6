import { createHmac } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { listAddresses, setSigning } from "@/lib/contract/console/inbox/addresses";
import { getReceived, listOther, listReceived } from "@/lib/contract/console/inbox/received";
import { freeSpace, getSpace, setBudget } from "@/lib/contract/console/inbox/space";
import { dropBodyDay, makeBodyDays } from "@/lib/db/console/body-days";
import { arrivalTable, bodyTable, eventTable, hookAddressTable, hookUsageTable } from "@/lib/db/console/tables/inbox";
import { openDatabase } from "@/lib/db/database";
import { hookPath } from "@/lib/hook-token";
import { freshInbox, listeningReceiver } from "@/lib/testing/inbox";
import { makeRoom } from "./space";

const inbox = await freshInbox();
const { db, ask, post, readAll, space, disk } = inbox;
const mebibyte = 1024 * 1024;
const [address] = await db.select().from(hookAddressTable);
const address_id = address?.id ?? "";

beforeEach(async () => {
  for (const table of [arrivalTable, bodyTable, eventTable]) await db.delete(table);
  Object.assign(space, { free: 100 * 1024 * mebibyte, size: 200 * 1024 * mebibyte });
});

const event = (nth: number, size: number) =>
  JSON.stringify({ event: "call.ended", call_id: `c${nth}`, to_number: "+447700900417", transcript: "w".repeat(size) });

const keptBytes = async () => {
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select coalesce(sum(length(body)), 0)::float8 as bytes from console.hook_body`,
  );
  return rows[0]?.bytes;
};

test("keeps 8 kB of refused events, and counts them once the budget of the day is used", async () => {
  const signing = { address_id, signing: "hmac", header: "x-signature", secret: "a secret of the platform" } as const;
  await ask(setSigning, { ...signing, refuses_unsigned: true });
  await inbox.receiver.changed();
  const body = "n".repeat(2 * mebibyte);
  for (const _ of [1, 2, 3]) expect((await post(body)).status).toBe(401);
  expect(await keptBytes()).toBe(3 * 8 * 1024);
  space.free = 200 * mebibyte;
  expect((await post(body)).status).toBe(401);
  expect(await db.$count(arrivalTable)).toBe(3);
  const counted = async () =>
    (await ask(listOther, {})).data.flatMap(({ kind, stray }) => (stray ? [[kind, stray.count]] : []));
  await expect.poll(counted).toEqual([["refused", 1]]);
  const signed = event(1, 10);
  const signature = createHmac("sha256", "a secret of the platform").update(signed).digest("hex");
  expect((await post(signed, { "x-signature": signature })).status).toBe(200);
  await ask(setSigning, { ...signing, signing: "none", refuses_unsigned: false });
  await inbox.receiver.changed();
});

test("reads the facts of events beyond an address's budget, keeps no body, and says so", async () => {
  await db.delete(hookUsageTable);
  await ask(setBudget, { address_id, megabytes: 1 });
  await inbox.receiver.changed();
  for (const nth of [1, 2, 3])
    expect((await post(event(nth, 600_000), { "webhook-id": `log_${nth}` })).status).toBe(200);
  await readAll();
  expect(await keptBytes()).toBeLessThan(1_000_000);
  const { data } = await ask(listReceived, {});
  expect(data.map(({ call_id, delivery_id, contact }) => [call_id, delivery_id, contact])).toEqual(
    [3, 2, 1].map((nth) => [`c${nth}`, `log_${nth}`, "447700900417"]),
  );
  const detail = async (nth: number) => (await ask(getReceived, { event_id: data[nth]?.id ?? "" })).data;
  expect([(await detail(2)).not_kept, (await detail(2)).body_until]).toEqual([null, expect.any(String)]);
  expect((await detail(0)).not_kept).toMatch(/^The content was not kept, because its address had reached its limit/);
  expect((await db.select().from(arrivalTable)).map(({ content }) => content)).toEqual([null, null, null]);
  const used = async () => (await ask(listAddresses, {})).data[0]?.budget;
  await expect.poll(async () => (await used())?.left_out).toBeGreaterThanOrEqual(2);
  expect(await used()).toMatchObject({ bytes: 1_000_000, is_chosen: true });
  await ask(setBudget, { address_id, megabytes: null });
  await inbox.receiver.changed();
});

test("keeps no body long before the database becomes read-only, but every fact", async () => {
  space.free = 1_000 * mebibyte;
  expect((await post(event(1, 50_000))).status).toBe(200);
  await readAll();
  expect([await keptBytes(), (await ask(listReceived, {})).data[0]?.call_id]).toEqual([0, "c1"]);
});

test("stores a list beyond the budget as its events, and finds a repeated one", async () => {
  space.free = 300 * mebibyte;
  const list = JSON.stringify([1, 2].map((nth) => JSON.parse(event(nth, 100))));
  for (const _ of [1, 2]) await post(list);
  await readAll();
  const found = (await ask(listReceived, {})).data.map(({ call_id, arrivals }) => [call_id, arrivals]);
  expect(found.toSorted()).toEqual([
    ["c1", 2],
    ["c2", 2],
  ]);
});

test("drops the oldest days of bodies while the disk is nearly full, and never facts", async () => {
  await makeBodyDays(db);
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  await db.execute(sql`create table console.hook_body_20200101 partition of console.hook_body
    for values from ('2020-01-01T00:00:00Z') to ('2020-01-02T00:00:00Z')`);
  const old = new Date("2020-01-01T12:00:00Z");
  await db.insert(bodyTable).values([
    { arrivalId: "a", at: old, body: Buffer.alloc(100_000) },
    { arrivalId: "b", at: at(40), body: Buffer.alloc(100_000) },
    { arrivalId: "c", at: at(0), body: Buffer.alloc(100) },
  ]);
  await post(event(1, 100));
  await readAll();
  const urgent = openDatabase(inbox.database.url, { urgent: true });
  const room = () => makeRoom({ db, urgent: urgent.db, disk, log: { warn: () => {} } });
  expect(await room()).toBe(false);
  space.free = 100 * mebibyte;
  expect(await room()).toBe(true);
  expect((await db.select().from(bodyTable)).map(({ arrivalId }) => arrivalId)).not.toContain("a");
  while (await room());
  const left = (await db.select().from(bodyTable)).map(({ arrivalId }) => arrivalId);
  expect([left.includes("b"), left.includes("c"), await db.$count(eventTable)]).toEqual([true, true, 1]);
  const { data } = await ask(getSpace, {});
  expect(data.days.map(({ day }) => day)).toEqual([null, new Date().toISOString().slice(0, 10)]);
  expect((await ask(freeSpace, { keep_days: 1 })).message).toMatch(/^The contents of 1 day were deleted: /);
  expect((await db.select().from(bodyTable)).map(({ arrivalId }) => arrivalId)).not.toContain("b");
  await urgent.close();
});

test("moves the bodies of today that came before its table into it", async () => {
  const today = new Date().toISOString().slice(0, 10);
  await dropBodyDay(db, { table: `hook_body_${today.replaceAll("-", "")}`, day: today });
  await post(event(1, 100));
  await makeBodyDays(db);
  const { rows } = await db.execute(sql`select tableoid::regclass::text as part from console.hook_body`);
  expect(rows).toEqual([{ part: `console.hook_body_${today.replaceAll("-", "")}` }]);
});

test("counts what an address used across processes", async () => {
  const other = await listeningReceiver(db);
  onTestFinished(other.close);
  const stored = async () =>
    (await db.select().from(hookUsageTable).where(eq(hookUsageTable.addressId, address_id)))[0]?.bytes ?? 0;
  const before = await stored();
  await fetch(other.origin + hookPath(inbox.token), { method: "POST", body: event(1, 500_000) });
  await expect.poll(stored).toBeGreaterThanOrEqual(before + 500_000);
  await post(event(2, 500_000));
  await expect.poll(stored).toBeGreaterThanOrEqual(before + 1_000_000);
});
