import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import {
  addDoNotCall,
  listDoNotCall,
  listWaiting,
  removeDoNotCall,
  type WaitingCampaign,
} from "@/lib/contract/console/do-not-call";
import { beginImport } from "@/lib/contract/console/imports";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { foundCallTable } from "@/lib/db/console/tables/inbox";
import { savedTable } from "@/lib/db/console/tables/registry";
import { askedByPhone, freshConsole, personWith } from "@/lib/testing/console";
import { compareList, importEntry, numbersFrom, sendList } from "@/lib/testing/sent-list";

const { run, database } = await freshConsole();
const { db } = database;
const accountId = "";

const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  run(op, input, personWith("support")) as Promise<OutputOf<Op>>;
const block = (numbers: string[], until: string | null = null) =>
  ask(addDoNotCall, { numbers, ...askedByPhone, until });

beforeEach(async () => {
  for (const table of ["do_not_call", "contact_list", "list_number", "contact_import", "found_call", "record_version"])
    await db.execute(sql`delete from ${sql.identifier("console")}.${sql.identifier(table)}`);
});

async function storeCampaign(ref: string, record: Record<string, unknown>) {
  await db
    .insert(savedTable)
    .values({ accountId, resource: "campaigns", ref, name: `Campaign ${ref}` })
    .onConflictDoNothing();
  await storeVersion(db, { accountId, resource: "campaigns", ref, answer: answerOf(record), at: new Date() });
}

const storeCall = (ref: string, number: string, call: Partial<typeof foundCallTable.$inferInsert>) => {
  const at = call.at ?? new Date();
  const facts = { contact: number.slice(1), campaignRef: "c1", isOver: true, events: 1, ...call };
  return db.insert(foundCallTable).values({ accountId, ref, at, firstEventAt: at, lastEventAt: at, ...facts });
};

const named = (campaigns: readonly WaitingCampaign[]) =>
  campaigns.map(({ campaign_id, status, people }) => `${campaign_id} ${status} ${people}`);

test("says in which campaigns a person waits when their number is added, the running one first", async () => {
  const [number = "", other = ""] = numbersFrom(1, 2);
  await storeCampaign("c1", { status: "paused" });
  await storeCampaign("c2", { status: "running" });
  await sendList(ask, "c1", [number, other]);
  const { list_id } = await compareList(ask, "c2", [number]);
  await ask(beginImport, { ...importEntry("c2", list_id, 1), sends_again: ["sent_elsewhere"] });
  const { added, waiting } = await block([number]);
  expect(added).toBe(1);
  expect(waiting).toMatchObject({ people: 1, since: expect.any(String) });
  expect(named(waiting.campaigns)).toEqual(["c2 running 1", "c1 paused 1"]);
  expect(waiting.campaigns[0]).toMatchObject({ name: "Campaign c2", unconfirmed: 1, calls: 0, open_calls: 0 });
});

test("counts each person of a file once, and per campaign", async () => {
  const numbers = numbersFrom(100, 30);
  await sendList(ask, "c1", numbers.slice(0, 20));
  await sendList(ask, "c2", numbers.slice(20));
  const { waiting } = await block(numbers.slice(10, 24));
  expect(waiting.people).toBe(14);
  expect(named(waiting.campaigns)).toEqual(["c1 null 10", "c2 null 4"]);
  expect(await ask(listWaiting, {})).toEqual(waiting);
  expect(named((await ask(listWaiting, { campaign_id: "c2" })).campaigns)).toEqual(["c2 null 4"]);
  expect((await ask(listWaiting, { number: numbers[0] })).people).toBe(0);
});

test("says since when lists are known when a person is in none", async () => {
  expect((await block(numbersFrom(200, 1))).waiting).toEqual({ people: 0, listed: 0, campaigns: [], since: null });
  await sendList(ask, "c1", numbersFrom(300, 1));
  expect((await block(numbersFrom(201, 1))).waiting).toEqual({
    people: 0,
    listed: 0,
    campaigns: [],
    since: expect.any(String),
  });
});

