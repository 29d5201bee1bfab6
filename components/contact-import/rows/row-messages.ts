import type { Tone } from "@/components/ui/buttons/status-icon";
import type { RowView } from "@/lib/contacts/engine";
import type { Edit } from "@/lib/contacts/plan";
import { bucketOf, isDoubtful } from "@/lib/contacts/row-status/row-status";
import { formatCount } from "@/lib/format/format-count";

/** Tone of a row: fault for must be fixed, wait for a warning or a suggestion, idle for not sent. */
export function toneOfRow({ rowStatus, suggestion }: RowView): Tone {
  const bucket = bucketOf(rowStatus);
  if (bucket === "toFix") return suggestion ? "wait" : "fault";
  if (bucket !== "sent") return "idle";
  return isDoubtful(rowStatus) ? "wait" : "ok";
}

export type Becomes = { kind: "suggestion" | "sent" | "words"; text: string };

export function becomesOf(row: RowView): Becomes {
  if (row.suggestion) return { kind: "suggestion", text: row.suggestion };
  if (row.rowStatus === "left_out") return { kind: "words", text: "Left out" };
  if (row.sent) {
    const changed = [
      row.sent.phone === row.phone ? "" : row.sent.phone,
      row.sent.name === row.name ? "" : row.sent.name,
    ].filter(Boolean);
    if (changed.length > 0) return { kind: "sent", text: changed.join(", ") };
  }
  if (row.message) return { kind: "words", text: row.message };
  return { kind: "words", text: row.sent ? "Uploaded as is" : "Not uploaded" };
}

export const isBadField = ({ rowStatus, field }: RowView, column: "phone" | "name") =>
  bucketOf(rowStatus) === "toFix" && (field === column || (field === "row" && column === "phone"));

export function rowLine(row: RowView): string {
  const number = `Row ${formatCount(row.row)}`;
  const message = rowSentence(row);
  if (message === "") return `${number} has no problem.`;
  return row.message === "" ? `${number} has no problem. ${message}` : `${number}: ${message}`;
}

export function rowSentence(row: RowView): string {
  const edited = row.isEdited ? "Changed by you. " : "";
  const lead = bucketOf(row.rowStatus) === "toFix" ? "Must be fixed. " : "";
  return `${edited}${lead}${row.message}`.trim();
}

export const suggestedEdit = ({ suggestion = "", field }: RowView): Edit =>
  field === "name" ? { name: suggestion } : { phone: suggestion };

/** True for a row that one press puts back. */
export const isLeftOut = ({ rowStatus }: RowView) => rowStatus === "left_out" || rowStatus === "refusal";

/** Leaves a row out, or puts it back. */
export const leftOutEdit = (row: RowView): Edit =>
  row.rowStatus === "refusal" ? { isAllowed: true } : { isLeftOut: !isLeftOut(row) };
