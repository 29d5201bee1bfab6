import { expect, test } from "vitest";
import type { Book } from "@/lib/contacts/engine";
import type { Format } from "@/lib/contacts/plan";
import type { Sheet } from "@/lib/contacts/workbook/workbook-types";
import { columnWords, formatMessage, hiddenMessage, joinList, otherLists, whySheet } from "./file-messages";

const plain: Format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true };

test("a format is said in words", () => {
  expect(formatMessage(plain)).toBe("UTF-8 with commas, a header row");
  expect(formatMessage({ encoding: "windows-1252", delimiter: "\t", skippedRows: 1, hasHeader: false })).toBe(
    "Windows-1252 with tabs, no header row, 1 row skipped above",
  );
});

test("a workbook names its sheet only where it has more than one", () => {
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

const sheet = (name: string, more: Partial<Sheet> = {}): Sheet => ({ name, visibility: "visible", ...more });
const list = (count: number, isAbout = false) => ({ contacts: { count, isAbout } });

test("other lists are offered with their rows, hidden ones last, and it is said why another sheet than the first is read", () => {
  const sheets = [
    sheet("Read me"),
    sheet("Old", { visibility: "veryHidden", ...list(3) }),
    sheet("North", list(5000)),
    sheet("South", list(1200, true)),
  ];
  const book: Book = { kind: "excel", sheets, sheet: 2 };
  expect(otherLists(book).map((at) => joinList(sheets[at], at))).toEqual([
    "“South”, about 1,200 rows",
    "“Old”, 3 rows, hidden",
  ]);
  expect(whySheet(book)).toBe("“North” is read: “Read me” comes first and holds no list.");
  expect(whySheet({ ...book, sheet: 1 })).toBe("“Old” is a sheet that the workbook hides.");
  expect(whySheet({ ...book, sheets: sheets.slice(2), sheet: 0 })).toBe("");
});

test("hidden rows and columns are said", () => {
  expect(hiddenMessage(1)).toBe("1 row is hidden in the workbook, by a filter or by hand.");
  expect(columnWords({ name: "phone", samples: [], isRepeated: false, isHidden: true }, 0)).toBe("phone (hidden)");
});

test("columns of the same name are told apart by their place, and one without a name has only that", () => {
  expect(columnWords({ name: " phone ", samples: [], isRepeated: false }, 0)).toBe("phone");
  expect(columnWords({ name: "phone", samples: [], isRepeated: true }, 2)).toBe("phone, column 3");
  expect(columnWords({ name: " ", samples: [], isRepeated: true }, 4)).toBe("Column 5");
});
