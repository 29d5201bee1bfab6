import { isPlainObject } from "@/lib/format/json";

export type FoundList = { path: string; rows: readonly Record<string, unknown>[]; columns: readonly string[] };

const deepest = 3;

/** Every list of records inside an answer of unknown shape, by where it is. Its columns are the fields its rows have. */
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
