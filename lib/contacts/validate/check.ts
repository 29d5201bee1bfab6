import type { OnProgress, Progress } from "@/lib/contacts/engine";
import { limits, type Plan, type Rules } from "@/lib/contacts/plan";
import { type BadText, readRecords } from "@/lib/contacts/read/read-records";
import { Problem } from "@/lib/contract/problem";
import { formatCount } from "@/lib/format/format-count";
import type { NumberingPlan } from "@/lib/numbers/numbering-plan";
import { normalizePhoneText } from "@/lib/numbers/phone-text";
import { createNumberIndex, type NumberIndex } from "./number-index";
import { NumberOrigins } from "./number-origins";
import { headerCode, isSent, isToFix, RowIndex } from "./row-index";
import { codeOf } from "./row-status";
import { RowValidator, type Shape } from "./validate-row";

/** Result of checking a whole file. Its size grows with the rows and the repeated numbers, not with other problems. */
export type CheckResult = {
  plan: Plan;
  validateRow: RowValidator;
  rowIndex: RowIndex;
  numbers: NumberIndex;
  /** Cells of the header; empty if there is none. */
  header: readonly string[];
  shape: Shape;
  /** Number of rows with a suggestion, by status code. */
  suggested: Uint32Array;
  /** Rows left out by a column, by reason. */
  reasons: ReadonlyMap<string, number>;
  firstRow: number;
  hiddenRows: Uint8Array | undefined;
  /** Rows to be sent, by the numbering plan's countries. The last entry counts numbers in no known range. */
  countries: Uint32Array;
  origins: NumberOrigins;
};

type CheckOptions = {
  plan: Plan;
  numbering: NumberingPlan;
  shape: Shape;
  /** 1 for each row that the workbook hides. */
  hiddenRows?: Uint8Array | undefined;
  run: Run;
};

export async function checkFile(
  file: Blob,
  { plan, numbering, shape, hiddenRows, run }: CheckOptions,
): Promise<CheckResult | { badText: BadText; rowsBefore: number }> {
  const validateRow = new RowValidator(plan, shape, numbering);
  const suggested = new Uint32Array(256);
  const reasons = new Map<string, number>();
  const countries = new Uint32Array(numbering.countryCodes.length + 1);
  const origins = new NumberOrigins(numbering);
  const { format, rules, edits } = plan;
  const firstRow = format.skippedRows + (format.hasHeader ? 2 : 1);
  // Each row but the last needs at least one byte.
  const maxRows = Math.min(firstRow + limits.rows, file.size + 1);
  const rowIndex = new RowIndex(maxRows);
  const numbers = createNumberIndex(maxRows);
  let header: readonly string[] = [];
  const contacts = () => Math.max(rowIndex.rowCount - firstRow + 1, 0);
  let sent = 0;
  let toFix = 0;

  const badText = await readRecords(file, {
    ...format,
    hiddenRows,
    isContact: contactPredicate(plan, shape),
    onBlock: (startByte) => rowIndex.startBlock(startByte),
    onRecord(cells, damage) {
      const row = rowIndex.rowCount + 1;
      if (row < firstRow) {
        if (format.hasHeader && row === firstRow - 1) header = cells;
        return rowIndex.add(headerCode);
      }
      if (row - firstRow >= limits.rows) throw tooManyRows();
      if (row > maxRows) throw fileChanged();
      const { rowStatus, number, secondNumber, range, suggestion } = validateRow.validateRow(
        cells,
        damage,
        edits.size > 0 ? edits.get(row) : undefined,
      );
      if (rowStatus !== "excluded")
        origins.add(cells[validateRow.phoneColumnOf(cells)] ?? "", range, validateRow.countryOf(cells));
      // Fast path, because most rows are OK and a lookup by name is slower.
      const code = rowStatus === "ok" ? okCode : codeOf[rowStatus];
      rowIndex.add(code);
      if (code === codeOf.excluded) countReason(reasons, validateRow.columnRules.reasonIn(cells, header));
      if (code === codeOf.no_call || (code === codeOf.excluded && validateRow.columnRules.saysNo(cells, header)))
        for (const forbidden of [number, secondNumber]) numbers.bar(forbidden);
      if (suggestion !== "") suggested[code] = (suggested[code] ?? 0) + 1;
      if (isSent[code]) {
        numbers.add(number, row);
        addToCountry(countries, range, 1);
        sent += 1;
      } else if (isToFix[code]) toFix += 1;
    },
    onPiece: async (readBytes) => {
      await run.pause(() => ({ readBytes, totalBytes: file.size, rows: contacts(), sent, toFix }));
      return false;
    },
  });
  if (badText) return { badText, rowsBefore: rowIndex.rowCount };
  const counted = { rowIndex, numbers, suggested, countries };
  resolveNumbers(counted, rules.keeps, numbering);
  return { ...counted, plan, validateRow, header, shape, reasons, firstRow, hiddenRows, origins };
}

