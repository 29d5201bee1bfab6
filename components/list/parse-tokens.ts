import { wordsIn, wordsText } from "@/lib/contract/console/webhook-log/words";
import { type ListFilter, type ListFrame, type ListOptions, optionsFor } from "./list-spec";

/** Parses tokens such as `status:failed attempts:>2` into values of the filters. `rest` is the remaining text. */
export function parseTokens(
  { filters }: ListFrame,
  text: string,
  options: ListOptions = {},
): { values: Record<string, string>; rest: string } {
  const values: Record<string, string> = {};
  const rest = text.replace(tokenPattern, (whole, minus: string, name: string, quoted?: string, bare?: string) => {
    const filter = filters.find(({ token }) => token === name.toLowerCase());
    const written = quoted ?? bare ?? "";
    const isExcluded = minus !== "";
    const value =
      filter?.kind === "words"
        ? mergedWords(values[filter.param], isExcluded, quoted, written)
        : filter && !isExcluded && tokenValue(filter, written, options);
    if (!filter || !value || filter.accepts?.(value) === false) return whole;
    values[filter.param] = value;
    return " ";
  });
  return { values, rest: rest.replace(/\s+/g, " ").trim() };
}

const tokenPattern = /(?<=^|\s)(-?)([a-z]+):(?:"([^"]+)"|([^\s"]+))(?=\s|$)/gi;

/** An option is found by its value or its label. Spaces can be written as hyphens. */
function tokenValue(filter: ListFilter, written: string, options: ListOptions): string | undefined {
  if (filter.kind === "range") return rangeOf(written);
  const offered = optionsFor(filter, options, undefined);
  const found = offered.find(({ value, label }) => [value, label].some((text) => plain(text) === plain(written)));
  return found?.value ?? (offered.length === 0 ? written : undefined);
}

const plain = (text: string) => text.toLowerCase().replace(/[\s_]/g, "-");

/** Merges repeated tokens of one filter. If they mix including and excluding, the later ones win. */
function mergedWords(before: string | undefined, isExcluded: boolean, quoted: string | undefined, written: string) {
  const previous = wordsIn(before);
  const words = quoted === undefined ? wordsIn(written).words : [quoted];
  return wordsText({ words: previous.isExcluded === isExcluded ? [...previous.words, ...words] : words, isExcluded });
}

/** Converts `>2`, `>=3`, `2-4` and `2` to the form of the URL. */
function rangeOf(written: string): string | undefined {
  const {
    sign = "",
    least = "",
    most,
  } = /^(?<sign>>=?)?(?<least>\d{1,9})(?:(?:-|\.\.)(?<most>\d{1,9}))?$/.exec(written)?.groups ?? {};
  if (least === "" || (sign !== "" && most !== undefined)) return undefined;
  if (sign !== "") return `${Number(least) + (sign === ">" ? 1 : 0)}..`;
  return most === undefined ? least : `${least}..${most}`;
}
