import { expect, test } from "vitest";
import { blamedBy, findArrays, listTitle, ownRowsOf, rejectedRows } from "./rows-blamed";

/** Row numbers in the source file of the five contacts sent. */
const rows = [2, 3, 5, 6, 8];
const numbers = rows.map((row) => `+4479110000${row}0`);
const engine = {
  rowsOfSent: async (places: readonly number[]) => places.map((place) => rows[place - 1]),
  rowsOfNumbers: async (searched: readonly string[]) =>
    searched.map((number) => rows.filter((_, index) => numbers[index]?.slice(1) === number.replace(/\D/g, ""))),
};

test("ownRowsOf matches by phone number when an entry has one", async () => {
  const entries = [
    { row: 1, phone_number: "+447911000080" },
    { line: 4, value: "+44 7911 000020" },
    { index: 9, phone_number: 447911000050 },
    { row: 2, value: "+15550000000" },
  ];
  expect(await ownRowsOf(entries, engine)).toEqual(["8", "2", "5", "Not a number of this list"]);
});

test("ownRowsOf gives both possible rows when an entry has only a row number", async () => {
  const rowTexts = await ownRowsOf(
    [1, 2, 3, 4, 5, 6].map((row) => ({ row, error: "bad" })),
    engine,
  );
  expect(rowTexts?.[0]).toBe("2 if contacts are counted");
  expect(rowTexts?.[2]).toBe("5 if contacts are counted; 3 if lines are, the header being line 1");
  expect(rowTexts?.[5]).toBe("8 if lines are, the header being line 1");
});

test("ownRowsOf returns undefined when entries have neither number nor row", async () => {
  expect(await ownRowsOf([{ code: "x" }], engine)).toBeUndefined();
  expect(blamedBy({ row: "two", value: "x" })).toEqual({ number: undefined, figure: undefined });
});

test("findArrays finds nested lists of records with all their fields", () => {
  const errors = [
    { row: 2, code: "invalid_phone" },
    { row: 4, message: "The same number is on line 2." },
  ];
  expect(findArrays({ success: true, data: { accepted: 1, errors } })).toEqual([
    { path: "data.errors", rows: errors, columns: ["row", "code", "message"] },
  ]);
  expect(findArrays(errors)[0]?.path).toBe("");
  expect(["data.errors", "data.skipped_rows", ""].map(listTitle)).toEqual(["Errors", "Skipped rows", "Rows"]);
});

test("findArrays ignores plain, empty and mixed lists", () => {
  expect(findArrays({ columns: ["a", "b"], errors: [], unknown: [1, { a: 1 }], blank: [{}] })).toEqual([]);
  expect(findArrays("accepted")).toEqual([]);
});

test("rejectedRows finds the rows that an answer rejects by number, with its reason", async () => {
  const errors = [
    { phone_number: "+44 7911 000020", reason: "blocked by carrier" },
    { phone_number: "+447911000050" },
    { row: 3, error: "bad" },
  ];
  const accepted = [{ phone_number: "+447911000030", message: "queued" }];
  expect([...(await rejectedRows({ data: { errors, accepted } }, engine))]).toEqual([
    [2, "The platform rejected it: blocked by carrier"],
    [5, "The platform rejected it."],
  ]);
  expect((await rejectedRows({ success: true }, engine)).size).toBe(0);
});
