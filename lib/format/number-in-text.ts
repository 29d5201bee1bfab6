const onlyNumber = /^\P{L}*(?:\p{L}{1,10}[.:\s]\P{L}*)?(?:(?<=\d{2})[\s(]+\p{L}{1,10}[.)\s]*)?$/u;
const fewestDigits = 4;

/** Seven digits or more, with the signs of a phone number between them. An ID can hold a number too. */
const numberWithin = /\p{Nd}(?:[\s().\u00ad\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2060-\u2069/-]*\p{Nd}){6,}/u;

/** Also the fillers of Hangul, which are letters. */
const unseen = /[\p{Cc}\p{Cf}\p{M}\u115f\u1160]/gu;

const uuid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

/**
 * True if a searched text can hold a phone number, or the digits of one. Such a text is in no address, because addresses are
 * logged and kept in histories.
 */
export function mayHoldNumber(text: string): boolean {
  const written = text.normalize("NFKC").replace(unseen, "").replaceAll("\u30fc", "-").replace(uuid, "");
  const digits = written.match(/\p{Nd}/gu)?.length ?? 0;
  return (digits >= fewestDigits && onlyNumber.test(written)) || numberWithin.test(written);
}
