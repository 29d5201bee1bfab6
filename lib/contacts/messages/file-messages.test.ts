import { expect, test } from "vitest";
import type { Book } from "@/lib/contacts/engine";
import type { Format } from "@/lib/contacts/plan";
import type { Sheet } from "@/lib/contacts/workbook/workbook-types";
import { columnWords, formatMessage, hiddenMessage, joinList, otherLists, whySheet } from "./file-messages";

const plain: Format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true };

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

const sheet = (name: string, more: Partial<Sheet> = {}): Sheet => ({ name, visibility: "visible", ...more });
const list = (count: number, isAbout = false) => ({ contacts: { count, isAbout } });

test("offers other lists with their rows and explains when a later sheet is read", () => {
  const sheets = [
    sheet("Read me"),
    sheet("Old", { visibility: "veryHidden", ...list(3) }),
    sheet("North", list(5000)),
    sheet("South", list(1200, true)),
  ];
  const book: Book = { kind: "excel", sheets, sheet: 2 };
  expect(otherLists(book).map((index) => joinList(sheets[index], index))).toEqual([
    "“South”, about 1,200 rows",
    "“Old”, 3 rows, hidden",
  ]);
  expect(whySheet(book)).toBe("“North” is read: “Read me” comes first and contains no list.");
  expect(whySheet({ ...book, sheet: 1 })).toBe("“Old” is a sheet that the workbook hides.");
  expect(whySheet({ ...book, sheets: sheets.slice(2), sheet: 0 })).toBe("");
});

test("reports hidden rows and columns", () => {
  expect(hiddenMessage(1)).toBe("1 row is hidden in the workbook, by a filter or by hand.");
  expect(columnWords({ name: "phone", samples: [], isRepeated: false, isHidden: true }, 0)).toBe("phone (hidden)");
});

test("labels a column by its position when its name is missing or repeated", () => {
  expect(columnWords({ name: " phone ", samples: [], isRepeated: false }, 0)).toBe("phone");
  expect(columnWords({ name: "phone", samples: [], isRepeated: true }, 2)).toBe("phone, column 3");
  expect(columnWords({ name: " ", samples: [], isRepeated: true }, 4)).toBe("Column 5");
});
