import { type GetParam, type ListFrame, type ListOptions, optionsFor, textOf } from "./list-spec";

/** Phrases of the filters that are set, such as "status failed". */
function filterPhrases({ filters }: ListFrame, get: GetParam, options: ListOptions): string[] {
  return filters.flatMap((filter) => {
    const value = textOf(filter, get);
    if (value === undefined) return [];
    if (filter.kind === "search") return [`“${value}”`];
    const shown = optionsFor(filter, options, value).find((option) => option.value === value)?.label ?? value;
    return [filter.phrase?.(shown) ?? `${filter.label.toLowerCase()} ${shown}`];
  });
}

/** "person Mara Okafor and result refused"; undefined without a filter. A switch shows more rows, so it is left out. */
export function filterSentence(spec: ListFrame, get: GetParam, options: ListOptions = {}): string | undefined {
  const phrases = filterPhrases(spec, get, options);
  const last = phrases.pop();
  return phrases.length > 0 ? `${phrases.join(", ")} and ${last}` : last;
}
