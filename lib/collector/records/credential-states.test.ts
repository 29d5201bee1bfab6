import { expect, test } from "vitest";
import { listCredentialStates } from "@/lib/contract/console/related-records";
import { accountId, freshStoredRecords, minute } from "@/lib/testing/stored-records";
import { answerOf, keepList } from "./store-versions";

const { ask, db, keep } = await freshStoredRecords();

const poll = (at: number, ...rows: Record<string, unknown>[]) =>
  keepList(db, {
    ...{ accountId, resource: "credentials", at: minute(at), before: undefined, isWhole: true },
    answers: [answerOf({ success: true, data: rows, total: rows.length })],
  });
const synced = { id: "cred", name: "Registry", last_sync_status: "synced", last_sync_error: null };
const failed = { ...synced, last_sync_status: "failed", last_sync_error: "401." };
const states = async () => (await ask(listCredentialStates, {}, "support")).data;

test("says since when a credential was seen to fail, also after its name changed", async () => {
  await poll(0, synced);
  await poll(5, failed);
  await poll(10, { ...failed, name: "Meter registry" });
  expect(await states()).toEqual([
    {
      id: "cred",
      ...{ failing_since: minute(5).toISOString(), is_since_first_read: false },
      ...{ changed_seen_at: minute(10).toISOString(), tools: 0, running_campaigns: 0 },
    },
  ]);
  await poll(15, synced);
  expect(await states()).toMatchObject([{ failing_since: null }]);
});

test("says that a credential failed when it was first read, and which running campaigns it serves", async () => {
  await poll(0, failed, { ...synced, id: "other" });
  await keep("tools", "t1", { credential_id: "cred" });
  await keep("workflows", "w1", { nodes: [{ tool_id: "t1" }] });
  await keep("campaigns", "c1", { status: "running", workflow_ref: "w1" });
  await keep("campaigns", "c2", { status: "paused", workflow_ref: "w1" });
  expect(await states()).toMatchObject([
    { id: "cred", is_since_first_read: true, changed_seen_at: null, tools: 1, running_campaigns: 1 },
    { id: "other", failing_since: null, tools: 0, running_campaigns: 0 },
  ]);
  await poll(5, { ...synced, id: "other" });
  expect((await states()).map(({ id }) => id)).toEqual(["other"]);
});
