import { beforeAll, expect, test } from "vitest";
import { readSettings } from "@/lib/collector/polling/settings";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { removeOld } from "@/lib/collector/retention";
import {
  campaignOverlap,
  comparedList,
  compareNumbers,
  listPeople,
  openList,
} from "@/lib/contract/console/contact-lists";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import { beginImport, finishImport } from "@/lib/contract/console/imports";
import { findPerson } from "@/lib/contract/console/person";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { askedByPhone, personWith } from "@/lib/testing/console";
import { storeCalls, storeCampaign } from "@/lib/testing/found-calls";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { compareList, importEntry, numbersFrom, sendList } from "@/lib/testing/sent-list";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

const askAs = (name: string) => {
  const person = { ...personWith("campaign_manager"), id: name, name };
  return <Op extends Operation>(op: Op, input: InputOf<Op>) => gateway.run(op, input, person) as Promise<OutputOf<Op>>;
};
const ask = askAs("Ines Duarte");
const block = (numbers: string[], until: string | null = null) =>
  ask(addDoNotCall, { numbers, ...askedByPhone, until });

const newFile = { file_name: "other.csv", blocked: [] };

test("finds who was sent to this campaign before, when a corrected list is compared", async () => {
  const first = await sendList(ask, "c-again", numbersFrom(0, 400));
  const { sent } = await compareList(ask, "c-again", [...numbersFrom(0, 390), ...numbersFrom(900, 5)]);
  expect(sent).toEqual([expect.objectContaining({ import_id: first.id, campaign_id: "c-again", by: "Ines Duarte" })]);
  expect(sent[0]?.positions).toEqual(Array.from({ length: 390 }, (_, index) => index));
});

test("compares a long list that is sent twice while the statistics still say that there is none", async () => {
  await gateway.database.pool.query("analyze console.list_number, console.contact_list, console.contact_import");
  const people = numbersFrom(200_000, 25_000);
  await sendList(ask, "c-long", people);
  const { list_id, sent } = await compareList(ask, "c-long", people);
  expect(sent.map(({ positions }) => positions.length)).toEqual([25_000]);
  expect((await ask(comparedList, { list_id, ...newFile })).staying.people).toBe(0);
  expect((await ask(campaignOverlap, { campaign_id: "c-long" })).people).toBe(25_000);
  await sendList(ask, "c-long-too", numbersFrom(200_000, 24_999).concat(numbersFrom(300_000, 1)));
  expect((await ask(campaignOverlap, { campaign_id: "c-long-too" })).people).toBe(1);
});

test("finds who was sent to another campaign, and names this campaign first", async () => {
  await sendList(ask, "c-one", numbersFrom(2_000, 3));
  await sendList(ask, "c-two", [...numbersFrom(2_010, 1)]);
  const { sent } = await compareList(ask, "c-two", [...numbersFrom(2_000, 3), ...numbersFrom(2_010, 2)]);
  const positions = Object.fromEntries(sent.map((list) => [list.campaign_id, list.positions]));
  expect(positions).toEqual({ "c-one": [0, 1, 2], "c-two": [3] });
});

test("names the people of an earlier list who are not in this one, by row", async () => {
  const first = await sendList(ask, "c-stay", numbersFrom(3_000, 10));
  const { list_id } = await compareList(ask, "c-stay", numbersFrom(3_000, 8));
  const { staying, basis } = await ask(comparedList, { list_id, ...newFile });
  expect(staying.people).toBe(2);
  expect(staying.examples.map(({ import_id, row }) => [import_id, row])).toEqual([
    [first.id, 10],
    [first.id, 11],
  ]);
  expect(basis.lists).toBeGreaterThan(0);
});

