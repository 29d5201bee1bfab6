import { beforeAll, expect, test } from "vitest";
import { compareUploadCalls, countUploadCalls } from "@/lib/contract/console/upload-calls";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { personWith } from "@/lib/testing/console";
import { storeCalls } from "@/lib/testing/found-calls";
import { freshGateway } from "@/lib/testing/fresh-gateway";
import { numbersFrom, sendList } from "@/lib/testing/sent-list";

let gateway: Awaited<ReturnType<typeof freshGateway>>;
beforeAll(async () => {
  gateway = await freshGateway();
});

const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  gateway.run(op, input, personWith("campaign_manager")) as Promise<OutputOf<Op>>;
const called = (campaignRef: string, numbers: string[], lastEventAt = new Date(Date.now() + 60_000)) =>
  storeCalls(
    gateway.database.db,
    "",
    numbers.map((number) => ({ campaignRef, contact: number.slice(1), lastEventAt })),
  );

test("counts how many people of one upload were called, not those of another", async () => {
  await sendList(ask, "c-run", numbersFrom(40_000, 5));
  const { id } = await sendList(ask, "c-run", numbersFrom(40_100, 3));
  expect(await ask(countUploadCalls, { import_id: id })).toEqual({ people: 3, called: null });
  await called("c-run", numbersFrom(40_000, 2));
  expect(await ask(countUploadCalls, { import_id: id })).toEqual({ people: 3, called: 0 });
  await called("c-run", [...numbersFrom(40_101, 1), ...numbersFrom(40_101, 1)]);
  expect(await ask(countUploadCalls, { import_id: id })).toEqual({ people: 3, called: 1 });
});

test("does not count calls from before the upload", async () => {
  const people = numbersFrom(41_000, 2);
  await called("c-before", people, new Date(Date.now() - 60_000));
  const { id } = await sendList(ask, "c-before", people);
  expect(await ask(countUploadCalls, { import_id: id })).toEqual({ people: 2, called: 0 });
});

test("picks the numbers of an upload that were not called yet, wherever they are in the file", async () => {
  const people = numbersFrom(42_000, 4);
  const { id } = await sendList(ask, "c-pick", people);
  await called("c-pick", people.slice(0, 1));
  const numbers = [...numbersFrom(42_500, 1), ...people.toReversed()];
  expect(await ask(compareUploadCalls, { import_id: id, numbers })).toEqual({
    uploaded: [1, 2, 3, 4],
    not_called: [1, 2, 3],
  });
});

test("refuses an upload whose numbers are not stored, and other roles", async () => {
  await expect(ask(countUploadCalls, { import_id: "none" })).rejects.toThrow("not stored any more");
  expect((await gateway.ask("support", "GET", "/api/console/imports/none/calls")).status).toBe(403);
});
