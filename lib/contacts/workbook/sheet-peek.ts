import { findHeader, isNumber } from "@/lib/contacts/read/find-header";
import { refusalIn } from "@/lib/contacts/read/no-call-words";
import type { Sheet, SheetSink } from "./workbook-types";

const maxStoredRows = 60;
/** A row can be 16 MB long, and looking for phone numbers in it takes time. */
const maxStoredCharacters = 4 * 1024 * 1024;
const minSentenceWords = 4;

/** Stores the first rows of a sheet and counts the others, to detect a list of contacts. */
export function createSheetPeek() {
  const first: string[][] = [];
  let filled = 0;
  let characters = 0;

  function findListStart(): number | undefined {
    const header = findHeader(first);
    if (header !== undefined) return header + 1;
    const contactRows = first.flatMap((cells, index) => (cells.some(isNumber) ? [index] : []));
    return contactRows.length > 0 && contactRows.length >= first.length / 2 ? contactRows[0] : undefined;
  }

  /** The first cell that forbids calls, else the first one of several words. */
  function findText(): string | undefined {
    const sentences = first.flat().filter((cell) => minSentenceWords <= cell.trim().split(/\s+/).length);
    return (sentences.find((cell) => refusalIn(cell)) ?? sentences[0])?.trim();
  }

  return {
    row(_, cells) {
      if (cells.length === 0) return;
      filled += 1;
      if (first.length >= maxStoredRows || characters > maxStoredCharacters) return;
      first.push(cells);
      for (const cell of cells) characters += cell.length;
    },
    hideColumns() {},
    /** `growth` is the size of the whole sheet relative to the part that was read. */
    estimate(growth: number): Pick<Sheet, "contacts" | "text"> {
      const start = findListStart();
      const text = start === undefined ? findText() : undefined;
      if (start === undefined) return text ? { text } : {};
      const isAbout = growth > 1;
      const count = isAbout ? rounded((filled - start) * growth) : filled - start;
      return { contacts: { count, isAbout } };
    },
  } satisfies SheetSink & { estimate: (growth: number) => Pick<Sheet, "contacts" | "text"> };
}

/** Two significant digits, because only a part of the sheet was read. */
const rounded = (count: number) => Number(count.toPrecision(2));
