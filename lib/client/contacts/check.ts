import { Problem } from "@/lib/contract/problem";
import { createJudge, type Judge } from "./judge";
import { createNumberIndex, type NumberIndex } from "./number-index";
import type { NumberingPlan } from "./numbering-plan";
import { limits, type Plan } from "./plan";
import { type BadText, readRecords } from "./read-records";
import { createRowLedger, headCode, isSent, type RowLedger } from "./row-ledger";
import type { Run } from "./run";
import { codeOf } from "./verdicts";

/** Everything a check of the whole file finds out. Its size depends on the number of rows, and of what is wrong with them on repeats alone. */
export type Checked = {
  plan: Plan;
  judge: Judge;
  ledger: RowLedger;
  numbers: NumberIndex;
  /** The cells of the header; empty where there is none. */
  header: readonly string[];
  columns: number;
  /** The first row that is a contact. */
  firstRow: number;
  /** Rows to be sent, by the numbering plan's countries; the last figure counts numbers of no known range. */
  countries: Uint32Array;
};

type CheckOptions = {
  plan: Plan;
  numbering: NumberingPlan;
  /** Cells in a row, as the first look found. */
  columns: number;
  run: Run;
};

/** Reads the whole file once and gives every row its verdict. */
export async function checkFile(
  file: Blob,
  { plan, numbering, columns, run }: CheckOptions,
): Promise<Checked | { badText: BadText; rowsBefore: number }> {
  const judge = createJudge(plan, columns, numbering);
  const countries = new Uint32Array(numbering.countryCodes.length + 1);
  const { format, rules, edits } = plan;
  const firstRow = format.skippedRows + (format.hasHeader ? 2 : 1);
  // A row takes a byte at least, and the last one none.
  const mostRows = Math.min(firstRow + limits.rows, file.size + 1);
  const ledger = createRowLedger(mostRows);
  const numbers = createNumberIndex(mostRows);
  const unknownCountry = numbering.countryCodes.length;
  let header: readonly string[] = [];
  const contacts = () => Math.max(ledger.rows() - firstRow + 1, 0);
  let sent = 0;
  let toFix = 0;

  function keep(row: number, number: number, range: number) {
    numbers.note(number, row);
    const country = range < 0 ? unknownCountry : range >> 1;
    countries[country] = (countries[country] ?? 0) + 1;
    sent += 1;
  }

  const badText = await readRecords(file, {
    ...format,
    isContact: contactShape(plan, columns),
    onBlock: ledger.startBlock,
    onRecord(cells, damage) {
      const row = ledger.rows() + 1;
      if (row < firstRow) {
        if (format.hasHeader && row === firstRow - 1) header = cells;
        return ledger.add(headCode);
      }
      if (row - firstRow >= limits.rows) throw tooMany();
      if (row > mostRows) throw changed();
      const { verdict, number, range } = judge.judge(cells, damage, edits.size > 0 ? edits.get(row) : undefined);
      // Most rows are right, and a name is looked up more slowly than a number is taken.
      const code = verdict === "ok" ? rightCode : codeOf[verdict];
      ledger.add(code);
      if (isSent[code]) keep(row, number, range);
      else if (verdict !== "blank" && verdict !== "left_out") toFix += 1;
    },
    onPiece: async (readBytes) => {
      await run.pause(() => ({ readBytes, totalBytes: file.size, rows: contacts(), sent, toFix }));
      return false;
    },
  });
  if (badText) return { badText, rowsBefore: ledger.rows() };
  numbers.settle({
    keeps: rules.keeps,
    onRepeat(row) {
      ledger.change(row, codeOf.duplicate);
      const range = numbering.lookUp(String(numbers.numberOf(row)));
      const country = range < 0 ? unknownCountry : range >> 1;
      countries[country] = (countries[country] ?? 0) - 1;
    },
  });
  return { plan, judge, ledger, numbers, header, columns, firstRow, countries };
}

const rightCode = codeOf.ok;

/** Tells lines that begin a contact of their own, by their number of cells and a number where numbers are. */
export function contactShape({ mapping }: Plan, columns: number) {
  return (cells: readonly string[]) => cells.length === columns && looksLikePhone(cells[mapping.phone] ?? "");
}

export const looksLikePhone = (cell: string) => {
  const text = cell.trim();
  return text.length <= 30 && /^[+'"=(\d][\s\d().\-/"']{5,}$/.test(text) && text.replace(/\D/g, "").length >= 7;
};

const changed = () => new Problem("bad_input", "The file was changed while it was read. Choose it again.");

const tooMany = () =>
  new Problem("bad_input", `This file has more than ${limits.rows.toLocaleString("en-US")} rows. Split it first.`);
