import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pauseCampaign, startCampaign } from "@/lib/contract/api/campaigns";
import { getSendEffect } from "@/lib/contract/console/record-history";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import { freshConsole, personWith } from "@/lib/testing/console";
import { answerOf, storeVersion } from "./store-versions";

const accountId = "one organization";
const read = () => Promise.reject(new Problem("upstream-unreachable"));
const { console, database, run } = await freshConsole({ collect: { accountId, read } });
const { db, pool } = database;
let ref = "";

beforeEach(async () => {
  await db.delete(recordVersionTable);
  ref = randomUUID();
});

afterEach(() => void vi.useRealTimers());

const keep = (record: unknown, seconds: number) => {
  const at = new Date(Date.now() + seconds * 1000);
  return storeVersion(db, { accountId, resource: "campaigns", ref, answer: answerOf(record), at });
};

/** Begins a send. The returned function ends it and returns the entry's ID. */
async function begin(op: Operation = pauseCampaign) {
  const requestId = randomUUID();
  const request = `POST /v1/campaigns/${ref}`;
  const entry = await console.audit.begin({
    person: personWith("admin"),
    op,
    target: ref,
    request,
    requestId,
    address: null,
  });
  return async (outcome: "ok" | "refused" = "ok") => {
    await console.audit.finish(entry, { outcome, status: 200, message: null, body: null });
    const { rows } = await pool.query("select id from console.audit_event where entry = $1 and kind = 'begun'", [
      entry,
    ]);
    return String(rows[0].id);
  };
}

const send = async (op?: Operation, outcome?: "ok" | "refused") => (await begin(op))(outcome);

const effectOf = async (entry_id: string) =>
  (await run(getSendEffect, { entry_id }, personWith("admin"))) as OutputOf<typeof getSendEffect>;

test("shows the changes in the first read after an action, without volatile counters", async () => {
  const counts = { total_calls: 27, pending: 9, total_contacts: 10, stats: { answer_rate: 0.2 }, minutes_used: 4 };
  await keep({ status: "running", ...counts, cost: "1.20", last_call_at: "09:41", updated_at: "09:41" }, -5);
  const entry = await send();
  const moved = { total_calls: 28, pending: 8, total_contacts: 12, stats: { answer_rate: 0.3 }, minutes_used: 5.5 };
  await keep({ status: "paused", ...moved, cost: "1.31", last_call_at: "09:45", updated_at: "09:45" }, 1);
  await keep({ status: "cancelled", ...moved }, 9);
  expect(await effectOf(entry)).toMatchObject({
    state: "known",
    fields: [
      { path: "status", before: "running", after: "paused" },
      { path: "total_contacts", before: 10, after: 12 },
    ],
  });
});

test("does not know an effect when only counters moved", async () => {
  await keep({ status: "running", total_calls: 27 }, -5);
  const entry = await send();
  await keep({ status: "running", total_calls: 28 }, 1);
  expect(await effectOf(entry)).toEqual({ state: "not_known" });
});

test("does not know an effect when the first read after the action shows none", async () => {
  await keep({ status: "running" }, -5);
  const entry = await send();
  await keep({ status: "running" }, 1);
  await keep({ status: "paused" }, 2);
  expect(await effectOf(entry)).toEqual({ state: "not_known" });
});

test("does not know an effect when a read before the recorded end shows none", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await keep({ status: "running" }, -5);
  const end = await begin();
  await keep({ status: "running" }, 0.1);
  vi.setSystemTime(Date.now() + 300);
  const entry = await end();
  await keep({ status: "paused" }, 1);
  expect(await effectOf(entry)).toEqual({ state: "not_known" });
});

test("does not know an effect without a read before the action, or soon after it", async () => {
  const first = await send();
  await keep({ status: "running" }, 1);
  await keep({ status: "paused" }, 2);
  expect(await effectOf(first)).toEqual({ state: "not_known" });
  await db.delete(recordVersionTable);
  await keep({ status: "running" }, -5);
  const second = await send();
  expect(await effectOf(second)).toEqual({ state: "not_known" });
  await keep({ status: "paused" }, 1_000);
  expect(await effectOf(second)).toEqual({ state: "not_known" });
});

test("does not know which action changed a record when another was sent between the two reads", async () => {
  await keep({ status: "draft" }, -5);
  const first = await send(startCampaign);
  const second = await send();
  await keep({ status: "paused" }, 1);
  for (const entry of [first, second]) expect(await effectOf(entry)).toEqual({ state: "not_known_which" });
});

test("ignores refused actions between the two reads", async () => {
  await keep({ status: "running" }, -5);
  const refused = await send(startCampaign, "refused");
  const entry = await send();
  await keep({ status: "paused" }, 1);
  expect(await effectOf(entry)).toMatchObject({ state: "known" });
  expect(await effectOf(refused)).toEqual({ state: "not_known" });
});

test("ignores reads during a long send", async () => {
  await keep({ total_contacts: 0 }, -5);
  const end = await begin();
  await keep({ total_contacts: 0 }, 3);
  await keep({ total_contacts: 20 }, 6);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
  const entry = await end();
  await keep({ total_contacts: 40 }, 1);
  expect(await effectOf(entry)).toMatchObject({ fields: [{ path: "total_contacts", before: 0, after: 40 }] });
});

test("does not know an effect when the entry is missing or has no end or no record", async () => {
  await keep({ status: "running" }, -5);
  const end = await begin();
  await keep({ status: "paused" }, 1);
  const { rows } = await pool.query("select max(id) as id from console.audit_event where kind = 'begun'");
  for (const entry of [String(rows[0].id), "1", "999999999999", "x"])
    expect(await effectOf(entry)).toEqual({ state: "not_known" });
  expect(await effectOf(await end())).toMatchObject({ state: "known" });
});
