import { looksLikeTime } from "@/lib/format/parse-time";

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export const isUuid = (text: string) => uuid.test(text);

/** A plus and digits, as phone numbers are written; never an ID. */
export const isPhone = (text: string) => /^\+[\d\s().-]*$/.test(text);

/**
 * Whether a text is more likely an ID than a word: without spaces, with a digit or an underscore in it or long.
 * IDs have no known form: any other text can still be read as one, a step further on.
 */
export const looksLikeId = (text: string) =>
  !isPhone(text) && !looksLikeTime(text) && /^\S+$/.test(text) && /[\d_]|.{12}/.test(text);

/** From here on a text fits only with gaps in it or with one letter wrong. */
export const looseFit = 3;

/**
 * How well a text fits: 0 at the start, 1 at the start of a word, 2 anywhere, 3 with gaps between its letters, 4 with one
 * letter wrong; undefined where it does not. Of several words each has to fit, wherever it stands.
 */
export function fitOf(text: string, ...places: readonly string[]): number | undefined {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const fits = words
    .map((word) => ({ word, fit: best(places.map((place) => fitOne(word, plain(place)))) }))
    .filter(({ word, fit }) => fit !== undefined || !small.has(word))
    .map(({ fit }) => fit);
  const digits = digitsIn(text);
  if (fits.includes(undefined) && digits.length >= 3 && /^[+\d\s().-]+$/.test(text))
    return best(places.map((place) => (place.startsWith("+") && place.includes(digits) ? 1 : undefined)));
  if (fits.includes(undefined) || (fits.length === 0 && words.length > 0)) return undefined;
  return Math.max(0, ...fits.map((rank) => rank ?? 0));
}

/** Words of a question that need not be in what it finds. */
const small = new Set("a an and did do does for how i in is it my of on that the this to was".split(" "));

/** Of a number as it is dialled within its country, or from abroad without a plus, those that its full form has. */
function digitsIn(text: string) {
  const digits = text.replace(/\D/g, "");
  return digits.length >= leastDialled ? digits.replace(/^0+/, "") : digits;
}

const leastDialled = 7;

function fitOne(word: string, place: string) {
  const index = place.indexOf(word);
  if (index === 0) return 0;
  const parts = place.split(/[^\p{L}\p{N}]+/u);
  if (parts.some((part) => part.startsWith(word))) return 1;
  if (index > 0) return 2;
  if (!/^\p{L}{3,}$/u.test(word)) return undefined;
  if (isSpread(word, parts)) return looseFit;
  return word.length > 3 && parts.some((part) => isOneOff(word, part)) ? looseFit + 1 : undefined;
}

/** "wtr" in "Winter tariff renewals", "cmpgn" in "Campaigns": each letter goes on in the same word or begins a later one. */
function isSpread(word: string, parts: readonly string[]): boolean {
  if (word === "") return true;
  return parts.some((part, index) => {
    if (!part.startsWith(word.slice(0, 1))) return false;
    let taken = 0;
    for (const letter of part) if (letter === word[taken]) taken += 1;
    for (let most = taken; most > 0; most -= 1) if (isSpread(word.slice(most), parts.slice(index + 1))) return true;
    return false;
  });
}

/** Whether the word begins as the text does but for one letter: another, missing, too many, or two that changed places. */
function isOneOff(text: string, word: string) {
  let index = 0;
  while (index < text.length && text[index] === word[index]) index += 1;
  const [typed, meant] = [text.slice(index), word.slice(index)];
  const swapped = meant.slice(1, 2) + meant.slice(0, 1) + meant.slice(2);
  return (
    meant.slice(1).startsWith(typed.slice(1)) ||
    meant.slice(1).startsWith(typed) ||
    meant.startsWith(typed.slice(1)) ||
    swapped.startsWith(typed)
  );
}

function best(fits: readonly (number | undefined)[]) {
  const known = fits.filter((rank) => rank !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Other words that people look for a page by. */
export const pageSynonyms: Record<string, string> = {
  "/": "home start dashboard attention alerts",
  "/assistants": "bots agents voice",
  "/phone-numbers": "dids lines callers plan credit balance money cost",
  "/workflows": "flows publish",
  "/tools": "functions delete",
  "/import": "upload list leads people csv excel",
  "/campaigns": "dialer outbound contacts lists leads import upload pause stop cancel",
  "/calls": "hang up hangup end stop conversations transcripts",
  "/sessions": "hang up hangup end stop",
  "/webhooks": "deliveries events hooks callbacks log",
  "/credentials": "keys secrets tokens",
  "/team": "people users members invite add a person password link",
  "/audit": "history who did evidence verify",
  "/settings": "preferences profile password sign out sessions alerts connection theme",
};
