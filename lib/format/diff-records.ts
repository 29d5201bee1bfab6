import { formatRaw } from "./format-raw";
import { formatDateTime, type Zone } from "./format-time";
import { isDigits, isPlainObject } from "./json";
import { parseTime } from "./parse-time";

/** One value that differs between two versions. `before` or `after` is undefined if the field was absent. */
export type Change = { path: readonly string[]; before: unknown; after: unknown };

/** Differences between two versions of a record, in the field order of the later one. */
export function diffRecords(before: unknown, after: unknown, path: readonly string[] = []): Change[] {
  if (isSame(before, after)) return [];
  const [older, newer] = [entriesOf(before), entriesOf(after)];
  if (!older || !newer || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }];
  if (Array.isArray(before) && older.size !== newer.size) return [{ path, before, after }];
  const keys = new Set([...newer.keys(), ...older.keys()]);
  return [...keys].flatMap((key) => diffRecords(older.get(key), newer.get(key), [...path, key]));
}

function entriesOf(value: unknown): Map<string, unknown> | undefined {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [String(index), item]));
  return isPlainObject(value) && !isDigits(value) ? new Map(Object.entries(value)) : undefined;
}

/** Times that differ by less than a page shows are no change. */
function isSame(one: unknown, other: unknown) {
  const [oneTime, otherTime] = [parseTime(one), parseTime(other)];
  if (oneTime && otherTime) return secondOf(oneTime) === secondOf(otherTime) && oneTime.isZoned === otherTime.isZoned;
  if (isDigits(one) && isDigits(other)) return one.$digits === other.$digits;
  return Object.is(one, other);
}

const secondOf = ({ ms }: { ms: number }) => Math.floor(ms / 1_000);

/** Short text for a changed value. Lists show their length and objects their field count; times use the given zone. */
export function shortValue(value: unknown, zone?: Zone): string {
  const time = zone && parseTime(value);
  if (time) return formatDateTime(time.ms, zone);
  if (value === undefined) return "not sent";
  if (typeof value === "string") return formatRaw(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (isDigits(value)) return value.$digits;
  return isPlainObject(value) ? `object of ${Object.keys(value).length}` : String(value);
}
