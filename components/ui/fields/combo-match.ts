export type ComboOption = { value: string; label: string; note?: string };

const mostShown = 60;

/** The options that hold every word of a text, those that begin with it first. Accents and case do not matter. */
export function matchingOptions(options: readonly ComboOption[], text: string) {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  const found = options
    .map((option) => ({ option, words: plain(`${option.label} ${option.note ?? ""} ${option.value}`) }))
    .filter(({ words }) => wanted.every((word) => words.includes(word)));
  const [first = ""] = wanted;
  const ordered = [
    ...found.filter(({ words }) => words.startsWith(first)),
    ...found.filter(({ words }) => !words.startsWith(first)),
  ].map(({ option }) => option);
  return { shown: ordered.slice(0, mostShown), hidden: Math.max(0, ordered.length - mostShown) };
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
