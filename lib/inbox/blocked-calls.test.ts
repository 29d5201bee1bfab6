import { beforeEach, expect, test } from "vitest";
import { listResults } from "@/lib/contract/console/inbox/campaign-results";
import { foundCallTable } from "@/lib/db/console/tables/inbox";
import { freshInbox } from "@/lib/testing/inbox";

const blockedAt = new Date("2026-11-20T19:17:28Z");
const { ask, db, post, readAll } = await freshInbox({
  blockedOf: async (contacts) =>
    new Map(contacts.filter((digits) => digits.endsWith("9499")).map((digits) => [digits, blockedAt])),
});

beforeEach(async () => {
  await db.delete(foundCallTable);
});

let next = 0;
async function receive(event: Record<string, unknown>) {
  next += 1;
  const call = { call_id: `call_${next}`, to_number: "+447922769499", direction: "outbound", campaign_id: "c1" };
  await post(JSON.stringify({ event: "call.ended", id: `evt_${next}`, ...call, ...event }));
  await readAll();
  return (await db.select().from(foundCallTable))[0]?.blockedAt;
}

test("notes a call that began after its number was blocked", async () => {
  expect(await receive({ started_at: "2026-11-20T19:20:53Z" })).toEqual(blockedAt);
});

test.each([
  ["began before the number was blocked", { started_at: "2026-11-20T19:17:00Z", ended_at: "2026-11-20T19:18:00Z" }],
  ["is known by its end only, and was longer", { ended_at: "2026-11-20T19:18:00Z", duration_seconds: 120 }],
  ["was made by the person", { started_at: "2026-11-20T19:20:53Z", direction: "inbound" }],
  ["went to another number", { started_at: "2026-11-20T19:20:53Z", to_number: "+447922769488" }],
])("notes nothing when a call %s", async (_name, event) => {
  expect(await receive(event)).toBeNull();
});

test("marks the contacts of a campaign that are blocked", async () => {
  await receive({ started_at: "2026-11-20T19:10:00Z" });
  await receive({ started_at: "2026-11-20T19:11:00Z", to_number: "+447922769488" });
  const { data } = await ask(listResults, { campaign_id: "c1" });
  expect(data.map(({ contact, is_blocked }) => [contact, is_blocked])).toEqual([
    ["447922769488", false],
    ["447922769499", true],
  ]);
});
