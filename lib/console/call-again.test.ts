import { beforeAll, expect, test } from "vitest";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { compareNumbers, openList } from "@/lib/contract/console/contact-lists";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import { beginImport } from "@/lib/contract/console/imports";
import { countRecall, joinResults, recallList } from "@/lib/contract/console/inbox/campaign-results";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { askedByPhone, personWith } from "@/lib/testing/console";
import { storeCalls, storeCampaign } from "@/lib/testing/found-calls";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { importEntry, numbersFrom, sendList } from "@/lib/testing/sent-list";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

const manager = personWith("campaign_manager");
const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  gateway.run(op, input, manager) as Promise<OutputOf<Op>>;
const store = (calls: Parameters<typeof storeCalls>[2]) => storeCalls(gateway.database.db, "", calls);
/** Calls that begin after what was uploaded before. */
const storeNow = (calls: Parameters<typeof storeCalls>[2]) => store(calls.map((call) => ({ at: new Date(), ...call })));
const campaign = (id: string, status: string) => storeCampaign(gateway.database.db, "", id, status);
const digits = (number: string | undefined) => (number ?? "").slice(1);

async function listText(campaign_id: string, results: string[]) {
  const path = `/api/console/campaign-results/${campaign_id}/again/csv?results=${joinResults(results)}`;
  return (await gateway.ask("campaign_manager", "GET", path)).text;
}

test("makes a list of those whom an ended campaign did not reach, by result", async () => {
  await campaign("winter", "cancelled");
  const [ann, bo, cy] = numbersFrom(20_000, 3).map(digits) as [string, string, string];
  await store([
    { campaignRef: "winter", contact: ann, contactName: "Ann, Dr.", reason: "customer-busy" },
    { campaignRef: "winter", contact: ann, contactName: "Ann, Dr.", reason: "customer-did-not-answer" },
    { campaignRef: "winter", contact: bo, contactName: "Bo", status: "busy" },
    { campaignRef: "winter", contact: cy, contactName: "Cy", reason: "customer-ended-call" },
  ]);
  const results = joinResults(["No answer", "Busy", "Customer hung up"]);
  expect(await ask(countRecall, { campaign_id: "winter", results })).toMatchObject({
    people: 2,
    results: [
      { result: "Busy", people: 1 },
      { result: "No answer", people: 1 },
    ],
  });
  expect(await listText("winter", ["No answer"])).toBe(`phone_number,name\r\n+${ann},"Ann, Dr."\r\n`);
  await expect(ask(countRecall, { campaign_id: "winter", results: "Customer%20hung%20up" })).rejects.toThrow(
    "Choose one",
  );
});

test("leaves out who is blocked, in a call, without a number or may still be called", async () => {
  await campaign("spring", "running");
  await campaign("other", "paused");
  const record = answerOf({ status: "running", retry_policy: { max_attempts: 2 } });
  await storeVersion(gateway.database.db, {
    accountId: "",
    resource: "campaigns",
    ref: "spring",
    answer: record,
    at: new Date(),
  });
  const people = numbersFrom(21_000, 5);
  const [done, retried, blocked, inCall, elsewhere] = people.map(digits) as [string, string, string, string, string];
  const busy = (contact: string | null) => ({ campaignRef: "spring", contact, reason: "customer-busy" });
  await store([done, blocked, inCall, elsewhere].flatMap((contact) => [busy(contact), busy(contact)]));
  await store([busy(retried), busy(null)]);
  await store([
    { campaignRef: "third", contact: inCall, isOver: false },
    { campaignRef: "other", contact: elsewhere, reason: "voicemail" },
  ]);
  await ask(addDoNotCall, { ...askedByPhone, numbers: [people[2] ?? ""] });
  expect(await ask(countRecall, { campaign_id: "spring", results: "Busy" })).toEqual({
    people: 1,
    results: [{ result: "Busy", people: 1 }],
    ...{ blocked: 1, retried: 2, in_call: 1, without_number: 1 },
  });
  expect(await listText("spring", ["Busy"])).toContain(`+${done},\r\n`);
});