test("tells again where a person waits when their number was on the list already", async () => {
  const [number = ""] = numbersFrom(400, 1);
  await sendList(ask, "c1", [number]);
  await block([number]);
  expect(await block([number])).toMatchObject({ added: 0, already: 1, waiting: { people: 1 } });
});

test.each([
  ["was reached", [{ reason: "customer-ended-call", answeredAt: new Date() }], 0],
  ["was answered with an unknown result", [{ reason: "promised", answeredAt: new Date() }], 0],
  ["did not answer", [{ reason: "customer-did-not-answer" }], 1],
  ["was on voicemail", [{ reason: "voicemail", answeredAt: new Date() }], 1],
  ["is being called", [{ status: "ringing", isOver: false }], 1],
  ["did not answer as often as the campaign tries", [{ reason: "dial-no-answer" }, { reason: "busy" }], 0],
  ["was reached by another campaign", [{ reason: "user-hangup", campaignRef: "c9", answeredAt: new Date() }], 1],
  ["called us", [{ reason: "user-hangup", campaignRef: null, answeredAt: new Date(), direction: "inbound" }], 1],
])("knows who still waits when a person %s", async (_name, calls, people) => {
  const [number = ""] = numbersFrom(500, 1);
  await storeCampaign("c1", { status: "running", retry_policy: { max_attempts: 2 } });
  await sendList(ask, "c1", [number]);
  for (const [nth, call] of calls.entries()) await storeCall(`call_${nth}`, number, call);
  expect((await block([number])).waiting.people).toBe(people);
});

test.each([
  ["has ended", { status: "completed" }, 0],
  ["was cancelled", { status: "cancelled" }, 0],
  ["has nobody left", { status: "running", pending_contacts: 0, in_progress_contacts: 0 }, 0],
  ["has one more", { status: "running", pending_contacts: 1, in_progress_contacts: 0 }, 1],
  ["has not started", { status: "draft", pending_contacts: 0 }, 1],
  ["has a word that nobody knows", { status: "marinating" }, 1],
  ["gives its state in capitals", { state: "CANCELLED" }, 0],
  ["gives its state in capitals, and has not started", { state: "SCHEDULED", pending: 0 }, 1],
])("knows whether a campaign that %s can call a person", async (_name, record, people) => {
  const [number = ""] = numbersFrom(600, 1);
  await sendList(ask, "c1", [number]);
  await storeCampaign("c1", record);
  expect((await block([number])).waiting.people).toBe(people);
});

test.each(["completed", "running"])(
  "asks about a campaign that was %s and empty when it was last read, before the list was sent",
  async (status) => {
    const [number = ""] = numbersFrom(650, 1);
    await storeCampaign("c1", { status, pending_contacts: 0, in_progress_contacts: 0 });
    await sendList(ask, "c1", [number]);
    await block([number]);
    expect((await ask(listWaiting, { campaign_id: "c1" })).people).toBe(1);
    await storeCampaign("c1", { status, pending_contacts: 0, in_progress_contacts: 0, read: "again" });
    expect((await ask(listWaiting, { campaign_id: "c1" })).people).toBe(0);
  },
);

test("counts a person who was reached, and then sent to the campaign again", async () => {
  const [number = ""] = numbersFrom(660, 1);
  await storeCampaign("c1", { status: "running", retry_policy: { max_attempts: 1 } });
  await sendList(ask, "c1", [number]);
  const ended = { reason: "customer-ended-call", answeredAt: new Date(), at: new Date() };
  await storeCall("call_1", number, ended);
  expect((await block([number])).waiting.people).toBe(0);
  const [entry] = (await ask(listDoNotCall, { number })).latest;
  await run(removeDoNotCall, { entry_id: entry?.id ?? "", reason: "Asked for a call" }, personWith("admin"));
  await db.execute(sql`update console.contact_import set outcome = 'unknown'`);
  const { list_id } = await compareList(ask, "c1", [number]);
  await ask(beginImport, { ...importEntry("c1", list_id, 1), sends_again: ["sent_unsure"] });
  expect((await block([number])).waiting).toMatchObject({ people: 1, campaigns: [{ calls: 0 }] });
});

