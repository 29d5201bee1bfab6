import { isPlainObject } from "@/lib/format/json";

const deepest = 3;

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
