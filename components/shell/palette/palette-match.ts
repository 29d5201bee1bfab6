import { looksLikeTime } from "@/lib/format/parse-time";

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export const isUuid = (text: string) => uuid.test(text);

/** True for a plus and digits, which is never an ID. */
export const isPhone = (text: string) => /^\+[\d\s().-]*$/.test(text);

/**
 * True if a text is more likely an ID than a word: no spaces, and a digit, an underscore or at least 12 characters. IDs have
 * no fixed format, so other text can still be opened as an ID in a second step.
 */
export const looksLikeId = (text: string) =>
  !isPhone(text) && !looksLikeTime(text) && /^\S+$/.test(text) && /[\d_]|.{12}/.test(text);

/** Ranks from here on are loose matches, with gaps or a typo. */
export const looseRank = 3;

/**
 * Match rank: 0 at the start, 1 at the start of a word, 2 anywhere, 3 with gaps, 4 with one typo. Every word must match;
 * the worst rank counts. Undefined without a match.
 */
export function matchRank(text: string, ...targets: readonly string[]): number | undefined {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const fits = words
    .map((word) => ({ word, fit: best(targets.map((target) => matchWord(word, plain(target)))) }))
    .filter(({ word, fit }) => fit !== undefined || !stopWords.has(word))
    .map(({ fit }) => fit);
  const digits = digitsIn(text);
  if (fits.includes(undefined) && digits.length >= 3 && /^[+\d\s().-]+$/.test(text))
    return best(targets.map((target) => (target.startsWith("+") && target.includes(digits) ? 1 : undefined)));
  if (fits.includes(undefined) || (fits.length === 0 && words.length > 0)) return undefined;
  return Math.max(0, ...fits.map((rank) => rank ?? 0));
}

/** Stop words, ignored if they do not match. */
const stopWords = new Set("a an and did do does for how i in is it my of on that the this to was".split(" "));

/** Digits of a phone number. Strips the leading zeros of national and 00-prefixed numbers. */
function digitsIn(text: string) {
  const digits = text.replace(/\D/g, "");
  return digits.length >= minDialledDigits ? digits.replace(/^0+/, "") : digits;
}

const minDialledDigits = 7;

function matchWord(word: string, target: string) {
  const index = target.indexOf(word);
  if (index === 0) return 0;
  const parts = target.split(/[^\p{L}\p{N}]+/u);
  if (parts.some((part) => part.startsWith(word))) return 1;
  if (index > 0) return 2;
  if (!/^\p{L}{3,}$/u.test(word)) return undefined;
  if (matchesWithGaps(word, parts)) return looseRank;
  return word.length > 3 && parts.some((part) => matchesWithTypo(word, part)) ? looseRank + 1 : undefined;
}

/** Fuzzy match: each letter continues the same word or starts a later one ("wtr" in "Winter tariff renewals"). */
function matchesWithGaps(word: string, parts: readonly string[]): boolean {
  if (word === "") return true;
  return parts.some((part, index) => {
    if (!part.startsWith(word.slice(0, 1))) return false;
    let matched = 0;
    for (const letter of part) if (letter === word[matched]) matched += 1;
    for (let most = matched; most > 0; most -= 1)
      if (matchesWithGaps(word.slice(most), parts.slice(index + 1))) return true;
    return false;
  });
}

/** True if the word starts with the text except for one typo: a wrong, missing, extra or swapped letter. */
function matchesWithTypo(text: string, word: string) {
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
  const ranks = fits.filter((rank) => rank !== undefined);
  return ranks.length > 0 ? Math.min(...ranks) : undefined;
}

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Search synonyms of the pages. */
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
