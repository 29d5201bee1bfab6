/**
 * True if a text is more likely an ID than a word: no spaces or leading plus, and a digit, an underscore or at least 12
 * characters. IDs have no fixed format.
 */
export const looksLikeId = (text: string) => /^[^\s+]\S*$/.test(text) && /[\d_]|.{12}/.test(text);

/** True for 7 to 17 digits of any script, with at most a word such as "Tel." before them. The server reads the number. */
export function looksLikeNumber(text: string) {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  return digits >= 7 && digits <= 17 && /^\P{L}*(?:\p{L}{1,10}[.:\s]\P{L}*)?$/u.test(text);
}
