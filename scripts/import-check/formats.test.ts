import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { bytesOf } from "@/lib/testing/contacts/checked-file";
import { csvOf, freshImportCheck, sheetOfAnn } from "@/lib/testing/contacts/fresh-import-check";
import { makeOds } from "@/lib/testing/contacts/make-ods";

const { check, pathOf, writeInput, writeWorkbook } = await freshImportCheck();

test("reads a workbook's sheet by its name or number", async () => {
  const file = await writeWorkbook("people.xlsx", [
    { name: "Notes", rows: [["Called on Monday"]] },
    {
      name: "People",
      rows: [
        ["Mobile", "First name", "Surname"],
        ["+447911012345", "Ann", "Lee"],
      ],
    },
  ]);
  for (const sheet of ["People", "2"]) {
    const { code, out } = await check([file, "--sheet", sheet]);
    expect(code).toBe(0);
    expect(out).toContain("Excel workbook, sheet “People”");
    expect(out).toMatch(/phone_number +Mobile \(guessed\)\n +name +First name \+ Surname \(guessed\)/);
  }
  expect((await check([file, "--sheet", "Staff"])).err).toContain(
    "There is no sheet Staff. The sheets are Notes, People.",
  );
  const { code, out } = await check([file]);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringContaining("“People” is read: “Notes” comes first and contains no list."),
  });
});

test("names other lists of a workbook, and how to read another sheet when there is no list", async () => {
  const file = await writeWorkbook("regions.xlsx", [
    { name: "North", rows: sheetOfAnn },
    { name: "South", rows: [...sheetOfAnn, ["+447911012346", "Bo"]] },
    { name: "Old", state: "hidden", rows: sheetOfAnn },
  ]);
  const { out } = await check([file]);
  expect(out).toContain("other lists   “South”, 2 rows; “Old”, 1 row, hidden (--sheet NAME reads one)");
  expect((await check([file, "--sheet", "Old"])).out).toContain("“Old” is a sheet that the workbook hides.");
  const blank = await writeWorkbook("blank.xlsx", [
    { name: "One", rows: [] },
    { name: "Two", rows: [] },
  ]);
  expect(await check([blank])).toMatchObject({
    code: 2,
    err: expect.stringContaining("To read another sheet, pass --sheet NAME|N: One, Two."),
  });
});

test("leaves out hidden rows with a note, and sends them with --hidden-rows send", async () => {
  const rows = [...sheetOfAnn, ["+447911012346", "Bo"], ["+447911012347", "Cy"]];
  const file = await writeWorkbook("filtered.xlsx", [{ name: "List", rows, hiddenRows: [3] }]);
  const report = pathOf("hidden-report.csv");
  const leftOut = await check([file, "--report", report]);
  expect(leftOut).toMatchObject({ code: 0 });
  expect(leftOut.out).toContain("1 row is hidden in the workbook, by a filter or by hand.");
  expect(leftOut.out).toContain("3 rows: 2 will be uploaded, 1 hidden in the workbook");
  expect(leftOut.out).toContain("(--hidden-rows send sends these too)");
  expect(await readFile(report, "utf8")).toContain('+44 7911012346,Bo,3,"The workbook hides this row');
  expect((await check([file, "--hidden-rows", "send"])).out).toContain("3 rows: 3 will be uploaded");
  expect((await check([file, "--hidden-rows", "maybe"])).err).toContain(
    "--hidden-rows must be one of leave, send, not maybe.",
  );
});

test("reads OpenDocument spreadsheets, and explains an unreadable file", async () => {
  const ods = await makeOds([{ name: "List", rows: sheetOfAnn }]);
  const read = await check([await writeInput("list.ods", ods)]);
  expect(read.out).toContain("OpenDocument spreadsheet, a header row");
  expect(read.out).toContain("1 row: 1 will be uploaded");
  const web = await check([
    await writeInput("list.xls", "<html><table><tr><td>+447911012345</td></tr></table></html>"),
  ]);
  expect(web).toMatchObject({
    code: 2,
    err: expect.stringContaining("This is a web page or XML, whatever its name is."),
  });
});

test("reads text in the likeliest encoding, and shows the options for others", async () => {
  const text = csvOf("phone_number;name", "+447911012345;José", "+447911012346;Ann");
  const file = await writeInput("old.csv", bytesOf(text, "windows-1252"));
  const { code, out } = await check([file]);
  expect(code).toBe(0);
  expect(out).toContain("Windows-1252 with semicolons");
  expect(out).toContain("This file is not UTF-8. It was read as Windows-1252. Check these letters:");
  expect(out).toContain("row 2: José -> ");
  const other = /with --encoding (?!windows-1252)(\S+):/.exec(out)?.[1] ?? "";
  const again = await check([file, "--encoding", other]);
  expect(again.out).not.toContain("Check these letters");
  expect(again.out).toMatch(/with semicolons, a header row/);
});
