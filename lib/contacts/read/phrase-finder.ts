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
  const starts = new Uint8Array(letterCount ** mostLetters);
  for (const [letters, keys] of byStart.entries())
    for (const key of keys.keys()) {
      const width = letterCount ** (mostLetters - letters);
      starts.fill(1, key * width, (key + 1) * width);
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

  /** The phrases that may begin at a place. */
  function* patternsAt(text: string, from: number): Generator<Pattern<Kind>> {
    let [key, letters] = [0, 0];
    for (let index = from; index < text.length && letters < mostLetters; index += 1) {
      const code = classOf(text.charCodeAt(index));
      if (code === separator || code === mark) continue;
      key = key * letterCount + code;
      letters += 1;
      yield* byStart[letters]?.get(key) ?? [];
    }
  }

  function mayBeginAt(text: string, from: number): boolean {
    let [key, letters] = [0, 0];
    for (let index = from; index < text.length && letters < mostLetters; index += 1) {
      const code = classes[text.charCodeAt(index)] ?? separator;
      if (code === separator || code === mark) continue;
      key = key * letterCount + code;
      letters += 1;
    }
    return starts[key * letterCount ** (mostLetters - letters)] === 1;
  }

  /** The first place from an index at which a phrase may begin; -1 without one. */
  function nextStart(text: string, from: number): number {
    let isInWord = from > 0 && isLetter(text, from - 1);
    for (let index = from; index < text.length; index += 1) {
      const code = classes[text.charCodeAt(index)] ?? separator;
      if (code === mark) continue;
      if (code !== separator && !isInWord && mayBeginAt(text, index)) return index;
      isInWord = code !== separator;
    }
    return -1;
  }

  const isLetter = (text: string, index: number) => classOf(text.charCodeAt(index)) !== separator;

  const hasSign = (text: string) => {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code >= firstSign && signStarts.has(code)) return true;
    }
    return false;
  };

  return {
    mayMatch: (text) => nextStart(text, 0) >= 0 || hasSign(text),
    find(plain, isLast) {
      if (hasSign(plain) && signPatterns.some((pattern) => pattern.isFound(plain, 0, isLast))) return;
      for (let start = nextStart(plain, 0); start >= 0; start = nextStart(plain, start + 1))
        for (const pattern of patternsAt(plain, start)) if (pattern.isFound(plain, start, isLast)) return;
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

/** The first letters of a phrase, with each word of a group among them. A condition may stand in front. */
function beginningsOf(phrase: string): string[] {
  const text = phrase.replace(/^\(\?<!.*?\{1,3\}\)/, "");
  const [letters = ""] = /^(?:[\p{L}\p{M} ](?![?*]))*/u.exec(text) ?? [];
  const start = letters.replaceAll(" ", "");
  const [, group, times, rest = ""] = /^\(\?:([^()]*)\)([?*]?)(.*)$/.exec(text.slice(letters.length)) ?? [];
  if (start.length >= mostLetters || group === undefined) return [start];
  // After a word that can be repeated, anything may follow.
  const words = alternatives(group).map((word) => (times === "*" ? word : word + rest));
  return [...words, ...(times ? [rest] : [])].flatMap(beginningsOf).map((continued) => start + continued);
}

/** Codes of the first character of a sign, or of those in its set. */
function firstCharacters(sign: string): number[] {
  const bare = sign.replace(/^\(\?<![^)]*\)/, "");
  const [, set, group] = /^(?:\[([^\]]*)\]|\(\?:(.*))?/u.exec(bare) ?? [];
  const text = set ?? (group === undefined ? bare.slice(0, 1) : group.replace(/\).*/, ""));
  return [...text].flatMap((character) => [character.charCodeAt(0), character.codePointAt(0) ?? 0]);
}
