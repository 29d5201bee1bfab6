import { beforeAll, expect, test } from "vitest";
import { addDoNotCall, listDoNotCall } from "@/lib/contract/console/do-not-call";
import { listResults } from "@/lib/contract/console/inbox/campaign-results";
import { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { findPerson } from "@/lib/contract/console/person";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { askedByPhone, personWith } from "@/lib/testing/console";
import { contactForm } from "@/lib/testing/contact-form";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { freshInbox } from "@/lib/testing/inbox";
import { spellings } from "@/lib/testing/spellings";

const typed = spellings.filter(({ isInText }) => !isInText).map((row) => [row.spelling, row] as const);
const withCode = typed.filter(([, { country }]) => country === undefined);

let gateway: Awaited<ReturnType<typeof freshGateway>>;
let inbox: Awaited<ReturnType<typeof freshInbox>>;

beforeAll(async () => {
  gateway = await freshGateway();
  inbox = await freshInbox();
});

const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  gateway.run(op, input, personWith("admin")) as Promise<OutputOf<Op>>;

test.each(typed)("blocks and finds a person who is typed as %s", async (text, { country, number }) => {
  await gateway.database.pool.query("delete from console.do_not_call");
  expect(await ask(addDoNotCall, { numbers: [text], country, ...askedByPhone })).toMatchObject({ added: 1 });
  expect((await ask(listDoNotCall, { number: text, country })).latest).toMatchObject([{ number }]);
  expect(await ask(findPerson, { number: text, country })).toMatchObject({ number, blocked: { reason: "asked" } });
  expect((await ask(findPerson, { number })).blocked).toMatchObject({ reason: "asked" });
});

test.each(withCode)("sends no list with a blocked person who is written as %s", async (text, { number }) => {
  await gateway.database.pool.query("delete from console.do_not_call");
  await ask(addDoNotCall, { numbers: [number], ...askedByPhone });
  const csv = `phone_number,name\r\n"${text.replaceAll('"', '""')}",Ann\r\n`;
  const { status, json } = await gateway.ask("admin", "POST", "/api/v1/campaigns/c1/contacts/upload", contactForm(csv));
  expect([status, json.detail]).toEqual([409, expect.stringMatching(/^Row 2 is on the do-not-call list/)]);
});

test("joins calls to one person in results, however their events spell the number", async () => {
  const numbers = new Map<string, string>();
  for (const [nth, [text, { number }]] of withCode.entries()) {
    const event = { event: "call.ended", call_id: `call_${nth}`, campaign_id: "c1", ended_reason: "voicemail" };
    await inbox.post(JSON.stringify({ ...event, to_number: text, started_at: "2026-11-20T10:00:00Z" }));
    numbers.set(`call_${nth}`, number.slice(1));
  }
  await inbox.readAll();
  const { contacts, calls, data } = await inbox.ask(listResults, { campaign_id: "c1", limit: 200 });
  const people = new Set(numbers.values());
  expect([calls, contacts]).toEqual([withCode.length, people.size]);
  expect(new Set(data.map(({ contact }) => contact))).toEqual(people);
});

test.each(withCode)("finds the calls of a person by %s", async (text, { number }) => {
  const { data } = await inbox.ask(listFoundCalls, { text, limit: 200 });
  expect(data.length).toBeGreaterThan(0);
  expect(new Set(data.map(({ contact }) => contact))).toEqual(new Set([number.slice(1)]));
  const contacts = await inbox.ask(listResults, { campaign_id: "c1", text });
  expect(contacts.data.map(({ contact }) => contact)).toEqual([number.slice(1)]);
  expect(contacts.found).toBe(1);
});
