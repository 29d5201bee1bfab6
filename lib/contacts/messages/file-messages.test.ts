import { expect, test } from "vitest";
import type { Book } from "@/lib/contacts/engine";
import type { Format } from "@/lib/contacts/plan";
import type { Sheet } from "@/lib/contacts/workbook/workbook-types";
import { columnWords, formatMessage, hiddenMessage, otherLists, sheetWords, whySheet } from "./file-messages";

const plain: Format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true };

test("describes a format", () => {
  expect(formatMessage(plain)).toBe("UTF-8 with commas, a header row");
  expect(formatMessage({ encoding: "windows-1252", delimiter: "\t", skippedRows: 1, hasHeader: false })).toBe(
    "Windows-1252 with tabs, no header row, 1 row skipped above",
  );
});

test("names the sheet only when the workbook has several", () => {
  const book = (...names: string[]): Book => ({
    kind: "excel",
    sheets: names.map((name) => sheet(name)),
    sheet: names.length - 1,
  });
  expect(formatMessage(plain, book("List"))).toBe("Excel workbook, a header row");
  expect(formatMessage(plain, book("Notes", "Autumn"))).toBe("Excel workbook, sheet “Autumn”, a header row");
  expect(formatMessage(plain, { ...book("List"), kind: "openDocument" })).toBe(
    "OpenDocument spreadsheet, a header row",
  );
});

const sheet = (name: string, more: Partial<Sheet> = {}): Sheet => ({ name, isHidden: false, hasList: true, ...more });

test("offers other lists and explains when a later sheet is read", () => {
  const sheets = [
    sheet("Read me", { hasList: false }),
    sheet("Old", { isHidden: true }),
    sheet("North"),
    sheet("South"),
  ];
  const book: Book = { kind: "excel", sheets, sheet: 2 };
  expect(otherLists(book).map((index) => sheetWords(sheets[index], index))).toEqual(["“South”", "“Old”, hidden"]);
  expect(whySheet(book)).toBe("“North” is read: “Read me” comes first and contains no list.");
  expect(whySheet({ ...book, sheet: 1 })).toBe("“Old” is a sheet that the workbook hides.");
  expect(whySheet({ ...book, sheets: sheets.slice(2), sheet: 0 })).toBe("");
});

test("reports hidden rows", () => {
  expect(hiddenMessage(1)).toBe("1 row is hidden in the workbook, by a filter or by hand.");
});

test("labels a column by its position when its name is missing or repeated", () => {
  expect(columnWords({ name: " phone ", samples: [], isRepeated: false }, 0)).toBe("phone");
  expect(columnWords({ name: "phone", samples: [], isRepeated: true }, 2)).toBe("phone, column 3");
  expect(columnWords({ name: " ", samples: [], isRepeated: true }, 4)).toBe("Column 5");
});
