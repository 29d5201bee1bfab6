import { alternatives } from "./no-call-phrases";

/** Letters below are compared by their beginnings, and signs above one by one, because those scripts need no blanks. */
const firstSign = 0x0e00;
const letterCount = 27;
const comparedLetters = 4;
const separator = 0;
/** A combining mark, which folding takes away. */
const mark = 255;

/** Class of each character: a separator, a mark, or a letter from 1 to 26, with accents taken away. */
function createClasses(fold: (text: string) => string): Uint8Array {
  return Uint8Array.from({ length: firstSign }, (_, code) => {
    const character = String.fromCharCode(code);
    const folded = fold(character).toLowerCase();
    if (folded === "") return mark;
    return /\p{L}/u.test(folded) ? 1 + (folded.charCodeAt(0) % (letterCount - 1)) : separator;
  });
}

/** The beginnings of a phrase. A condition or a group of words may stand in front. */
function beginningsOf(phrase: string): string[] {
  const text = phrase.replace(/^\(\?<!.*?\{1,3\}\)/, "");
  const [, group, rest = ""] = /^\(\?:([^()]*)\)(.*)$/.exec(text) ?? [];
  const starts = group === undefined ? [text] : alternatives(group).map((word) => word + rest);
  return starts.map((start) => /^(?:[\p{L}\p{M} ](?![?*]))*/u.exec(start)?.[0].replaceAll(" ", "") ?? "");
}

/** Rules most cells out, much faster than the phrases themselves. */
export function createStartTest(phrases: readonly string[], signs: string, fold: (text: string) => string) {
  const classes = createClasses(fold);
  const starts = new Uint8Array(letterCount ** comparedLetters);
  for (const start of phrases.flatMap(beginningsOf)) addStart(start.slice(0, comparedLetters));
  const signStarts = new Set(signs.split("|").flatMap(firstCharacters));

  /** A shorter beginning stands for each continuation. */
  function addStart(start: string) {
    const codes = [...fold(start)].map((letter) => classes[letter.charCodeAt(0)] ?? separator);
    const width = letterCount ** (comparedLetters - codes.length);
    const from = codes.reduce((sum, code) => sum * letterCount + code, 0) * width;
    starts.fill(1, from, from + width);
  }

  function startsAt(text: string, from: number): boolean {
    let [key, letters] = [0, 0];
    for (let index = from; index < text.length && letters < comparedLetters; index += 1) {
      const code = classes[text.charCodeAt(index)] ?? separator;
      if (code === separator || code === mark) continue;
      key = key * letterCount + code;
      letters += 1;
    }
    return starts[key * letterCount ** (comparedLetters - letters)] === 1;
  }

  return (text: string): boolean => {
    let isInWord = false;
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charCodeAt(index);
      if (character >= firstSign && signStarts.has(character)) return true;
      const code = classes[character] ?? separator;
      if (code === mark) continue;
      if (code !== separator && !isInWord && startsAt(text, index)) return true;
      isInWord = code !== separator;
    }
    return false;
  };
}

/** Codes of the first character of a sign, or of those in its set. */
function firstCharacters(sign: string): number[] {
  const bare = sign.replace(/^\(\?<![^)]*\)/, "");
  const [, set, group] = /^(?:\[([^\]]*)\]|\(\?:(.*))?/u.exec(bare) ?? [];
  const text = set ?? (group === undefined ? bare.slice(0, 1) : group.replace(/\).*/, ""));
  return [...text].flatMap((character) => [character.charCodeAt(0), character.codePointAt(0) ?? 0]);
}
