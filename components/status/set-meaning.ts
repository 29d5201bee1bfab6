/** A status word with where it stands: what an admin gives a meaning. */
export type StatusWord = { resource: string; field: string; word: string };

/** Settings with the form filled in, where an admin gives this word its meaning. */
export const setMeaningHref = (word: StatusWord) =>
  `/settings/meanings?${new URLSearchParams({ meaning: setMeaningText(word) })}`;

/** `<resource>.<field>.<word>`; a dot of the first two is written as `%2E`, the word is as it came. */
export const setMeaningText = ({ resource, field, word }: StatusWord) =>
  [...[resource, field].map(guarded), word].join(".");

/** Reads what `setMeaningText` wrote; undefined where a part is missing. */
export function readMeaning(text: string | undefined): StatusWord | undefined {
  const [, resource, field, word] = /^([^.]+)\.([^.]+)\.(.+)$/s.exec(text ?? "") ?? [];
  return resource && field && word ? { resource: open(resource), field: open(field), word } : undefined;
}

const guarded = (part: string) => part.replaceAll("%", "%25").replaceAll(".", "%2E");

const open = (part: string) => part.replaceAll("%2E", ".").replaceAll("%25", "%");
