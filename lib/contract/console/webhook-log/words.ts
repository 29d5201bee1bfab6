/** Filter word for a missing or invalid status, event, webhook or number of attempts. */
export const NO_WORD = "(none)";

/** Maximum length of a filter that can hold several words. */
export const longestWords = 3_000;
const mostWords = 50;

export type Words = { words: readonly string[]; isExcluded: boolean };

/**
 * Parses the words of a filter, such as `failed,retrying`. A leading `!` excludes them. A backslash escapes a comma, a
 * backslash or a leading `!` within a word.
 */
export function wordsIn(filter: string | undefined): Words {
  const isExcluded = filter?.startsWith("!") ?? false;
  const escaped = (isExcluded ? filter?.slice(1) : filter)?.match(/(?:\\.|[^,\\]|\\$)+/gs) ?? [];
  const words = escaped.map((word) => word.replace(/\\(.)/gs, "$1")).filter((word) => word !== "");
  return { words: [...new Set(words)].slice(0, mostWords), isExcluded };
}

/** Formats words for `wordsIn`; undefined without a word. */
export function wordsText({ words, isExcluded }: Words): string | undefined {
  const text = words.map((word) => word.replace(/[\\,]/g, "\\$&")).join(",");
  if (text === "") return undefined;
  return isExcluded ? `!${text}` : text.replace(/^!/, "\\!");
}

/** Formats a single word for `wordsIn`. */
export const wordText = (word: string) => wordsText({ words: [word], isExcluded: false }) ?? "";

/** The word of a filter that includes exactly one word; undefined for any other. */
export function onlyWordIn(filter: string | undefined): string | undefined {
  const { words, isExcluded } = wordsIn(filter);
  return words.length === 1 && !isExcluded ? words[0] : undefined;
}
