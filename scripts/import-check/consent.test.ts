import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { csvOf, fourPeople, freshImportCheck, sheetOfAnn } from "@/lib/testing/contacts/fresh-import-check";

const { check, pathOf, writeInput, writeWorkbook } = await freshImportCheck();

test("refuses a list with a column about consent until --only or --all-rows is passed", async () => {
  const file = await writeInput(
    "consent.csv",
    csvOf("phone_number,name,Do not call", "+447911012345,Ann,no", "+447911012346,Bo,yes", "+447911012347,Cy,"),
  );
  const refused = await check([file]);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain("These columns may say who must not be called:\n  Do not call: no 1, yes 1, (empty) 1");
  const clean = pathOf("consent clean.csv");
  const limited = await check([file, "--only", "do not call=No", "--clean", clean]);
  expect(limited).toMatchObject({ code: 0, out: expect.stringContaining("2 left out by a column's value") });
  expect(limited.out).toContain("Do not call: yes, 1 row");
  expect(await readFile(clean, "utf8")).toBe(csvOf("phone_number,name", "+447911012345,Ann"));
  expect((await check([file, "--only", "Do not call=no,", "--json"])).out).toContain('"sent": 2');
  expect((await check([file, "--all-rows"])).out).toContain("3 rows: 3 will be uploaded");
  expect((await check([file, "--only", "Do not call=nope"])).err).toContain("No row has nope there. Do not call: no 1");
  expect((await check([file, "--only", "Do not call"])).code).toBe(64);
});

test("asks about a file whose name is a status, and quotes a text sheet", async () => {
  const named = await check([await writeInput("unsubscribed_export.csv", fourPeople)]);
  expect(named.out).toContain("The file's name says “unsubscribed”. May these people be called?");
  const book = await writeWorkbook("noted.xlsx", [
    { name: "List", rows: sheetOfAnn },
    { name: "Notes", rows: [["Read me"], ["Do not call anybody with Opt-in = no"]] },
  ]);
  expect((await check([book])).out).toContain("“Notes” says “Do not call anybody with Opt-in = no”");
});