test("says who stays only for a list that overlaps an earlier one or has its name", async () => {
  await sendList(ask, "c-name", numbersFrom(17_000, 3));
  const { list_id } = await compareList(ask, "c-name", numbersFrom(17_100, 3));
  const stayingOf = async (file_name: string) =>
    (await ask(comparedList, { list_id, file_name, blocked: [] })).staying.people;
  expect(await stayingOf("autumn.csv")).toBe(0);
  expect(await stayingOf("Spring – leads (2).csv")).toBe(3);
});

test("leaves those out of who stays who were called, or are blocked in the file", async () => {
  const people = numbersFrom(17_200, 4);
  await sendList(ask, "c-left", people);
  await block([people[1] ?? ""]);
  const { list_id } = await compareList(ask, "c-left", people.slice(0, 2));
  await storeCalls(gateway.database.db, "", [{ campaignRef: "c-left", contact: people[2]?.slice(1) ?? "" }]);
  const blocked = people.slice(1, 2);
  const { staying } = await ask(comparedList, { list_id, file_name: "a.csv", blocked });
  expect(staying).toMatchObject({ people: 1, examples: [{ row: 5 }] });
});

test("counts people of a cancelled or ended campaign as new, and names the campaign", async () => {
  await sendList(ask, "c-wrong", numbersFrom(18_000, 5));
  const { db } = gateway.database;
  await storeCampaign(db, "", "c-wrong", "running");
  expect((await compareList(ask, "c-right", numbersFrom(18_000, 5))).sent).toMatchObject([{ as: "sent_elsewhere" }]);
  await storeCampaign(db, "", "c-wrong", "CANCELLED");
  const { list_id, sent, ended } = await compareList(ask, "c-right", numbersFrom(18_000, 6));
  expect([sent, ended]).toEqual([[], [{ campaign_id: "c-wrong", people: 5 }]]);
  await ask(beginImport, importEntry("c-right", list_id, 6));
  expect((await ask(campaignOverlap, { campaign_id: "c-right" })).other_campaigns).toEqual([]);
});

test("forgets the numbers of an upload that was refused or got nothing", async () => {
  await sendList(ask, "c-nothing", numbersFrom(4_000, 5), 0);
  const { list_id } = await compareList(ask, "c-nothing", numbersFrom(4_000, 5));
  const { data } = await ask(beginImport, importEntry("c-nothing", list_id, 5));
  await ask(finishImport, { import_id: data.id, outcome: "refused", status: 422, accepted: null });
  const again = await compareList(ask, "c-nothing", numbersFrom(4_000, 5));
  expect(again.sent).toEqual([]);
  expect((await ask(comparedList, { list_id: again.list_id, ...newFile })).staying.people).toBe(0);
});

test("calls the people of an upload unsure when its outcome is unknown, and sends them again if asked", async () => {
  const { list_id } = await compareList(ask, "c-lost", numbersFrom(5_000, 5));
  await ask(beginImport, importEntry("c-lost", list_id, 5));
  const again = await compareList(ask, "c-lost", numbersFrom(5_000, 6));
  expect(again.sent).toMatchObject([{ as: "sent_unsure", positions: [0, 1, 2, 3, 4] }]);
  await ask(beginImport, { ...importEntry("c-lost", again.list_id, 6), sends_again: ["sent_unsure"] });
});

test("leaves out numbers of the do-not-call list until their last day has passed", async () => {
  const [forGood, today, past] = numbersFrom(6_000, 3) as [string, string, string];
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await block([forGood]);
  await block([today], day(0));
  await block([past], day(-1));
  const { blocked } = await compareList(ask, "c-block", numbersFrom(6_000, 4));
  expect(blocked).toEqual([0, 1]);
});

test("begins no upload of a number that was put on the do-not-call list meanwhile", async () => {
  const { list_id } = await compareList(ask, "c-late", numbersFrom(7_000, 3));
  await block(numbersFrom(7_001, 1));
  await expect(ask(beginImport, importEntry("c-late", list_id, 3))).rejects.toThrow("have changed");
  expect((await ask(findPerson, { number: numbersFrom(7_000, 1)[0] ?? "" })).sent).toEqual([]);
});

