import { expect, test } from "vitest";
import { matchLog } from "@/lib/contract/console/inbox/received";
import { watchedTable } from "@/lib/db/console/tables/collector";
import { accountId, freshInbox } from "@/lib/testing/inbox";

const { db, ask, post, readAll } = await freshInbox();
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const bandSince = async (minutes: number) => (await ask(matchLog, { from: ago(minutes).toISOString() })).data.band;

test("counts arrivals in equal steps, and has the times when Switchboard was stopped", async () => {
  const watched = { accountId, webhookId: "", everyMs: 15_000 };
  await db.insert(watchedTable).values([
    { ...watched, fromAt: ago(300), toAt: ago(50), endedBy: "stopped" },
    { ...watched, fromAt: ago(20), toAt: ago(0), endedBy: null },
  ]);
  for (const call_id of ["c1", "c2"]) await post(JSON.stringify({ event: "call.started", call_id }));
  await readAll();
  const band = await bandSince(60);
  expect(band?.steps.map(({ arrived }) => arrived)).toEqual([...Array(47).fill(0), 2]);
  expect(band?.gaps.map(({ reason }) => reason)).toEqual(["stopped"]);
});

test("has no steps for more than a month, or without a beginning", async () => {
  expect([await bandSince(60 * 24 * 40), (await ask(matchLog, {})).data.band]).toEqual([null, null]);
});
