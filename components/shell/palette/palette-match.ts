import { comparableText } from "@/lib/format/comparable-text";
/** Ranks from here on are matches with a typo. */
export const typoRank = 3;

/**
 * Match rank: 0 at the start, 1 at the start of a word, 2 anywhere, 3 with one typo. Every word must match; the worst rank
 * counts. Infinity without a match.
 */
export function matchRank(text: string, ...targets: readonly string[]): number {
  const digits = dialledDigits(text);
  if (digits && targets.some((target) => target.startsWith("+") && target.includes(digits))) return 1;
  const words = plain(text).split(/\s+/).filter(Boolean);
  const meant = words.filter((word) => !stopWords.has(word));
  const plainTargets = targets.map(plain);
  const ranks = (meant.length > 0 ? meant : words).map((word) =>
    Math.min(...plainTargets.map((target) => wordRank(word, target))),
  );
  return Math.max(0, ...ranks);
}

const stopWords = new Set("a an and did do does for how i in is it my of on that the this to was".split(" "));

/** Digits of a phone number, without the leading zeros of its national or 00-prefixed form. Empty for other text. */
function dialledDigits(text: string) {
  const digits = text.replace(/\D/g, "");
  return digits.length >= 7 && /^[+\d\s().-]+$/.test(text) ? digits.replace(/^0+/, "") : "";
}

function wordRank(word: string, target: string): number {
  const index = target.indexOf(word);
  if (index === 0) return 0;
  const parts = target.split(/[^\p{L}\p{N}]+/u);
  if (parts.some((part) => part.startsWith(word))) return 1;
  if (index > 0) return 2;
  const isTypo = /^\p{L}{4,}$/u.test(word) && parts.some((part) => startsWithTypo(part, word));
  return isTypo ? typoRank : Number.POSITIVE_INFINITY;
}

/** True if the target starts with the word except for one typo: a wrong, missing, extra or swapped letter. */
function startsWithTypo(target: string, word: string) {
  let index = 0;
  while (index < word.length && word[index] === target[index]) index += 1;
  const [typed, meant] = [word.slice(index), target.slice(index)];
  const swapped = meant.slice(1, 2) + meant.slice(0, 1) + meant.slice(2);
  return (
    meant.slice(1).startsWith(typed.slice(1)) ||
    meant.slice(1).startsWith(typed) ||
    meant.startsWith(typed.slice(1)) ||
    swapped.startsWith(typed)
  );
}

const plain = (text: string) => comparableText(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