test("takes nobody of a running campaign whose number of attempts is unknown", async () => {
  await campaign("unlimited", "running");
  const contact = digits(numbersFrom(22_000, 1)[0]);
  await store([{ campaignRef: "unlimited", contact, reason: "voicemail" }]);
  expect(await ask(countRecall, { campaign_id: "unlimited", results: "Voicemail" })).toMatchObject({
    people: 0,
    retried: 1,
  });
});

test("refuses the list to people whose numbers are hidden, and to other roles", async () => {
  const path = "/api/console/campaign-results/winter/again/csv?results=Busy";
  expect((await gateway.ask("support", "GET", path)).status).toBe(403);
  const hidden = { ...manager, hidesNumbers: true };
  await expect(gateway.run(recallList, { campaign_id: "winter", results: "Busy" }, hidden)).rejects.toThrow("hidden");
});

async function recall(campaign_id: string, recalls: string, numbers: string[]) {
  const { list_id } = await ask(openList, { campaign_id, recalls });
  const rows = numbers.map((_, index) => index + 2);
  return { list_id, ...(await ask(compareNumbers, { list_id, numbers, rows })) };
}

test("calls people again in the same campaign once it is done with them, and nobody else", async () => {
  const people = numbersFrom(23_000, 3);
  await sendList(ask, "again", people);
  await campaign("again", "running");
  const record = answerOf({ status: "running", retry_policy: { max_attempts: 1 } });
  await storeVersion(gateway.database.db, {
    accountId: "",
    resource: "campaigns",
    ref: "again",
    answer: record,
    at: new Date(),
  });
  await storeNow([
    { campaignRef: "again", contact: digits(people[0]), reason: "customer-busy" },
    { campaignRef: "again", contact: digits(people[1]), reason: "customer-ended-call" },
  ]);
  const { list_id, sent } = await recall("again", "again", people);
  expect(sent).toMatchObject([{ as: "sent_here", positions: [1, 2] }]);
  expect((await ask(beginImport, importEntry("again", list_id, 1))).data.rows).toBe(1);
});

test("takes nobody twice who was sent to the same campaign again and not called since", async () => {
  const [number = ""] = numbersFrom(25_000, 1);
  await sendList(ask, "twice", [number]);
  await campaign("twice", "running");
  const record = answerOf({ status: "running", retry_policy: { max_attempts: 1 } });
  const version = { accountId: "", resource: "campaigns", ref: "twice", answer: record, at: new Date() };
  await storeVersion(gateway.database.db, version);
  await storeNow([{ campaignRef: "twice", contact: digits(number), reason: "customer-busy" }]);
  const count = () => ask(countRecall, { campaign_id: "twice", results: "Busy" });
  expect(await count()).toMatchObject({ people: 1, retried: 0 });
  const first = await recall("twice", "twice", [number]);
  await ask(beginImport, importEntry("twice", first.list_id, 1));
  expect(await count()).toMatchObject({ people: 0, retried: 1 });
  for (const target of ["twice", "other"]) {
    const { list_id, sent } = await recall(target, "twice", [number]);
    expect(sent).toMatchObject([{ positions: [0] }]);
    await expect(ask(beginImport, importEntry(target, list_id, 1))).rejects.toThrow("have changed");
  }
});

test("begins no recall when a call to one of them has begun since", async () => {
  const people = numbersFrom(24_000, 2);
  await sendList(ask, "late", people);
  await campaign("late", "running");
  const record = answerOf({ status: "running", retry_policy: { max_attempts: 1 } });
  await storeVersion(gateway.database.db, {
    accountId: "",
    resource: "campaigns",
    ref: "late",
    answer: record,
    at: new Date(),
  });
  await storeNow(people.map((number) => ({ campaignRef: "late", contact: digits(number), reason: "customer-busy" })));
  const { list_id, sent } = await recall("later", "late", people);
  expect(sent).toEqual([]);
  await storeNow([{ campaignRef: "late", contact: digits(people[0]), isOver: false }]);
  await expect(ask(beginImport, importEntry("later", list_id, 2))).rejects.toThrow("have changed");
});
