import { expect, test } from "vitest";
import type { Format } from "@/lib/client/contacts/plan";
import { columnWords, formatWords } from "./file-words";

const plain: Format = { encoding: "utf-8", delimiter: ",", skippedRows: 0, hasHeader: true };

test("a format is said in words", () => {
  expect(formatWords(plain)).toBe("UTF-8 with commas, a header row");
  expect(formatWords({ encoding: "windows-1252", delimiter: "\t", skippedRows: 1, hasHeader: false })).toBe(
    "Windows-1252 with tabs, no header row, 1 row skipped above",
  );
});

test("a workbook names its sheet only where it has more than one", () => {
  expect(formatWords(plain, { sheets: ["List"], sheet: 0 })).toBe("Excel workbook, a header row");
  expect(formatWords(plain, { sheets: ["Notes", "Autumn"], sheet: 1 })).toBe(
    "Excel workbook, sheet “Autumn”, a header row",
  );
});

test("columns of the same name are told apart by their place, and one without a name has only that", () => {
  expect(columnWords({ name: " phone ", samples: [], isRepeated: false }, 0)).toBe("phone");
  expect(columnWords({ name: "phone", samples: [], isRepeated: true }, 2)).toBe("phone, column 3");
  expect(columnWords({ name: " ", samples: [], isRepeated: true }, 4)).toBe("Column 5");
});
