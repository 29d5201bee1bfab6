import type { OnProgress, Progress } from "@/lib/contacts/engine";
import { limits } from "@/lib/contacts/limits";
import type { Plan, Rules } from "@/lib/contacts/plan";
import { looksLikePhone } from "@/lib/contacts/read/looks-like-phone";
import { numberColumnsOf } from "@/lib/contacts/read/number-columns";
import { type BadText, readRecords } from "@/lib/contacts/read/read-records";
import { codeOf } from "@/lib/contacts/row-status/row-status";
import { Problem } from "@/lib/contract/problem";
import { formatCount } from "@/lib/format/format-count";
import { lineOf } from "@/lib/numbers/line";
import type { NumberingPlan } from "@/lib/numbers/numbering-plan";
import { createNumberIndex, type NumberIndex } from "./number-index";
import { NumberOrigins } from "./number-origins";
import { headerCode, isSent, isToFix, RowIndex } from "./row-index";
import { RowValues } from "./row-values";
import type { Shape } from "./shape";
import { RowValidator } from "./validate-row";

/** Result of checking a whole file. Its size grows with the rows and the repeated numbers, not with other problems. */
export type CheckResult = {
  plan: Plan;
  validateRow: RowValidator;
  rowIndex: RowIndex;
  numbers: NumberIndex;
  /** Numbers beside the called one, by row. They are blocked and compared with it, and never sent. */
  others: RowValues;
  shape: Shape;
  /** Number of rows with a suggestion, by status code. */
  suggested: Uint32Array;
  /** Rows left out by a column or by a cell that says no, by status and reason. */
  reasons: Readonly<Record<Explained, ReadonlyMap<string, number>>>;
  /** Cells in columns of numbers of which none could be read. Only for a list of numbers to block. */
  unread: number;
  firstRow: number;
  hiddenRows: Uint8Array | undefined;
  /** Rows to be sent, by the numbering plan's countries. The last entry counts numbers in no known range. */
  countries: Uint32Array;
  origins: NumberOrigins;
};

/** Statuses with a reason for each row. */
export type Explained = "excluded" | "refusal";

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
  const reasons = { excluded: new Map<string, number>(), refusal: new Map<string, number>() };
  const countries = new Uint32Array(numbering.countryCodes.length + 1);
  const { format, rules, edits } = plan;
  const origins = new NumberOrigins(numbering, rules.country);
  const firstRow = format.skippedRows + (format.hasHeader ? 2 : 1);
  // Each row but the last needs at least one byte.
  const maxRows = Math.min(firstRow + limits.rows, file.size + 1);
  const rowIndex = new RowIndex(maxRows);
  const numbers = createNumberIndex(maxRows);
  const others = new RowValues();
  const extensions = new RowValues();
  const contacts = () => Math.max(rowIndex.rowCount - firstRow + 1, 0);
  const hasOthers = edits.size > 0 || numberColumnsOf(plan.mapping, shape.numberColumns).length > 1;
  let sent = 0;
  let toFix = 0;
  let unread = 0;

  const badText = await readRecords(file, {
    ...format,
    hiddenRows,
    isContact: contactPredicate(plan, shape),
    onBlock: (startByte) => rowIndex.startBlock(startByte),
    onRecord(cells, damage) {
      const row = rowIndex.rowCount + 1;
      if (row < firstRow) return rowIndex.add(headerCode);
      if (row - firstRow >= limits.rows) throw tooManyRows();
      if (row > maxRows) throw fileChanged();
      const edit = edits.size > 0 ? edits.get(row) : undefined;
      const { rowStatus, phone, number, range, suggestion } = validateRow.validateRow(cells, damage, edit);
      const { column } = validateRow.numbers;
      // Fast path, because most rows are OK and a lookup by name is slower.
      const code = rowStatus === "ok" ? okCode : codeOf[rowStatus];
      rowIndex.add(code);
      if (rowStatus === "excluded" || rowStatus === "refusal")
        countReason(reasons[rowStatus], validateRow.reasonIn(cells, edit));
      else origins.add(cells[column] ?? "", range, validateRow.numbers.countryOf(cells));
      const isNo =
        code === codeOf.no_call || code === codeOf.refusal || (code === codeOf.excluded && validateRow.saysNo(cells));
      if (isNo) for (const forbidden of [number, ...validateRow.othersOf(cells, number)]) numbers.bar(forbidden);
      if (suggestion !== "") suggested[code] = (suggested[code] ?? 0) + 1;
      if (isSent[code]) {
        numbers.add(number, row, lineOf(phone.slice(1)));
        addToCountry(countries, range, 1);
        sent += 1;
        if (hasOthers) for (const other of validateRow.othersOf(cells, number)) others.add(row, other);
        if (shape.extension !== undefined) extensions.add(row, validateRow.extensionOf(cells));
      } else if (isToFix[code]) toFix += 1;
      if (rules.blocks && isSent[code]) unread += validateRow.numbers.unreadIn(cells);
    },
    onPiece: async (readBytes) => {
      await run.pause(() => ({ readBytes, totalBytes: file.size, rows: contacts(), sent, toFix }));
      return false;
    },
  });
  if (badText) return { badText, rowsBefore: rowIndex.rowCount };
  const counted = { rowIndex, numbers, others, suggested, countries };
  resolveNumbers(counted, { keeps: rules.keeps, numbering, extensions, blocks: rules.blocks });
  return { ...counted, plan, validateRow, shape, reasons, unread, firstRow, hiddenRows, origins };
}

type Counted = Pick<CheckResult, "rowIndex" | "numbers" | "others" | "suggested" | "countries">;

type ResolveInput = {
  keeps: Rules["keeps"];
  numbering: NumberingPlan;
  extensions: RowValues;
  blocks: Rules["blocks"];
};

/** Takes back the rows of which another row has the number, or forbids one. */
function resolveNumbers(counted: Counted, { keeps, numbering, extensions, blocks }: ResolveInput) {
  const { rowIndex, numbers, others, suggested, countries } = counted;
  const takeBack = (row: number, rowStatus: "duplicate" | "switchboard" | "barred") => {
    if (rowIndex.codeOf(row) === codeOf.mojibake) suggested[codeOf.mojibake] = (suggested[codeOf.mojibake] ?? 1) - 1;
    rowIndex.change(row, codeOf[rowStatus]);
    addToCountry(countries, numbering.lookUp(String(numbers.numberOf(row))), -1);
  };
  const barredBeside = new Set<number>();
  if (!blocks) for (const [row, number] of others) if (numbers.isBarred(number)) barredBeside.add(row);
  const extensionOf = (row: number) => extensions.of(row)[0] ?? 0;
  numbers.resolve({
    keeps,
    isLeftOut: (row) => barredBeside.has(row),
    onRepeat: (row, holder) => takeBack(row, extensionOf(row) === extensionOf(holder) ? "duplicate" : "switchboard"),
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
