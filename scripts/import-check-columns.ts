import type { Column, Preview } from "@/lib/contacts/engine";
import { columnWords } from "@/lib/contacts/messages/file-messages";
import { guessesIn, whyNotChecked } from "@/lib/contacts/messages/mapping-messages";
import type { Mapping } from "@/lib/contacts/plan";
import { normalizeHeader } from "@/lib/contacts/read/header-names";
import { Problem } from "@/lib/contract/problem";
import { shown } from "./import-check-messages";

export type Matched = { mapping: Mapping; guessed: Preview["guessed"] };

/** Which columns are sent: those that were asked for, else those that the look found. A Problem lists what there is. */
export function matchColumns(
  preview: Preview,
  asked: { phone: string | undefined; name: string | undefined },
): Matched {
  const mapping = {
    phone: asked.phone === undefined ? preview.mapping.phone : placeOf(asked.phone, preview.columns),
    name: asked.name === undefined ? preview.mapping.name : placesOf(asked.name, preview.columns),
  };
  const missing = whyNotChecked(mapping, false);
  if (missing) throw listing(missing, preview.columns);
  if (mapping.name.includes(mapping.phone))
    throw listing("One column cannot be both number and name.", preview.columns);
  const guessed = guessesIn(preview, mapping);
  return {
    mapping,
    guessed: { phone: guessed.phone && asked.phone === undefined, name: guessed.name && asked.name === undefined },
  };
}

/** A column's own name may hold a comma. */
const placesOf = (words: string, columns: readonly Column[]) => {
  const whole = found(words, columns);
  return whole.length === 1 ? whole : [...new Set(words.split(",").map((each) => placeOf(each, columns)))];
};

function placeOf(word: string, columns: readonly Column[]): number {
  const [place, ...others] = found(word, columns);
  if (place === undefined) throw listing(`There is no column ${shown(word)}.`, columns);
  if (others.length > 0) throw listing(`More than one column is called ${shown(word)}: give its place.`, columns);
  return place;
}

/** By its very name, by the same name written otherwise, or by its place from 1. */
function found(word: string, columns: readonly Column[]): number[] {
  const named = (is: (name: string) => boolean) =>
    columns.flatMap(({ name }, at) => (name !== "" && is(name) ? [at] : []));
  const exact = named((name) => name === word.trim());
  const alike = exact.length > 0 ? exact : named((name) => normalizeHeader(name) === normalizeHeader(word));
  if (alike.length > 0) return alike;
  const place = /^\s*\d+\s*$/.test(word) ? Number(word) - 1 : -1;
  return columns[place] ? [place] : [];
}

function listing(sentence: string, columns: readonly Column[]) {
  const lines = columns.map((column, at) => {
    const samples = column.samples.map(shown).join(", ");
    return `  ${String(at + 1).padStart(3)}  ${shown(columnWords(column, at))}${samples && `: ${samples}`}`;
  });
  const how = "Give --phone COLUMN and --name COLUMN[,COLUMN], by name or by place.";
  return new Problem("bad_input", [sentence, "The file has these columns:", ...lines, how].join("\n"));
}
