import type { Fields } from "@/lib/contract/fields";
import { parseTime } from "@/lib/format/format-time";
import { isDigits, isPlainObject } from "@/lib/format/json";

type Look = "time" | "uuid" | "text" | "number" | "boolean" | "null" | "list" | "object";

export type RecordRow = {
  /** Every key from the top, unjoined: keys may hold dots themselves. */
  path: readonly string[];
  value: unknown;
  look: Look;
  /** The kind in words, at the row's right. */
  kind: string;
  /** Folded rows say what is inside and can be opened; open ones can be folded again. */
  fold?: "closed" | "open";
};

const MOST_DEPTH = 2;
const MOST_LIST = 20;

/** A record as rows, in the order it was sent. `opened` holds the `pathId`s of folds that were opened. */
export function flattenRecord(value: unknown, opened: ReadonlySet<string> = new Set()): RecordRow[] {
  const rows: RecordRow[] = [];
  if (isBranch(value)) walk({ value, path: [], rows, opened });
  else rows.push(leaf([], value));
  return rows;
}

/** Came as null or as an empty text. */
export const isEmptyRow = ({ value }: RecordRow) => value === null || value === "";

export const pathId = (path: readonly string[]) => JSON.stringify(path);

type WalkInput = { value: unknown; path: readonly string[]; rows: RecordRow[]; opened: ReadonlySet<string> };

function walk({ value, path, rows, opened }: WalkInput) {
  for (const [key, child] of entriesOf(value)) {
    const below = [...path, key];
    if (!isBranch(child) || isShortList(child)) {
      rows.push(leaf(below, child));
      continue;
    }
    const isFolded = below.length >= MOST_DEPTH || (Array.isArray(child) && child.length > MOST_LIST);
    const isOpen = opened.has(pathId(below));
    if (isFolded) rows.push({ ...leaf(below, child), fold: isOpen ? "open" : "closed" });
    if (!isFolded || isOpen) walk({ value: child, path: below, rows, opened });
  }
}

function leaf(path: readonly string[], value: unknown): RecordRow {
  const look = lookOf(value);
  return { path, value, look, kind: kindOf(value, look) };
}

function lookOf(value: unknown): Look {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "list";
  if (isDigits(value) || typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  if (typeof value !== "string") return "object";
  if (uuid.test(value)) return "uuid";
  return parseTime(value) ? "time" : "text";
}

function kindOf(value: unknown, look: Look): string {
  if (look === "time") return "timestamp";
  if (look === "uuid") return "UUID";
  if (look === "list" && Array.isArray(value)) return `list of ${value.length}`;
  if (look === "object") return fieldCount(Object.keys(Object(value)).length);
  return look;
}

const fieldCount = (count: number) => `object of ${count} ${count === 1 ? "field" : "fields"}`;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A list or object with something in it; empty ones are values. */
function isBranch(value: unknown): value is object {
  if (Array.isArray(value)) return value.length > 0;
  return isPlainObject(value) && !isDigits(value) && Object.keys(value).length > 0;
}

/** A few plain values read best side by side in one row. */
function isShortList(value: object): boolean {
  return Array.isArray(value) && value.length <= MOST_LIST && value.every((item) => !isBranch(item));
}

function entriesOf(value: unknown): Iterable<readonly [string, unknown]> {
  if (Array.isArray(value)) return value.map((item, at) => [String(at), item] as const);
  return Object.entries(Object(value));
}

/** Rows whose dotted path or plain value holds the text, whatever its case. */
export function findRows(rows: readonly RecordRow[], text: string): readonly RecordRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return rows;
  return rows.filter(({ path, value }) => {
    if (path.join(".").toLowerCase().includes(wanted)) return true;
    if (isDigits(value)) return value.$digits.includes(wanted);
    return typeof value !== "object" && String(value).toLowerCase().includes(wanted);
  });
}

/** Fields of a sent record that the API document does not list; undefined without any. */
export function unlistedIn(sent: unknown, listed: Fields): Record<string, unknown> | undefined {
  if (!isPlainObject(sent)) return undefined;
  const others = Object.entries(sent).filter(([key]) => !Object.hasOwn(listed, key));
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}
