import type { Column, Preview } from "@/lib/contacts/engine";
import { columnWords } from "@/lib/contacts/messages/file-messages";
import { guessesIn, whyNotChecked } from "@/lib/contacts/messages/mapping-messages";
import type { Mapping } from "@/lib/contacts/plan";
import { normalizeHeader } from "@/lib/contacts/read/header-names";
import { Problem } from "@/lib/contract/problem";
import { forTerminal } from "./messages";

export type MatchedColumns = { mapping: Mapping; guessed: Preview["guessed"] };

/** Uses the requested columns, else those of the preview. Throws a Problem that lists the file's columns. */
export function matchColumns(
  preview: Preview,
  requested: { phone: string | undefined; name: string | undefined },
): MatchedColumns {
  const [phone = preview.mapping.phone, fallback, ...more] =
    requested.phone === undefined ? [] : indexesOf(requested.phone, preview.columns);
  if (more.length > 0) throw listing("A number comes from at most two columns.", preview.columns);
  const { fallback: guessedFallback, ...guess } = preview.mapping;
  const second = requested.phone === undefined ? guessedFallback : fallback;
  const mapping: Mapping = {
    ...guess,
    phone,
    ...(second === undefined ? {} : { fallback: second }),
    name: requested.name === undefined ? preview.mapping.name : indexesOf(requested.name, preview.columns),
  };
  const missing = whyNotChecked(mapping, false);
  if (missing) throw listing(missing, preview.columns);
  if (mapping.name.some((column) => column === phone || column === fallback))
    throw listing("One column cannot be both phone number and name.", preview.columns);
  const guessed = guessesIn(preview, mapping);
  return {
    mapping,
    guessed: {
      phone: guessed.phone && requested.phone === undefined,
      name: guessed.name && requested.name === undefined,
    },
  };
}

/** Tries the whole text first, because a column's name can contain a comma. */
const indexesOf = (words: string, columns: readonly Column[]) => {
  const matches = matchingIndexes(words, columns);
  return matches.length === 1 ? matches : [...new Set(words.split(",").map((word) => indexOf(word, columns)))];
};

export function indexOf(word: string, columns: readonly Column[]): number {
  const [index, ...others] = matchingIndexes(word, columns);
  if (index === undefined) throw listing(`There is no column ${forTerminal(word)}.`, columns);
  if (others.length > 0)
    throw listing(`More than one column is called ${forTerminal(word)}. Use its position instead.`, columns);
  return index;
}

/** Indexes of matching columns: by exact name, else by normalized name, else by number from 1. */
function matchingIndexes(word: string, columns: readonly Column[]): number[] {
  const indexesWhere = (matches: (name: string) => boolean) =>
    columns.flatMap(({ name }, index) => (name !== "" && matches(name) ? [index] : []));
  const exact = indexesWhere((name) => name === word.trim());
  const alike = exact.length > 0 ? exact : indexesWhere((name) => normalizeHeader(name) === normalizeHeader(word));
  if (alike.length > 0) return alike;
  const index = /^\s*\d+\s*$/.test(word) ? Number(word) - 1 : -1;
  return columns[index] ? [index] : [];
}

function listing(sentence: string, columns: readonly Column[]) {
  const lines = columns.map((column, index) => {
    const samples = column.samples.map(forTerminal).join(", ");
    return `  ${String(index + 1).padStart(3)}  ${forTerminal(columnWords(column, index))}${samples && `: ${samples}`}`;
  });
  const hint = "Pass --phone COLUMN[,COLUMN] and --name COLUMN[,COLUMN], by name or by position.";
  return new Problem("bad_input", [sentence, "The file has these columns:", ...lines, hint].join("\n"));
}
