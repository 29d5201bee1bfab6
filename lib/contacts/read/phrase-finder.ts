import { alternatives } from "./no-call-phrases";

/** Letters below are compared by their beginnings, and signs above one by one, because those scripts need no blanks. */
const firstSign = 0x0e00;
/** Latin and Greek letters with several accents, as in Vietnamese. */
const [firstAccented, endOfLetters] = [0x1e00, 0x2000];
const letterCount = 27;
const [fewestLetters, mostLetters] = [2, 4];
const separator = 0;
/** A combining mark, which folding takes away. */
const mark = 255;

/** A phrase in a text. `start` and `end` are its place there. */
export type Match<Kind> = { kind: Kind; start: number; end: number };

type Finder<Kind> = {
  /** Rules most texts out, much faster than `find`. Takes texts that are not folded. */
  mayMatch(text: string): boolean;
  /** Phrases in a folded text, until `isLast` says that no more are wanted. */
  find(plain: string, isLast: (match: Match<Kind>) => boolean): void;
};

type Vocabulary<Kind> = {
  phrases: readonly (readonly [Kind, string])[];
  /** Patterns of languages without blanks between words, and of signs. */
  signs: readonly (readonly [Kind, string])[];
  /** Takes away accents. Phrases and signs are folded too. */
  fold: (text: string) => string;
};

/** Class of each character: a separator, a mark, or a letter from 1 to 26, with accents taken away. */
function createClasses(fold: (text: string) => string): Uint8Array {
  return Uint8Array.from({ length: endOfLetters }, (_, code) => {
    if (code >= firstSign && code < firstAccented) return separator;
    const character = String.fromCharCode(code);
    const folded = fold(character).toLowerCase();
    if (folded === "") return mark;
    return /\p{L}/u.test(folded) ? 1 + (folded.charCodeAt(0) % (letterCount - 1)) : separator;
  });
}

/**
 * Finds phrases by the letters that they begin with. One pattern of all phrases would be compared at each letter, and is
 * too large for engines to compile.
 */
export function createPhraseFinder<Kind>({ phrases, signs, fold }: Vocabulary<Kind>): Finder<Kind> {
  const classes = createClasses(fold);
  const classOf = (code: number) => classes[code] ?? separator;
  /** By the number of letters, then by their key. */
  const byStart = Array.from({ length: mostLetters + 1 }, () => new Map<number, Set<Pattern<Kind>>>());
  for (const [kind, phrase] of phrases) {
    const pattern = new Pattern(kind, fold(inWords(phrase)), "iuy");
    for (const start of beginningsOf(fold(phrase))) addStart(start.slice(0, mostLetters), pattern);
  }
  const signPatterns = signs.map(([kind, pattern]) => new Pattern(kind, fold(pattern), "iug"));
  const signStarts = new Set(signs.flatMap(([, pattern]) => pattern.split("|").flatMap(firstCharacters)));

  /** One that is too short would be compared with nearly every word. */
  function addStart(start: string, pattern: Pattern<Kind>) {
    if (start.length < fewestLetters) throw new Error("A phrase must begin with at least two letters.");
    const key = [...start].reduce((sum, letter) => sum * letterCount + classOf(letter.charCodeAt(0)), 0);
    const patterns = byStart[start.length]?.get(key) ?? new Set();
    byStart[start.length]?.set(key, patterns.add(pattern));
  }

  /** Calls `use` with the phrases that may begin at a place, until it returns true. */
  function atWord(text: string, from: number, use: (patterns: Iterable<Pattern<Kind>>) => boolean): boolean {
    let [key, letters] = [0, 0];
    for (let index = from; index < text.length && letters < mostLetters; index += 1) {
      const code = classOf(text.charCodeAt(index));
      if (code === separator || code === mark) continue;
      key = key * letterCount + code;
      letters += 1;
      const patterns = byStart[letters]?.get(key);
      if (patterns && use(patterns)) return true;
    }
    return false;
  }

  function atEachWord(text: string, use: (patterns: Iterable<Pattern<Kind>>, start: number) => boolean): boolean {
    let isInWord = false;
    for (let index = 0; index < text.length; index += 1) {
      const code = classOf(text.charCodeAt(index));
      if (code === mark) continue;
      const start = index;
      if (code !== separator && !isInWord && atWord(text, start, (patterns) => use(patterns, start))) return true;
      isInWord = code !== separator;
    }
    return false;
  }

  const hasSign = (text: string) => {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code >= firstSign && signStarts.has(code)) return true;
    }
    return false;
  };

  return {
    mayMatch: (text) => hasSign(text) || atEachWord(text, () => true),
    find(plain, isLast) {
      if (hasSign(plain) && signPatterns.some((pattern) => pattern.isFound(plain, 0, isLast))) return;
      atEachWord(plain, (patterns, start) => [...patterns].some((pattern) => pattern.isFound(plain, start, isLast)));
    },
  };
}

/** One phrase, compiled when it is first compared. */
class Pattern<Kind> {
  private compiled: RegExp | undefined;

  constructor(
    private readonly kind: Kind,
    private readonly source: string,
    private readonly flags: string,
  ) {}

  /** True if the phrase is at a place, or anywhere behind it for a sign, and no more are wanted. */
  isFound(plain: string, from: number, isLast: (match: Match<Kind>) => boolean): boolean {
    this.compiled ??= new RegExp(this.source, this.flags);
    const { compiled, kind } = this;
    compiled.lastIndex = from;
    for (let match = compiled.exec(plain); match; match = compiled.exec(plain)) {
      if (isLast({ kind, start: match.index, end: match.index + match[0].length })) return true;
      if (compiled.sticky) return false;
    }
    return false;
  }
}

/** A blank stands for any separator, or none. */
export const inWords = (phrase: string) =>
  `(?<!\\p{L})(?:${phrase.replaceAll(" ?", " ").replaceAll(" ", "[^\\p{L}\\p{N}]*")})(?!\\p{L})`;

/** The beginnings of a phrase. A condition or a group of words, perhaps an optional one, may stand in front. */
function beginningsOf(phrase: string): string[] {
  const text = phrase.replace(/^\(\?<!.*?\{1,3\}\)/, "");
  const [, group, optional, rest = ""] = /^\(\?:([^()]*)\)(\??)(.*)$/.exec(text) ?? [];
  if (group === undefined) return [lettersAtStart(text)];
  const starts = alternatives(group).map((word) => lettersAtStart(word + rest));
  return optional ? [...starts, ...beginningsOf(rest)] : starts;
}

const lettersAtStart = (text: string) => /^(?:[\p{L}\p{M} ](?![?*]))*/u.exec(text)?.[0].replaceAll(" ", "") ?? "";

/** Codes of the first character of a sign, or of those in its set. */
function firstCharacters(sign: string): number[] {
  const bare = sign.replace(/^\(\?<![^)]*\)/, "");
  const [, set, group] = /^(?:\[([^\]]*)\]|\(\?:(.*))?/u.exec(bare) ?? [];
  const text = set ?? (group === undefined ? bare.slice(0, 1) : group.replace(/\).*/, ""));
  return [...text].flatMap((character) => [character.charCodeAt(0), character.codePointAt(0) ?? 0]);
}
