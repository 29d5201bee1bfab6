import type { ContactEngine } from "@/lib/contacts/engine";
import { numberOf } from "@/lib/contract/fields";
import { formatCount } from "@/lib/format/format-count";
import { isDigits, isPlainObject } from "@/lib/format/json";

const deepest = 3;

export type BlamedRow = {
  number: string | undefined;
  figure: number | undefined;
};

type Entry = Readonly<Record<string, unknown>>;

export function blamedBy(entry: Entry): BlamedRow {
  const figure = [entry.row, entry.line].find((value) => Number.isInteger(value));
  return { number: numberIn(entry.phone_number) ?? numberIn(entry.value), figure: numberOf(figure) };
}

function numberIn(value: unknown): string | undefined {
  const text = isDigits(value) ? value.$digits : String(value);
  return /^\+?[\d\s().-]{7,24}$/.test(text) && !isDate.test(text) ? text : undefined;
}

const isDate = /^\d{4}-\d{2}-\d{2}/;

/**
 * Rows of the source file that the entries refer to, as text. A phone number identifies the row. A row number alone may
 * count contacts or file lines, so both readings are given. Undefined if no entry has either.
 */
export async function ownRowsOf(
  entries: readonly Entry[],
  engine: Pick<ContactEngine, "rowsOfSent" | "rowsOfNumbers">,
): Promise<string[] | undefined> {
  const blamed = entries.map(blamedBy);
  if (blamed.every(({ number, figure }) => number === undefined && figure === undefined)) return undefined;
  const numbers = blamed.flatMap(({ number }) => number ?? []);
  const figures = blamed.map(({ figure = 0 }) => figure);
  const [byNumber, asContact, asLine] = await Promise.all([
    numbers.length > 0 ? engine.rowsOfNumbers(numbers) : [],
    engine.rowsOfSent(figures),
    engine.rowsOfSent(figures.map((figure) => figure - 1)),
  ]);
  let next = 0;
  return blamed.map(({ number }, index) => {
    if (number === undefined) return bothMeanings(asContact[index], asLine[index]);
    const rows = byNumber[next] ?? [];
    next += 1;
    return rows.length > 0 ? rows.map(formatCount).join(" and ") : "Not a number of this list";
  });
}

const isOfRejected = /reject|error|invalid|fail|skip|refus|not_/i;
const maxRejected = 10_000;

/** Rows that an answer rejects by phone number, with its reason. Row numbers alone do not identify a row. */
export async function rejectedRows(
  raw: unknown,
  engine: Pick<ContactEngine, "rowsOfNumbers">,
): Promise<Map<number, string>> {
  const entries = findArrays(raw)
    .flatMap(({ path, rows }) =>
      rows.map((entry) => ({ number: blamedBy(entry).number, reason: reasonIn(entry, path) })),
    )
    .slice(0, maxRejected);
  const rejected = entries.flatMap(({ number, reason }) => (number && reason ? [{ number, reason }] : []));
  if (rejected.length === 0) return new Map();
  const rows = await engine.rowsOfNumbers(rejected.map(({ number }) => number));
  return new Map(rejected.flatMap(({ reason }, index) => (rows[index] ?? []).map((row) => [row, reason] as const)));
}

/** The platform's reason for an entry of a list of rejected contacts; undefined in any other list. */
function reasonIn(entry: Entry, path: string): string | undefined {
  if (!isOfRejected.test(path)) return undefined;
  const reason = [entry.reason, entry.error, entry.message, entry.detail].find((value) => typeof value === "string");
  return typeof reason === "string" ? `The platform rejected it: ${reason}` : "The platform rejected it.";
}

function bothMeanings(contact: number | undefined, line: number | undefined): string {
  const readings = [
    ...(contact === undefined ? [] : [`${formatCount(contact)} if contacts are counted`]),
    ...(line === undefined ? [] : [`${formatCount(line)} if lines are, the header being line 1`]),
  ];
  return readings.join("; ");
}

/** "data.errors" becomes "Errors". An empty path becomes "Rows". */
export function listTitle(path: string): string {
  const words = path.slice(path.lastIndexOf(".") + 1).replaceAll("_", " ") || "rows";
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

export type FoundList = { path: string; rows: readonly Record<string, unknown>[]; columns: readonly string[] };

/** Lists of records at most three levels deep in an answer of unknown shape. */
export function findArrays(value: unknown, path: readonly string[] = []): FoundList[] {
  if (Array.isArray(value)) {
    const rows = value.filter(isPlainObject);
    if (rows.length === 0 || rows.length < value.length) return [];
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return columns.length > 0 ? [{ path: path.join("."), rows, columns }] : [];
  }
  if (!isPlainObject(value) || path.length >= deepest) return [];
  return Object.entries(value).flatMap(([key, child]) => findArrays(child, [...path, key]));
}
