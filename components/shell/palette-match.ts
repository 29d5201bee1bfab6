const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export const isUuid = (text: string) => uuid.test(text);

/** A plus and digits, as phone numbers are written; never an ID. */
export const isPhone = (text: string) => /^\+[\d\s().-]*$/.test(text);

/**
 * Whether a text is more likely an ID than a word: without spaces, with a digit or an underscore in it or long.
 * IDs have no known form: any other text can still be read as one, a step further on.
 */
export const looksLikeId = (text: string) => !isPhone(text) && /^\S+$/.test(text) && /[\d_]|.{12}/.test(text);

/** How well a text fits: 0 at the start, 1 at the start of a word, 2 anywhere; undefined where it does not. */
export function fitOf(text: string, ...places: readonly string[]): number | undefined {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const fits = words.map((word) => best(places.map((place) => fitOne(word, plain(place)))));
  const digits = text.replace(/\D/g, "");
  if (fits.includes(undefined) && digits.length >= 3 && /^[+\d\s().-]+$/.test(text))
    return best(places.map((place) => (place.startsWith("+") && place.includes(digits) ? 1 : undefined)));
  if (fits.includes(undefined)) return undefined;
  return Math.max(0, ...fits.map((each) => each ?? 0));
}

function fitOne(word: string, place: string) {
  const at = place.indexOf(word);
  if (at < 0) return undefined;
  if (at === 0) return 0;
  return place.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word)) ? 1 : 2;
}

function best(fits: readonly (number | undefined)[]) {
  const known = fits.filter((each) => each !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
