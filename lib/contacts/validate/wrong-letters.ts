import type { Encoding } from "@/lib/contacts/plan";
import { createDecoder } from "@/lib/contacts/read/decode";
import { createEncoder, type EncodeText } from "@/lib/contacts/read/encode-text";
import { likelyEncodings } from "@/lib/contacts/read/guess-encoding";
import {
  commonIn,
  countFaults,
  isKnownCharacter,
  isOneLanguage,
  likelihoodOf,
} from "@/lib/contacts/read/language-letters";
import { attempt } from "@/lib/format/attempt";

/** Whether text was read in another encoding than it was written in, and what it says in its own where that can be told. */
export type WrongLetters = { isWrong: false } | { isWrong: true; meant?: string };

/**
 * Looks at letters beyond ASCII for those that only appear where text was read wrong. Slow: for names with such letters, as
 * the file has them, because some of the signs are invisible.
 */
export function wrongLetters(text: string): WrongLetters {
  if (!twoBeyondAscii.test(text) && lettersAlone.test(text) && wordsIn(text).every(isOneLanguage))
    return { isWrong: false };
  if (text.includes("\ufffd") || lostLetter.test(text)) return { isWrong: true };
  const meant = fromUtf8(text) ?? fromOneByte(text);
  if (meant !== undefined) return faultless(meant) ? { isWrong: true, meant } : { isWrong: true };
  return { isWrong: control.test(text) || signInside.test(text) || strayCapital.test(text) };
}

/** Letters of Latin, Greek and Cyrillic and what stands between them. */
const lettersAlone = /^[A-Za-z\u00c0-\u024f\u0370-\u04ff .'’(),&-]+$/;

/** A question mark in the place of a letter. */
const lostLetter = /\p{L}\?|\?\p{L}/u;
const control = /[\u0080-\u009f]/;
/** Signs that stand between letters in no name, and those that old programs drew boxes with. */
const signInside =
  /[\u2500-\u259f\u221a\u2248\u2202\u2206\u2211\u220f\u222b\u25ca]\p{L}|\p{L}[\u2500-\u259f]|\p{L}[‚„†‡ˆ‰‹›•™¢£¤¥¦§¨©¬®¯°±²³µ¶¸¹¼½¾¿×÷¡«»˜]\p{L}|\p{Ll}[¶¤Ã]|[ÃÂ](?=[\u0080-\u00bf])|\p{L}[‚„†‡‰‹™¢£¤¥¦§©¬®±²³¶¼½¾]$/u;
const strayCapital = /\p{Ll}[ŠŽŸŒ]|\p{L}Ÿ\p{Ll}/u;

type Reader = {
  encode: EncodeText;
  /** Finds a UTF-8 character as an encoding of one byte a letter reads it. */
  misread: RegExp | undefined;
  /** Whether the encoding has letters of other scripts, none of which stands in a word by mistake and another by right. */
  isForeign: boolean;
  isWindows1252: boolean;
};

/** Encodings that UTF-8 is read in by mistake, the most frequent mistake first. */
const latin = [
  "windows-1252",
  "windows-1250",
  "windows-1254",
  "windows-1257",
  "macintosh",
  "iso-8859-15",
  "iso-8859-2",
] as const;
const foreign = ["windows-1251", "windows-1253", "koi8-r", "ibm866"] as const;
const wide = ["gb18030", "shift_jis"] as const;

const lazily = <Value>(make: () => Value) => {
  let cached: Value | undefined;
  return () => {
    cached ??= make();
    return cached;
  };
};

const narrowReaders = lazily(() => [
  ...latin.map((each) => readerOf(each, false)),
  ...foreign.map((each) => readerOf(each, true)),
]);
// A table of all pairs of bytes takes a while: only text that may need it waits for it.
const wideReaders = lazily(() => wide.map((encoding) => ({ ...readerOf(encoding, true), misread: undefined })));

const readerOf = (encoding: Encoding, isForeign: boolean): Reader => ({
  encode: createEncoder(encoding),
  misread: misreadIn(encoding),
  isForeign,
  isWindows1252: encoding === "windows-1252",
});

/** Lead bytes of two, three and four, and the bytes behind them, as letters. */
function misreadIn(encoding: Encoding) {
  const decode = createDecoder(encoding);
  const letters = Array.from({ length: 0x80 }, (_, at) => attempt(() => decode(Uint8Array.of(0x80 + at))) ?? "");
  const among = (from: number, to: number) => `[${letters.slice(from - 0x80, to - 0x7f).join("")}]`;
  const behind = among(0x80, 0xbf);
  return new RegExp(
    `${among(0xc2, 0xdf)}${behind}|${among(0xe0, 0xef)}${behind}{2}|${among(0xf0, 0xf4)}${behind}{3}`,
    "g",
  );
}

/** What UTF-8 was before it was read as something else, once or twice. */
function fromUtf8(text: string): string | undefined {
  const isWide = hanOrHangul.test(text);
  // Where a byte is a letter, at least two letters are left of each character.
  if (!isWide && !twoBeyondAscii.test(text)) return undefined;
  const found = (isWide ? wideReaders() : narrowReaders()).flatMap((reader, rank) => {
    const meant = reader.misread ? narrowly(text, reader.misread, reader) : widely(text, reader);
    if (meant === undefined || meant === text || !isBetter(meant, text)) return [];
    return [{ meant, score: likelihood(meant) - rank * rarer }];
  });
  if (found.length === 0) return undefined;
  const { meant } = found.reduce((one, other) => (other.score > one.score ? other : one));
  return fromUtf8(meant) ?? meant;
}

const twoBeyondAscii = /[\u0080-\uffff]{2}/;

/** How much less likely each mistake is than the one before it in the list. */
const rarer = 1.5;

const hanOrHangul = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff61-\uff9f]/;
const utf8 = new TextDecoder("utf-8", { fatal: true });

