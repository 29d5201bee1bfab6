import type { RowDetails, Sentence } from "./declaration";
import { entryOf, type RowStatus } from "./row-status";

type RowMessage = { message: string; field: "phone" | "name" | "row" };

/** The sentence of a row, and the field that it is about. */
export function rowMessage({ rowStatus, ...row }: RowDetails & { rowStatus: RowStatus }): RowMessage {
  const entry = entryOf[rowStatus];
  const textOf = (sentence: Sentence) => (typeof sentence === "string" ? sentence : sentence(row));
  if ("phone" in entry) return { field: "phone", message: textOf(entry.phone) };
  if ("name" in entry) return { field: "name", message: textOf(entry.name) };
  return { field: "row", message: textOf(entry.row) };
}