test("begins an upload when somebody else was put on the do-not-call list meanwhile", async () => {
  const { list_id } = await compareList(ask, "c-meanwhile", numbersFrom(7_100, 3));
  await block(numbersFrom(7_200, 1));
  expect((await ask(beginImport, importEntry("c-meanwhile", list_id, 3))).data.campaign_id).toBe("c-meanwhile");
});

test("lets only one of two people send the same new people when both press at once", async () => {
  const other = askAs("Jonas Weil");
  const lists = await Promise.all([ask, other].map((by) => compareList(by, "c-both", numbersFrom(8_000, 50))));
  const begun = await Promise.allSettled(
    [ask, other].map((by, index) => by(beginImport, importEntry("c-both", lists[index]?.list_id ?? "", 50))),
  );
  expect(begun.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("sends people of other campaigns too if asked, but never those of this one", async () => {
  await sendList(ask, "c-three", numbersFrom(9_000, 2));
  await sendList(ask, "c-four", numbersFrom(9_002, 2));
  const { list_id } = await compareList(ask, "c-four", numbersFrom(9_000, 5));
  const { data } = await ask(beginImport, { ...importEntry("c-four", list_id, 3), sends_again: ["sent_elsewhere"] });
  expect(data.rows).toBe(3);
});

test("sends the lists that a person compared in two tabs, one after the other", async () => {
  const lists = [
    await compareList(ask, "c-tabs", numbersFrom(10_100, 2)),
    await compareList(ask, "c-tabs", numbersFrom(10_200, 3)),
  ];
  for (const [nth, { list_id }] of lists.entries())
    expect((await ask(beginImport, importEntry("c-tabs", list_id, 2 + nth))).data.rows).toBe(2 + nth);
});

test("refuses a list that was compared for another campaign, by someone else or not at all", async () => {
  const { list_id } = await compareList(ask, "c-mine", numbersFrom(10_000, 2));
  await expect(ask(beginImport, importEntry("c-else", list_id, 2))).rejects.toThrow("another campaign");
  await expect(askAs("Jonas Weil")(beginImport, importEntry("c-mine", list_id, 2))).rejects.toThrow("has ended");
  await expect(ask(beginImport, importEntry("c-mine", "none", 2))).rejects.toThrow("has ended");
});

test("counts who of a campaign was sent to other campaigns, by number", async () => {
  await sendList(ask, "c-spring", numbersFrom(13_000, 286));
  const { list_id } = await compareList(ask, "c-meter", numbersFrom(13_001, 300));
  await ask(beginImport, { ...importEntry("c-meter", list_id, 300), sends_again: ["sent_elsewhere"] });
  const overlap = await ask(campaignOverlap, { campaign_id: "c-meter" });
  expect(overlap).toMatchObject({ people: 300, other_campaigns: [{ campaign_id: "c-spring", people: 285 }] });
  expect(await ask(campaignOverlap, { campaign_id: "c-unknown" })).toEqual({ people: 0, other_campaigns: [] });
});

test("finds every upload of a number, and who blocked it", async () => {
  const [number] = numbersFrom(11_000, 1) as [string];
  expect(await ask(findPerson, { number })).toMatchObject({ sent: [], blocked: null, sent_since: expect.any(String) });
  const sent = await sendList(ask, "c-find", [number], 1);
  await block([number]);
  expect(await ask(findPerson, { number })).toMatchObject({
    sent: [
      { import_id: sent.id, campaign_id: "c-find", row: 2, outcome: "ok", rows: 1, accepted: 1, by: "Ines Duarte" },
    ],
    blocked: { reason: "asked", source: "by phone", by: "Ines Duarte" },
  });
});

test("counts the people of a campaign once, by country and time zones", async () => {
  const us = ["+12125550123", "+12125550124", "+18085550123"];
  await sendList(ask, "c-people", [...us, "+18005550199", "+88161234567"], 5);
  await sendList(ask, "c-people", [...us.slice(0, 2), "+34612345678", "+447400123456"], 2);
  const { data } = await ask(listPeople, { campaign_id: "c-people" });
  expect(data.places).toEqual([
    { country: "US", zones: ["America/New_York"], people: 2 },
    { country: "ES", zones: ["Atlantic/Canary", "Europe/Madrid"], people: 1 },
    { country: "GB", zones: ["Europe/Guernsey", "Europe/Isle_of_Man", "Europe/London"], people: 1 },
    { country: "US", zones: [], people: 1 },
    { country: "US", zones: ["Pacific/Honolulu"], people: 1 },
    { country: "ZZ", zones: [], people: 1 },
  ]);
  expect(data.others).toBeNull();
});

test("counts people of a campaign who are in no list from here", async () => {
  await sendList(ask, "c-others", numbersFrom(15_000, 3), 3);
  await compareList(ask, "c-others", numbersFrom(15_100, 9));
  const answer = answerOf({ total_contacts: 10, pending_contacts: 8, completed_contacts: 2 });
  const record = { accountId: "", resource: "campaigns", ref: "c-others" };
  await storeVersion(gateway.database.db, { ...record, answer, at: new Date() });
  const { data } = await ask(listPeople, { campaign_id: "c-others" });
  expect(data).toEqual({ places: [{ country: "DE", zones: ["Europe/Berlin"], people: 3 }], others: 7 });
});

test("forgets numbers after their days, and those of a list that was not sent after one", async () => {
  await sendList(ask, "c-old", numbersFrom(14_000, 3));
  await compareList(ask, "c-unsent", numbersFrom(14_010, 3));
  const { db, pool } = gateway.database;
  const { days } = await readSettings(db);
  const kept = async () => {
    const { rows } = await pool.query(`select count(*) as numbers from console.list_number join console.contact_list
      on key = list where campaign_id in ('c-old', 'c-unsent')`);
    return Number(rows[0].numbers);
  };
  const later = (count: number) => new Date(Date.now() + count * 86_400_000);
  expect(await kept()).toBe(6);
  await removeOld(db, days, later(2));
  expect(await kept()).toBe(3);
  await removeOld(db, days, later(days.numbers.days - 1));
  expect(await kept()).toBe(3);
  await removeOld(db, days, later(days.numbers.days + 1));
  expect(await kept()).toBe(0);
});

test("stores no number that can be read without the key", async () => {
  const [number] = numbersFrom(12_000, 1) as [string];
  await sendList(ask, "c-stored", [number]);
  await block([number]);
  for (const table of ["list_number", "do_not_call", "contact_list", "audit_event"]) {
    const { rows } = await gateway.database.pool.query(`select t::text as line from console.${table} as t`);
    const lines = rows.map(({ line }) => String(line)).join("\n");
    expect(lines).not.toContain(number.slice(1));
    expect(lines).not.toContain(Buffer.from(number).toString("hex"));
  }
});

test("leaves a row out when another of its numbers is blocked, and keeps none of its numbers as sent", async () => {
  const [called = "", home = "", second = "", free = ""] = numbersFrom(70_000, 4);
  await block([home]);
  const { list_id } = await ask(openList, { campaign_id: "c-beside" });
  const others = { rows: [2, 3], numbers: [home, free] };
  const compared = await ask(compareNumbers, { list_id, rows: [2, 3], numbers: [called, second], others });
  expect(compared.blocked).toEqual([0]);
  const { data } = await ask(beginImport, importEntry("c-beside", list_id, 1));
  await ask(finishImport, { import_id: data.id, outcome: "ok", status: 200, accepted: 1 });
  const sent = async (number: string) => (await ask(findPerson, { number })).sent.length;
  expect([await sent(called), await sent(home), await sent(second), await sent(free)]).toEqual([0, 0, 1, 0]);
});
