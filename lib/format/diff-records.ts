import { formatRaw } from "./format-raw";
import { formatDateTime, type Zone } from "./format-time";
import { isDigits, isPlainObject } from "./json";
import { parseTime } from "./parse-time";

/** One value that differs between two reads; `before` or `after` is undefined where the field was not there. */
export type Change = { path: readonly string[]; before: unknown; after: unknown };

/** What differs between two reads of one record, in the order of the later one. */
export function diffRecords(before: unknown, after: unknown, path: readonly string[] = []): Change[] {
  if (isSame(before, after)) return [];
  const [older, newer] = [entriesOf(before), entriesOf(after)];
  if (!older || !newer || Array.isArray(before) !== Array.isArray(after)) return [{ path, before, after }];
  if (Array.isArray(before) && older.size !== newer.size) return [{ path, before, after }];
  const keys = new Set([...newer.keys(), ...older.keys()]);
  return [...keys].flatMap((key) => diffRecords(older.get(key), newer.get(key), [...path, key]));
}

function entriesOf(value: unknown): Map<string, unknown> | undefined {
  if (Array.isArray(value)) return new Map(value.map((item, at) => [String(at), item]));
  return isPlainObject(value) && !isDigits(value) ? new Map(Object.entries(value)) : undefined;
}

function isSame(one: unknown, other: unknown) {
  if (isDigits(one) && isDigits(other)) return one.$digits === other.$digits;
  return Object.is(one, other);
}

/** A value of a change in a few characters: lists by their length, objects by their fields, times in the zone given. */
export function shortValue(value: unknown, zone?: Zone): string {
  const time = zone && parseTime(value);
  if (time) return formatDateTime(time.ms, zone);
  if (value === undefined) return "not sent";
  if (typeof value === "string") return formatRaw(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (isDigits(value)) return value.$digits;
  return isPlainObject(value) ? `object of ${Object.keys(value).length}` : String(value);
}
