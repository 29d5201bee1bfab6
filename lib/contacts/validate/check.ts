import type { OnProgress, Progress } from "@/lib/contacts/engine";
import type { NumberingPlan } from "@/lib/contacts/numbering/numbering-plan";
import { normalizePhoneText } from "@/lib/contacts/numbering/phone-rules";
import { limits, type Plan } from "@/lib/contacts/plan";
import { type BadText, readRecords } from "@/lib/contacts/read/read-records";
import { Problem } from "@/lib/contract/problem";
import { formatCount } from "@/lib/format/format-count";
import { createNumberIndex, type NumberIndex } from "./number-index";
import { createRowIndex, headerCode, isSent, isToFix, type RowIndex } from "./row-index";
import { codeOf } from "./row-status";
import { createRowValidator, type RowValidator, type Shape } from "./validate-row";

/** Everything a check of the whole file finds out. Its size depends on the number of rows, and of what is wrong with them on repeats alone. */
export type CheckResult = {
  plan: Plan;
  validateRow: RowValidator;
  rowIndex: RowIndex;
  numbers: NumberIndex;
  /** The cells of the header; empty where there is none. */
  header: readonly string[];
  shape: Shape;
  /** Rows by status that have a suggestion, by code. */
  suggested: Uint32Array;
  /** The first row that is a contact. */
  firstRow: number;
  hiddenRows: Uint8Array | undefined;
  /** Rows to be sent, by the numbering plan's countries; the last figure counts numbers of no known range. */
  countries: Uint32Array;
};

type CheckOptions = {
  plan: Plan;
  numbering: NumberingPlan;
  /** As the first look found. */
  shape: Shape;
  /** 1 for each row that its workbook does not show. */
  hiddenRows?: Uint8Array | undefined;
  run: Run;
};

/** Reads the whole file once and gives every row its status. */
export async function checkFile(
  file: Blob,
  { plan, numbering, shape, hiddenRows, run }: CheckOptions,
): Promise<CheckResult | { badText: BadText; rowsBefore: number }> {
  const validateRow = createRowValidator(plan, shape, numbering);
  const suggested = new Uint32Array(256);
  const countries = new Uint32Array(numbering.countryCodes.length + 1);
  const { format, rules, edits } = plan;
  const firstRow = format.skippedRows + (format.hasHeader ? 2 : 1);
  // A row takes a byte at least, and the last one none.
  const mostRows = Math.min(firstRow + limits.rows, file.size + 1);
  const rowIndex = createRowIndex(mostRows);
  const numbers = createNumberIndex(mostRows);
  const unknownCountry = numbering.countryCodes.length;
  let header: readonly string[] = [];
  const contacts = () => Math.max(rowIndex.rows() - firstRow + 1, 0);
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
    hiddenRows,
    isContact: contactShape(plan, shape),
    onBlock: rowIndex.startBlock,
    onRecord(cells, damage) {
      const row = rowIndex.rows() + 1;
      if (row < firstRow) {
        if (format.hasHeader && row === firstRow - 1) header = cells;
        return rowIndex.add(headerCode);
      }
      if (row - firstRow >= limits.rows) throw tooMany();
      if (row > mostRows) throw changed();
      const { rowStatus, number, range, suggestion } = validateRow.validateRow(
        cells,
        damage,
        edits.size > 0 ? edits.get(row) : undefined,
      );
      // Most rows are right, and a name is looked up more slowly than a number is taken.
      const code = rowStatus === "ok" ? rightCode : codeOf[rowStatus];
      rowIndex.add(code);
      if (suggestion !== "") suggested[code] = (suggested[code] ?? 0) + 1;
      if (isSent[code]) keep(row, number, range);
      else if (isToFix[code]) toFix += 1;
    },
    onPiece: async (readBytes) => {
      await run.pause(() => ({ readBytes, totalBytes: file.size, rows: contacts(), sent, toFix }));
      return false;
    },
  });
  if (badText) return { badText, rowsBefore: rowIndex.rows() };
  numbers.settle({
    keeps: rules.keeps,
    onRepeat(row) {
      if (rowIndex.codeOf(row) === codeOf.mojibake) suggested[codeOf.mojibake] = (suggested[codeOf.mojibake] ?? 1) - 1;
      rowIndex.change(row, codeOf.duplicate);
      const range = numbering.lookUp(String(numbers.numberOf(row)));
      const country = range < 0 ? unknownCountry : range >> 1;
      countries[country] = (countries[country] ?? 0) - 1;
    },
  });
  return { plan, validateRow, rowIndex, numbers, header, shape, suggested, firstRow, hiddenRows, countries };
}

const rightCode = codeOf.ok;

/** Tells lines that begin a contact of their own, by their number of cells and a number where numbers are. */
export function contactShape({ mapping }: Plan, { columns, surplus }: Shape) {
  return (cells: readonly string[]) =>
    (cells.length === columns || cells.length === columns + surplus) && looksLikePhone(cells[mapping.phone] ?? "");
}

export const looksLikePhone = (cell: string) => {
  const text = plainText.test(cell) ? cell.trim() : normalizePhoneText(cell);
  return text.length <= 30 && /^[+'"=(\d][\s\d().\-/"']{5,}$/.test(text) && text.replace(/\D/g, "").length >= 7;
};

const plainText = /^[\x20-\x7e]*$/;

const changed = () => new Problem("bad_input", "The file changed while it was read. Choose it again.");

const tooMany = () =>
  new Problem("bad_input", `This file has more than ${formatCount(limits.rows)} rows. Split it first.`);

/** One thing the engine is at: it tells how far it is, lets messages in, and can be stopped. */
export type Run = {
  /** To be called between pieces of work; rejects once the run was stopped. */
  pause(progress: () => Progress): Promise<void>;
};

const reportEveryMs = 100;
const workMs = 40;

export function createRun(onProgress: OnProgress, signal?: AbortSignal): Run {
  let reportedAt = 0;
  let rested = performance.now();
  return {
    async pause(progress) {
      const now = performance.now();
      if (now - rested < workMs) return;
      // A thread that never waits hears no message, not even the one that stops it.
      await new Promise((resolve) => setTimeout(resolve));
      rested = performance.now();
      if (signal?.aborted) throw stoppedProblem();
      if (now - reportedAt < reportEveryMs) return;
      reportedAt = now;
      onProgress(progress());
    },
  };
}

export const stoppedProblem = () => new Problem("bad_input", "Stopped.");
