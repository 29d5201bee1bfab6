import { beforeAll, expect, test } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { personWith } from "@/lib/testing/console";
import { storeCalls } from "@/lib/testing/found-calls";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { numbersFrom, sendList } from "@/lib/testing/sent-list";
import { pickNotCalled } from "./not-called";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  gateway.run(op, input, personWith("campaign_manager")) as Promise<OutputOf<Op>>;

async function picked(upload: { import_id: string; rules?: Record<string, string | number> }, text: string) {
  const { signal } = new AbortController();
  return pickNotCalled({
    engine: createContactEngine(),
    upload: { file_name: "wrong list.csv", rules: {}, ...upload },
    file: new File([text], "wrong list.csv"),
    signal,
    send: async (op, input) => ({ ...rest, raw: await ask(op, input) }),
  });
}
const rest = { drift: [], status: 200, requestId: "r", readAt: "" };

test("saves the rows of an upload that were not called yet, from a file in another order and form", async () => {
  const people = numbersFrom(50_000, 4);
  const { id } = await sendList(ask, "c-wrong", people);
  const called = people.slice(1, 2).map((number) => number.slice(1));
  await storeCalls(
    gateway.database.db,
    "",
    called.map((contact) => ({ campaignRef: "c-wrong", contact, lastEventAt: new Date(Date.now() + 60_000) })),
  );
  const national = people.toReversed().map((number, index) => `0${number.slice(3)};Ann ${index};x`);
  const stranger = `0301999999;Stranger;x`;
  const rules = { country: "DE", phone_column: 1, name_columns: "2" };
  const text = `Telefon;Name;Note\n${[stranger, ...national].join("\n")}\n`;
  const { found, notCalled, file } = await picked({ import_id: id, rules }, text);
  expect([found, notCalled, file.name]).toEqual([4, 3, "wrong list_not-called.csv"]);
  const lines = (await file.text()).trim().split(/\r?\n/);
  expect(lines.slice(1)).toEqual([3, 2, 0].map((index) => expect.stringContaining(people[index]?.slice(1) ?? "")));
});

test("finds nobody in a file that is not that of the upload", async () => {
  const { id } = await sendList(ask, "c-else", numbersFrom(51_000, 2));
  const other = numbersFrom(52_000, 2).map((number) => `${number},Ann`);
  expect(await picked({ import_id: id }, `phone_number,name\n${other.join("\n")}\n`)).toMatchObject({
    found: 0,
    notCalled: 0,
  });
});