function narrowly(given: string, misread: RegExp, { encode, isForeign, isWindows1252 }: Reader): string | undefined {
  // Latin-1 control characters are what some programs leave of Windows-1252.
  const text = isWindows1252 ? given.replace(control1252, asWindows) : given;
  misread.lastIndex = 0;
  if (!misread.test(text)) return undefined;
  const meant = text.replace(misread, (part) => decodedFrom(encode, part) ?? part);
  misread.lastIndex = 0;
  return isForeign && /[\u0400-\u04ff\u0370-\u03ff]/.test(text.replace(misread, "")) ? undefined : meant;
}

function widely(text: string, { encode }: Reader): string | undefined {
  let isWhole = true;
  const meant = text.replace(beyondAscii, (part) => {
    const decoded = decodedFrom(encode, part);
    isWhole &&= decoded !== undefined;
    return decoded ?? part;
  });
  return isWhole ? meant : undefined;
}

const beyondAscii = /[\u0080-\uffff]+/g;

function decodedFrom(encode: EncodeText, part: string): string | undefined {
  const bytes = encode(part);
  // What is no UTF-8 is recognized by a look at its beginning: a decoder that fails takes long.
  return bytes && mayBeUtf8(bytes) ? attempt(() => utf8.decode(bytes)) : undefined;
}

function mayBeUtf8([lead = 0, second = 0, third = 0]: Uint8Array) {
  if (lead < 0xc2 || lead > 0xf4 || second < 0x80 || second > 0xbf) return false;
  return lead < 0xe0 || (third >= 0x80 && third <= 0xbf);
}

const control1252 = /[\u0080-\u009f]/g;
const windowsSigns = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const asWindows = (letter: string) => windowsSigns[letter.charCodeAt(0) - 0x80] ?? letter;

/** A text of known letters in the place of one that no language writes so. */
function isBetter(meant: string, text: string): boolean {
  const added = [...meant].filter((character) => character > "\u007f" && !text.includes(character));
  if (added.length === 0 || !added.every(isKnownCharacter)) return false;
  const [faultsOfMeant, faultsOfText] = [meant, text].map((each) => sumOf(wordsIn(each).map(countFaults)));
  if ((faultsOfMeant ?? 0) !== (faultsOfText ?? 0)) return (faultsOfMeant ?? 0) < (faultsOfText ?? 0);
  if (hanOrHangul.test(text))
    return commonIn(text) * 3 < text.length && (commonIn(meant) > 0 || !/[\u3400-\u9fff]/.test(meant));
  if (wordsIn(text).some((word) => !isOneLanguage(word))) return true;
  return likelihood(meant) - likelihood(text) > (/[\u0250-\uffff]/.test(text) ? 7 : clearlyBetter);
}

const likelihood = (text: string) => sumOf(wordsIn(text).map(likelihoodOf));

const sumOf = (figures: readonly number[]) => figures.reduce((sum, each) => sum + each, 0);

const wordsIn = (text: string) => text.split(/[\s\-'’.,()/·]+/).filter((word) => /[\u0080-\uffff]/.test(word));

/**
 * What a text of one byte a letter was before it was read as Windows-1252: Cyrillic or Greek as a row of accented letters, or
 * a word with letters that no language has together.
 */
function fromOneByte(text: string): string | undefined {
  const words = wordsIn(text).filter(
    (word) => /[\u0080-\u00ff\u0160\u0161\u017d\u017e\u0152\u0153\u0178]/.test(word) && !isOneLanguage(word),
  );
  if (words.length === 0) return undefined;
  encodeLatin ??= createEncoder("windows-1252");
  const bytes = encodeLatin(text.replace(control1252, asWindows));
  if (!bytes) return undefined;
  const all = likelyEncodings(bytes);
  const asItIs = all.find(({ encoding }) => encoding === "windows-1252");
  const [best] = all;
  if (!best || !asItIs || best.score - asItIs.score < 6.5) return undefined;
  return best.text;
}

let encodeLatin: EncodeText | undefined;

const clearlyBetter = 4.5;

const faultless = (text: string) =>
  wordsIn(text).every(
    (word) =>
      countFaults(word) === 0 && [...word].every((character) => character < "\u0080" || isKnownCharacter(character)),
  );
