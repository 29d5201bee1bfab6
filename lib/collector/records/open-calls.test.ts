import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { listSaved } from "@/lib/contract/console/saved";
import type { OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { savedTable } from "@/lib/db/console/tables/registry";
import { freshConsole, personWith } from "@/lib/testing/console";
import { emptyCollected } from "@/lib/testing/database/empty-collected";
import { callLimits, watchedCalls } from "./open-calls";
import { answerOf, storeVersion } from "./store-versions";

const accountId = "one organization";
const read = () => Promise.reject(new Problem("upstream-unreachable"));
const { database, run } = await freshConsole({ collect: { accountId, read } });
const { db } = database;

const startedMs = Date.parse("2026-11-20T14:00:00Z");
const minutes = (count: number) => startedMs + count * 60_000;

async function keep(ref: string, record: object, resource = "calls") {
  const { status = null } = record as { status?: string };
  await db.insert(savedTable).values({ accountId, resource, ref, lastStatusWord: status });
  await storeVersion(db, { accountId, resource, ref, answer: answerOf(record), at: new Date(startedMs) });
}

beforeEach(async () => {
  await emptyCollected(db);
  await keep("as1", { max_duration_seconds: 900 }, "assistants");
  const call = { assistant_id: "as1", started_at: new Date(startedMs).toISOString() };
  await keep("talks", { ...call, status: "in-progress", answered_at: new Date(minutes(1)).toISOString() });
  await keep("rings", { ...call, status: "ringing" });
  await keep("waits", { ...call, status: "queued" });
  await keep("ended", { ...call, status: "completed", answered_at: call.started_at });
  await keep("unlimited", { ...call, assistant_id: "other", status: "in-progress" });
});

test("gives the limit of each open call: of its assistant, or of ringing", async () => {
  const limits = [...(await callLimits(db, accountId))].map(([ref, { endsMs }]) => [ref, endsMs]).sort();
  expect(limits).toEqual([
    ["rings", minutes(3)],
    ["talks", minutes(16)],
  ]);
  const { data } = (await run(listSaved, { resource: "calls" }, personWith("support"))) as OutputOf<typeof listSaved>;
  const limitAt = new Map(data.map(({ ref, limit_at }) => [ref, limit_at]));
  expect([limitAt.get("talks"), limitAt.get("ended")]).toEqual([new Date(minutes(16)).toISOString(), undefined]);
});

test("watches a call when it is past its limit or an alert stands on it", async () => {
  const watched = async (minute: number) => [...(await watchedCalls(db, accountId, minutes(minute)))].sort();
  expect([await watched(2), await watched(5), await watched(17)]).toEqual([[], ["rings"], ["rings", "talks"]]);
  await db.execute(sql`
    insert into console.alert (id, key_print, rule, ref, state, tone, subject, is_phone, message, why, href, link, print, since, last_at)
    values ('a', ${accountId}, 'call_long', 'unlimited', 'open', 'wait', '', false, '', '', '', '', '', now(), now())`);
  expect(await watched(2)).toEqual(["unlimited"]);
});
