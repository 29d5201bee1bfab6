import { beforeAll, expect, test } from "vitest";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { beginImport } from "@/lib/contract/console/imports";
import { setMasking } from "@/lib/contract/console/people/masking";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { personWith } from "@/lib/testing/console";
import { storeCalls, storeCampaign } from "@/lib/testing/found-calls";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { compareList, importEntry, numbersFrom, sendList } from "@/lib/testing/sent-list";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  gateway.run(op, input, personWith("campaign_manager")) as Promise<OutputOf<Op>>;
const file = (campaign_id: string, query = "", role: "campaign_manager" | "viewer" = "campaign_manager") =>
  gateway.ask(role, "GET", `/api/console/campaign-results/${campaign_id}/csv${query}`);
const linesOf = (text: string) => text.replace("\ufeff", "").trimEnd().split("\r\n");

async function winter(id: string, total: number, completed: number) {
  const { db } = gateway.database;
  await storeCampaign(db, "", id, "cancelled", "Winter tariff renewals");
  const record = {
    status: "cancelled",
    total_contacts: total,
    completed_contacts: completed,
    cancelled_contacts: total - completed,
  };
  await storeVersion(db, { accountId: "", resource: "campaigns", ref: id, answer: answerOf(record), at: new Date() });
}

test("speaks the words of the screen, in the time zone of the reader, and names who was not called", async () => {
  const people = numbersFrom(30_000, 3);
  await sendList(ask, "winter", people);
  await winter("winter", 6, 2);
  await storeCalls(gateway.database.db, "", [
    {
      campaignRef: "winter",
      contact: people[0]?.slice(1) ?? "",
      contactName: "=Ann",
      reason: "customer-did-not-answer",
      seconds: 0,
      at: new Date("2026-11-28T19:20:55.120Z"),
    },
    {
      campaignRef: "winter",
      contact: "447912619511",
      contactName: "Zoë",
      reason: "assistant-ended-call",
      seconds: 187,
      at: new Date("2026-11-28T19:21:55Z"),
    },
  ]);
  const { text, headers } = await file("winter", "?zone=Europe%2FBerlin");
  expect(headers.get("content-disposition")).toMatch(/"results_\S+_Winter-tariff-renewals_by-\S+_made-\S+Z\.csv"/);
  expect(linesOf(text)).toEqual([
    "Contact,Number,Calls,Last result,Last call (Europe/Berlin),Length,Call ID",
    "Zoë,+44 7912619511,1,Assistant hung up,2026-11-28 20:21:55,0:03:07,call_1",
    `'=Ann,+49 ${people[0]?.slice(3)},1,No answer,2026-11-28 20:20:55,0:00:00,call_0`,
    "row 3 of spring – leads.csv,,0,not called",
    "row 4 of spring – leads.csv,,0,not called",
    '"2 other people, not uploaded here",,,not known',
  ]);
  const found = await file("winter", `?text=${encodeURIComponent("zoë")}`);
  expect(linesOf(found.text).slice(1)).toEqual([expect.stringMatching(/^Zoë,/)]);
});

test("does not say that somebody was not called when calls were made that no event told of", async () => {
  await sendList(ask, "early", numbersFrom(31_000, 2));
  await winter("early", 2, 1);
  const [, ...lines] = linesOf((await file("early")).text);
  expect(lines).toEqual(["row 2 of spring – leads.csv,,0,no call seen", "row 3 of spring – leads.csv,,0,no call seen"]);
});

test("names somebody once who was sent twice and never called", async () => {
  const [number = ""] = numbersFrom(33_000, 1);
  await winter("resent", 1, 0);
  await sendList(ask, "resent", [number]);
  await gateway.database.pool.query(
    "update console.contact_import set outcome = 'unknown' where campaign_id = 'resent'",
  );
  const { list_id } = await compareList(ask, "resent", [number]);
  await ask(beginImport, { ...importEntry("resent", list_id, 1), sends_again: ["sent_unsure"] });
  const [, ...lines] = linesOf((await file("resent")).text);
  expect(lines).toHaveLength(1);
});

test("says that people were not called who were uploaded after the first event of the campaign", async () => {
  await winter("after", 3, 2);
  await storeCalls(gateway.database.db, "", [
    { campaignRef: "after", contact: "4930300001", firstEventAt: new Date(0) },
  ]);
  await sendList(ask, "after", numbersFrom(32_000, 1));
  expect(linesOf((await file("after")).text)[2]).toBe("row 2 of spring – leads.csv,,0,not called");
});

test("streams each of many contacts once, with the last of their calls, also those with equal times", async () => {
  await winter("many", 3_000, 3_000);
  const at = new Date("2026-11-28T12:00:00Z");
  const calls = Array.from({ length: 6_000 }, (_, index) => ({
    ...{
      ref: `many_${String(index).padStart(5, "0")}`,
      campaignRef: "many",
      contact: `49301${100_000 + (index % 3_000)}`,
    },
    ...{ reason: "customer-busy", at },
  }));
  await storeCalls(gateway.database.db, "", calls);
  const [, ...lines] = linesOf((await file("many")).text);
  expect(lines).toHaveLength(3_000);
  expect(new Set(lines.map((line) => line.split(",")[1])).size).toBe(3_000);
  expect(lines.every((line) => line.includes(",2,Busy,") && /many_0[3-5]/.test(line))).toBe(true);
});

test("holds only the chosen results, and hides numbers from roles that see masks", async () => {
  await winter("chosen", 2, 2);
  await storeCalls(gateway.database.db, "", [
    { campaignRef: "chosen", contact: "4930200001", reason: "a word, of the platform" },
    { campaignRef: "chosen", contact: "4930200002", reason: "customer-busy" },
  ]);
  const { text } = await file("chosen", "?results=a%2520word%252C%2520of%2520the%2520platform");
  expect(linesOf(text).slice(1)).toEqual([expect.stringContaining("+49 30200001")]);
  await gateway.run(setMasking, { is_on: true }, personWith("admin"));
  expect((await file("chosen", "", "viewer")).text).not.toContain("30200001");
});