test("knows of people who were added on the platform once a call named them", async () => {
  const [number = "", other = "", reached = ""] = numbersFrom(670, 3);
  await storeCampaign("c1", { status: "running", retry_policy: { max_attempts: 3 } });
  await storeCampaign("c2", { status: "completed" });
  await storeCall("call_1", number, { reason: "customer-busy" });
  await storeCall("call_2", number, { reason: "customer-busy", campaignRef: "c2" });
  await storeCall("call_3", number, { reason: "customer-busy", campaignRef: "c-unread" });
  await storeCall("call_4", other, { reason: "customer-busy", direction: "inbound" });
  await storeCall("call_5", reached, { reason: "customer-ended-call", answeredAt: new Date() });
  const { waiting } = await block([number, other, reached]);
  expect(waiting.campaigns).toMatchObject([{ campaign_id: "c1", people: 1, unconfirmed: 1, calls: 1 }]);
  for (const filter of [{}, { campaign_id: "c1" }, { number }]) expect((await ask(listWaiting, filter)).people).toBe(1);
  for (const filter of [{ campaign_id: "c2" }, { number: other }, { number: reached }])
    expect((await ask(listWaiting, filter)).people).toBe(0);
  await storeCampaign("c1", { status: "cancelled" });
  expect((await ask(listWaiting, { number })).people).toBe(0);
});

test("counts a person once whom a list and a call of the campaign name, in an older spelling", async () => {
  const [before, now] = ["+551187654321", "+5511987654321"];
  await storeCampaign("c1", { status: "running" });
  await sendList(ask, "c1", [now]);
  await storeCall("call_1", before, { contactLine: now.slice(1), reason: "customer-busy" });
  const { waiting } = await block([before]);
  expect(waiting).toMatchObject({ people: 1, campaigns: [{ people: 1, calls: 1 }] });
  expect((await ask(listWaiting, { campaign_id: "c1" })).people).toBe(1);
});

test("counts nobody whose block was removed or has ended, and again when it is renewed", async () => {
  const [number = ""] = numbersFrom(700, 1);
  await sendList(ask, "c1", [number]);
  await block([number], "2026-01-02");
  expect((await ask(listWaiting, {})).people).toBe(0);
  await block([number]);
  expect((await ask(listWaiting, {})).people).toBe(1);
  const [entry] = (await ask(listDoNotCall, { number })).latest;
  await run(removeDoNotCall, { entry_id: entry?.id ?? "", reason: "They agreed to calls" }, personWith("admin"));
  expect((await ask(listWaiting, {})).people).toBe(0);
});

test("finds people who were blocked before lists were linked", async () => {
  const numbers = numbersFrom(800, 3);
  await sendList(ask, "c1", numbers);
  await block(numbers.slice(0, 2));
  await db.execute(sql`delete from console.blocked_contact`);
  await db.execute(sql`update console.do_not_call set is_linked = false`);
  expect((await ask(listWaiting, {})).people).toBe(2);
});

test("links only people who are both blocked and in a list, so that no other rows can be joined", async () => {
  const numbers = numbersFrom(900, 4);
  await sendList(ask, "c1", numbers.slice(0, 2));
  await block(numbers.slice(1));
  const { rows } = await db.execute(sql`select from console.blocked_contact`);
  expect(rows).toHaveLength(1);
});

test("does not count people of lists whose upload was not begun, or of another account", async () => {
  const [number = ""] = numbersFrom(1_000, 1);
  await sendList(ask, "c1", [number]);
  await block([number]);
  await db.execute(sql`update console.contact_list set account_id = 'another'`);
  expect((await ask(listWaiting, {})).people).toBe(0);
  await db.execute(sql`update console.contact_list set account_id = '', import_id = null`);
  expect((await ask(listWaiting, {})).people).toBe(0);
});
