import { expect, test } from "vitest";
import { countAssistantNumbers, listAssistantNumbers } from "@/lib/contract/console/assistant-numbers";
import type { OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { freshConsole, personWith } from "@/lib/testing/console";
import { answerOf, keepList } from "./store-versions";

const accountId = "one organization";
const read = () => Promise.reject(new Problem("upstream-unreachable"));
const { database, run } = await freshConsole({ collect: { accountId, read } });
const support = personWith("support");

const counts = async () => (await run(countAssistantNumbers, {}, support)) as OutputOf<typeof countAssistantNumbers>;
const numbersOf = async (assistant_id: string) =>
  (await run(listAssistantNumbers, { assistant_id }, support)) as OutputOf<typeof listAssistantNumbers>;

const number = (id: number, assistant_id: string | null) => ({
  id: `n${id}`,
  phone_number: `+4930${id}`,
  assistant_id,
});
const keep = (items: unknown[], minute: number, isWhole = true) => {
  const at = new Date(Date.UTC(2026, 10, 20, 14, minute));
  const answers = [answerOf({ items, total: items.length })];
  return keepList(database.db, { accountId, resource: "phone-numbers", answers, isWhole, at, before: undefined });
};

test("gives no counts before the list of phone numbers was read", async () => {
  const unread = { read_at: null, row_count: 0, is_whole: false };
  expect(await counts()).toEqual({ data: [], ...unread });
  expect(await numbersOf("a")).toEqual({ data: [], count: 0, ...unread });
});

test("counts the numbers of each assistant, and lists the first six", async () => {
  await keep([...Array.from({ length: 8 }, (_, id) => number(id, "a")), number(8, "b"), number(9, null)], 0);
  const list = { read_at: "2026-11-20T14:00:00.000Z", row_count: 10, is_whole: true };
  const data = [
    { assistant_id: "a", count: 8 },
    { assistant_id: "b", count: 1 },
  ];
  expect(await counts()).toEqual({ data, ...list });
  const ofOne = await numbersOf("a");
  expect(ofOne).toMatchObject({ count: 8, ...list });
  expect(ofOne.data.map(({ phone_number }) => phone_number)).toEqual([0, 1, 2, 3, 4, 5].map((id) => `+4930${id}`));
});

test("leaves out numbers that are gone or moved to another assistant", async () => {
  await keep([number(0, "b"), number(8, "b")], 5);
  expect((await counts()).data).toEqual([{ assistant_id: "b", count: 2 }]);
  expect(await numbersOf("a")).toMatchObject({ data: [], count: 0, is_whole: true });
});

test("says so if the platform returned only part of the list", async () => {
  await keep([number(0, "b")], 10, false);
  expect(await counts()).toMatchObject({ row_count: 1, is_whole: false, read_at: "2026-11-20T14:10:00.000Z" });
});
