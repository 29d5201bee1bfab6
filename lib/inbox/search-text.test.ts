import { beforeAll, expect, test } from "vitest";
import { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { listReceived } from "@/lib/contract/console/inbox/received";
import { searchedNumber } from "@/lib/numbers/searched-number";
import { freshInbox } from "@/lib/testing/inbox";

let inbox: Awaited<ReturnType<typeof freshInbox>>;

beforeAll(async () => {
  inbox = await freshInbox();
  const event = (call_id: string, to_number: string) =>
    inbox.post(JSON.stringify({ event: "call.ended", call_id, to_number, ended_reason: "voicemail" }));
  await event("call_berlin", "+4930231250011");
  await event("call_other", "+4930231250099");
  await inbox.readAll();
});

const found = async (text: string) => {
  const calls = await inbox.ask(listFoundCalls, { text });
  const events = await inbox.ask(listReceived, { text });
  expect(events.data.map(({ call_id }) => call_id)).toEqual(calls.data.map(({ call_id }) => call_id));
  expect(events.searched).toEqual(calls.searched);
  return { calls: calls.data.map(({ call_id }) => call_id), searched: calls.searched };
};

test.each([
  "+49 (0)30 2312 50011",
  "+49 30 2312‑50011",
  "tel:+493023125‑0011",
  "\u202a+49 30 231250011\u202c",
  "\u2068+49 30 231250011\u2069",
  "Tel. +49 30 231250011",
  "<+4930231250011>",
  "０049 30 ２３１２５００１１",
  "+٤٩٣٠٢٣١٢٥٠٠١١",
  "0049 30/2312-50011",
  "sip:+4930231250011@example.org",
])("finds the call and its events by %s", async (text) => {
  expect(await found(text)).toEqual({ calls: ["call_berlin"], searched: { is: "whole", digits: "4930231250011" } });
});

test.each(["030 2312‑50011", "(030) 231250011", "30 2312 50011"])(
  "finds a number without its country code by %s",
  async (text) => {
    expect(await found(text)).toEqual({ calls: ["call_berlin"], searched: { is: "part", digits: "30231250011" } });
  },
);

test.each([
  ["8 (916) 123-45-67", "+79161234567"],
  ["06 30 123 4567", "+36301234567"],
  ["(51) 98765-4321", "+5551987654321"],
  ["158 1234 5678", "+8615812345678"],
  ["09 11 2345-6789", "+5491123456789"],
  ["8 612 34567", "+37061234567"],
  ["8 029 123-45-67", "+375291234567"],
  ["06 1234 5678", "+390612345678"],
])("finds a number as its country dials it: %s", async (text, number) => {
  const call_id = `call_${number.slice(1)}`;
  await inbox.post(JSON.stringify({ event: "call.ended", call_id, to_number: number, ended_reason: "voicemail" }));
  await inbox.readAll();
  expect((await found(text)).calls).toContain(call_id);
});

test.each(["5001", "0011", "12500", "+49 30 2", "+49 3023", "0049 30 2", "030 2312500"])(
  "finds a number by a part of it: %s",
  async (text) => {
    expect((await found(text)).calls).toContain("call_berlin");
  },
);

test.each([
  ["+49 30 231250011 / +49 30 231250099", { is: "unread", fault: "several" }],
  ["+49 30 231250011 231250099 4444", { is: "unread", fault: "unreadable" }],
])("says that %s was not read as a number", async (text, searched) => {
  expect(await found(text)).toEqual({ calls: [], searched });
});

test.each(["Rosa Strauß", "call_berlin", "12", "", "cmp_9f31"])("takes %s for no number", (text) => {
  expect(searchedNumber(text)).toBeUndefined();
});
