import { findHeader, isNumber } from "@/lib/contacts/read/find-header";
import type { SheetSink } from "./workbook-types";

const maxRows = 60;

/** Stores the first rows of a sheet, to detect a list of contacts. */
export function createSheetPeek() {
  const rows: string[][] = [];
  return {
    row(_, cells) {
      if (cells.length > 0 && rows.length < maxRows) rows.push(cells);
    },
    isFull: () => rows.length === maxRows,
    hasList() {
      const contacts = rows.filter((cells) => cells.some(isNumber)).length;
      return findHeader(rows) !== undefined || (contacts > 0 && contacts >= rows.length / 2);
    },
  } satisfies SheetSink & Record<"isFull" | "hasList", () => boolean>;
}