type Counted = Pick<CheckResult, "rowIndex" | "numbers" | "suggested" | "countries">;

/** Takes back the rows whose number another row has, or forbids. */
function resolveNumbers(counted: Counted, keeps: Rules["keeps"], numbering: NumberingPlan) {
  const { rowIndex, numbers, suggested, countries } = counted;
  const takeBack = (row: number, rowStatus: "duplicate" | "barred") => {
    if (rowIndex.codeOf(row) === codeOf.mojibake) suggested[codeOf.mojibake] = (suggested[codeOf.mojibake] ?? 1) - 1;
    rowIndex.change(row, codeOf[rowStatus]);
    addToCountry(countries, numbering.lookUp(String(numbers.numberOf(row))), -1);
  };
  numbers.resolve({
    keeps,
    onRepeat: (row) => takeBack(row, "duplicate"),
    onBarred: (row) => takeBack(row, "barred"),
  });
}

const maxReasons = 20;

function countReason(reasons: Map<string, number>, reason: string) {
  const listed = reasons.has(reason) || reasons.size < maxReasons ? reason : "Other values";
  reasons.set(listed, (reasons.get(listed) ?? 0) + 1);
}

const okCode = codeOf.ok;

/** Counts a number in the country of its range, or in the last entry if the range is unknown. */
export function addToCountry(countries: Uint32Array, range: number, count: 1 | -1) {
  const country = range < 0 ? countries.length - 1 : range >> 1;
  countries[country] = (countries[country] ?? 0) + count;
}

/** Predicate for lines that look like a contact, by the number of cells and a phone number in one of its columns. */
export function contactPredicate({ mapping: { phone, fallback = phone } }: Plan, { columns, surplus }: Shape) {
  return (cells: readonly string[]) =>
    (cells.length === columns || cells.length === columns + surplus) &&
    (looksLikePhone(cells[phone] ?? "") || looksLikePhone(cells[fallback] ?? ""));
}

export const looksLikePhone = (cell: string) => {
  const text = asciiText.test(cell) ? cell.trim() : normalizePhoneText(cell);
  return text.length <= 30 && /^[+'"=(\d][\s\d().\-/"']{5,}$/.test(text) && text.replace(/\D/g, "").length >= 7;
};

const asciiText = /^[\x20-\x7e]*$/;

const fileChanged = () => new Problem("bad_input", "The file changed while it was read. Choose it again.");

const tooManyRows = () =>
  new Problem("bad_input", `This file has more than ${formatCount(limits.rows)} rows. Split it first.`);

/** Long operation that reports progress, yields to messages and can be aborted. */
export type Run = {
  /** To be called between pieces of work. Rejects once the run is aborted. */
  pause(progress: () => Progress): Promise<void>;
};

const reportEveryMs = 100;
const yieldEveryMs = 40;

export function createRun(onProgress: OnProgress, signal?: AbortSignal): Run {
  let reportedAt = 0;
  let yieldedAt = performance.now();
  return {
    async pause(progress) {
      const now = performance.now();
      if (now - yieldedAt < yieldEveryMs) return;
      // Without yielding, the thread receives no messages, not even the abort.
      await new Promise((resolve) => setTimeout(resolve));
      yieldedAt = performance.now();
      if (signal?.aborted) throw stoppedProblem();
      if (now - reportedAt < reportEveryMs) return;
      reportedAt = now;
      onProgress(progress());
    },
  };
}

export const stoppedProblem = () => new Problem("bad_input", "Stopped.");
