export type StatusWord = { resource: string; field: string; word: string };

export const setMeaningHref = (word: StatusWord) =>
  `/settings/platform/unknown?${new URLSearchParams({ meaning: setMeaningText(word) })}`;

/** `<resource>.<field>.<word>`. Dots in resource and field are escaped as `%2E`. */
export const setMeaningText = ({ resource, field, word }: StatusWord) =>
  [...[resource, field].map(escapeDots), word].join(".");

/** Parses the result of `setMeaningText`; undefined if a part is missing. */
export function readMeaning(text: string | undefined): StatusWord | undefined {
  const [, resource, field, word] = /^([^.]+)\.([^.]+)\.(.+)$/s.exec(text ?? "") ?? [];
  return resource && field && word ? { resource: unescapeDots(resource), field: unescapeDots(field), word } : undefined;
}

const escapeDots = (part: string) => part.replaceAll("%", "%25").replaceAll(".", "%2E");

const unescapeDots = (part: string) => part.replaceAll("%2E", ".").replaceAll("%25", "%");
