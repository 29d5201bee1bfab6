import type { Preview } from "@/lib/contacts/engine";
import type { Mapping } from "@/lib/contacts/plan";

/** Why the list cannot be checked yet; undefined where both fields have a column. */
export function whyNotChecked({ phone, name }: Mapping, isNameless: boolean): string | undefined {
  if (phone < 0 && name.length === 0 && !isNameless) return "Choose a column for phone_number and one for name.";
  if (phone < 0) return "Choose a column for phone_number.";
  return name.length === 0 && !isNameless ? "Choose a column for name." : undefined;
}

/** Which fields still have the column that was guessed for them. A choice by a person is no guess. */
export function guessesIn(preview: Preview, mapping: Mapping): Preview["guessed"] {
  const { guessed, mapping: first } = preview;
  return {
    phone: guessed.phone && mapping.phone >= 0 && mapping.phone === first.phone,
    name: guessed.name && mapping.name.length > 0 && String(mapping.name) === String(first.name),
  };
}

/** Puts a column, or none, in one place of a name. A column stands in a name once. */
export function withNamePart(name: readonly number[], at: number, column: number): number[] {
  const others = name.map((each, place) => (place !== at && each === column ? -1 : each));
  others[at] = column;
  return others.filter((each) => each >= 0);
}

/** The first values as they will be read, of the rows that are shown. */
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
