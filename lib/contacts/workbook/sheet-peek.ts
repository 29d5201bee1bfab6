import { findHeader, isNumber } from "@/lib/contacts/read/find-header";
import type { Sheet, SheetSink } from "./workbook-types";

const keptRows = 60;

/** Keeps the first rows of a sheet and counts the others, to tell whether it holds a list of contacts. */
export function createSheetPeek() {
  const first: string[][] = [];
  let filled = 0;

  function listBegins(): number | undefined {
    const header = findHeader(first);
    if (header !== undefined) return header + 1;
    const numbered = first.flatMap((cells, at) => (cells.some(isNumber) ? [at] : []));
    return numbered.length > 0 && numbered.length >= first.length / 2 ? numbered[0] : undefined;
  }

  return {
    row(_, cells) {
      if (cells.length === 0) return;
      filled += 1;
      if (first.length < keptRows) first.push(cells);
    },
    hideColumns() {},
    /** Of a sheet of which only a part was read, `growth` is how many times more of it there is. */
    found(growth: number): Pick<Sheet, "contacts"> {
      const begins = listBegins();
      if (begins === undefined) return {};
      const isAbout = growth > 1;
      const count = isAbout ? rounded((filled - begins) * growth) : filled - begins;
      return { contacts: { count, isAbout } };
    },
  } satisfies SheetSink & { found: (growth: number) => Pick<Sheet, "contacts"> };
}

/** To two digits: the sheet was not read to its end. */
const rounded = (count: number) => Number(count.toPrecision(2));
