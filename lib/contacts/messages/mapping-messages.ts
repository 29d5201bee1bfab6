import type { Preview } from "@/lib/contacts/engine";
import type { Mapping } from "@/lib/contacts/plan";
import { columnWords } from "./file-messages";

/** Reason why the list cannot be checked yet; undefined if both fields have a column. */
export function whyNotChecked({ phone, name }: Mapping, isNameless: boolean): string | undefined {
  if (phone < 0 && name.length === 0 && !isNameless)
    return "Choose a column for the phone number and one for the name.";
  if (phone < 0) return "Choose a column for the phone number.";
  return name.length === 0 && !isNameless ? "Choose a column for the name." : undefined;
}

/** "“Mobile” is called, and “Landline” if it cannot be called. “First” and “Last” are the name." */
export function mappingMessage({ columns }: Preview, { phone, fallback, name }: Mapping): string {
  const quoted = (column: number) => `“${columnWords(columns[column], column)}”`;
  const otherwise = fallback === undefined ? "" : `, or ${quoted(fallback)} if that cannot be called`;
  const named = name.map(quoted).join(" and ");
  const names = name.length === 0 ? "The number is" : `${named} ${name.length === 1 ? "is" : "are"}`;
  return `The number in ${quoted(phone)} is called${otherwise}. ${names} the name.`;
}

type NumberNote = { tone: "ok" | "wait"; text: string };

/** Notes on columns that are not sent: further numbers, labels and extensions. */
export function numberNotes({ columns, usual }: Preview, mapping: Mapping): NumberNote[] {
  const { numberColumns, labels, extension } = usual;
  const nameOf = (column: number) => `“${columnWords(columns[column], column)}”`;
  const called = [mapping.phone, mapping.fallback ?? mapping.phone];
  const others = numberColumns.filter((column) => !called.includes(column));
  const label = [...new Set(called)].flatMap((column) => labels[column] ?? []);
  const notes: (NumberNote | [])[] = [
    others.length === 0
      ? []
      : {
          tone: "ok",
          text: `${others.map(nameOf).join(", ")} ${others.length === 1 ? "holds" : "hold"} numbers too. They are not called, but a row is left out if one of them is blocked.`,
        },
    label.length === 0
      ? []
      : { tone: "ok", text: `A fax or a pager, by ${label.map(nameOf).join(" and ")}, is not called.` },
    extension === undefined
      ? []
      : {
          tone: "wait",
          text: `${nameOf(extension)} holds extensions. The platform dials none: these calls end at the switchboard.`,
        },
  ];
  return notes.flat();
}

/** Fields that still have their guessed column. A column chosen by a person is not a guess. */
export function guessesIn(preview: Preview, mapping: Mapping): Preview["guessed"] {
  const { guessed, mapping: first } = preview;
  return {
    phone: guessed.phone && mapping.phone >= 0 && mapping.phone === first.phone,
    name: guessed.name && mapping.name.length > 0 && String(mapping.name) === String(first.name),
  };
}

/** Sets one column of a name, or removes it with -1. A column occurs in a name at most once. */
export function withNamePart(name: readonly number[], index: number, column: number): number[] {
  const others = name.map((other, position) => (position !== index && other === column ? -1 : other));
  others[index] = column;
  return others.filter((other) => other >= 0);
}

/** First numbers of the shown rows, from the second column if the first is empty. */
export function numbersOf(preview: Preview, { phone, fallback }: Mapping): string[] {
  if (fallback === undefined) return valuesOf(preview, [phone]);
  const numbers = preview.rows.flatMap(({ cells }) => cells[phone]?.trim() || cells[fallback]?.trim() || []);
  return numbers.slice(0, 3);
}

/** First values of the shown rows, as they will be read. */
export function valuesOf(preview: Preview, columns: readonly number[]): string[] {
  if (columns.length === 1) return [...(preview.columns[columns[0] ?? -1]?.samples ?? [])];
  return preview.rows
    .map(({ cells }) =>
      columns
        .map((column) => cells[column]?.trim())
        .filter(Boolean)
        .join(" "),
    )
    .filter(Boolean)
    .slice(0, 3);
}
