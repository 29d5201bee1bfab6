import type { Encoding } from "@/lib/contacts/plan";
import { createDecoder, windowsLetter } from "@/lib/contacts/read/decode";
import { createEncoder, type EncodeText } from "@/lib/contacts/read/encode-text";
import { likelyEncodings } from "@/lib/contacts/read/guess-encoding";
import { countFaults, isKnownCharacter, isOneLanguage, likelihoodOf } from "@/lib/contacts/read/language-letters";
import { attempt } from "@/lib/format/attempt";

/** Result of the check. `repaired` is the text in its own encoding, if it can be restored. */
type MojibakeResult = { isWrong: false } | { isWrong: true; repaired?: string };

/**
 * Detects mojibake: text that was decoded in a wrong encoding. Slow, so only for names with non-ASCII letters. Expects
 * the cell as in the file, because some of the signs are invisible.
 */
export function detectMojibake(text: string): MojibakeResult {
  if (!twoBeyondAscii.test(text) && lettersAlone.test(text) && wordsIn(text).every(isOneLanguage))
    return { isWrong: false };
  if (text.includes("\ufffd") || lostLetter.test(text)) return { isWrong: true };
  const repaired = fromUtf8(text) ?? fromOneByte(text);
  if (repaired !== undefined) return isPlausible(repaired) ? { isWrong: true, repaired } : { isWrong: true };
  const isWrong = control.test(text) || signInside.test(text) || strayCapital.test(text) || mixedScripts.test(text);
  return { isWrong };
}

/** Latin, Greek and Cyrillic letters with the punctuation of names. */
const lettersAlone = /^[A-Za-z\u00c0-\u024f\u0370-\u04ff .'’(),&-]+$/;

/** A question mark in place of a letter. */
const lostLetter = /\p{L}\?|\?\p{L}/u;
const control = /[\u0080-\u009f]/;
/** Signs that no name has between letters, and box-drawing characters. */
const signInside =
  /[\u2500-\u259f\u221a\u2248\u2202\u2206\u2211\u220f\u222b\u25ca]\p{L}|\p{L}[\u2500-\u259f]|\p{L}[‚„†‡ˆ‰‹›•™¢£¤¥¦§¨©¬®¯°±²³µ¶¸¹¼½¾¿×÷¡«»˜]\p{L}|\p{Ll}[¶¤Ã]|[ÃÂ](?=[\u0080-\u00bf])|\p{L}[‚„†‡‰‹™¢£¤¥¦§©¬®±²³¶¼½¾]$/u;
const strayCapital = /\p{Ll}[ŠŽŸŒ]|\p{L}Ÿ\p{Ll}/u;

/** Latin letters or half-width kana next to Chinese characters, as in UTF-8 that was read as GB18030 or Shift JIS. */
const mixedScripts =
  /\p{Script=Latin}[\p{Script=Han}\uff61-\uff9f]|\p{Script=Han}[\p{Script=Latin}\uff61-\uff9f]|[\uff61-\uff9f][\p{Script=Latin}\p{Script=Han}]/u;

type Reader = {
  encode: EncodeText;
  /** Matches a UTF-8 character as the encoding decodes it. */
  misread: RegExp;
  /** True for encodings with Cyrillic or Greek letters. Text with such letters outside of matches is not repaired. */
  isForeign: boolean;
  isWindows1252: boolean;
};

/** Encodings in which UTF-8 is decoded by mistake, the most frequent first. */
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

/** Created on first use, because most lists have no such names. */
let readers: readonly Reader[] | undefined;

const readerOf = (encoding: Encoding, isForeign: boolean): Reader => ({
  encode: createEncoder(encoding),
  misread: misreadIn(encoding),
  isForeign,
  isWindows1252: encoding === "windows-1252",
});

/** UTF-8 sequences of two to four bytes, as letters of the encoding. */
function misreadIn(encoding: Encoding) {
  const decode = createDecoder(encoding);
  const letters = Array.from({ length: 0x80 }, (_, index) => attempt(() => decode(Uint8Array.of(0x80 + index))) ?? "");
  const among = (from: number, to: number) => `[${letters.slice(from - 0x80, to - 0x7f).join("")}]`;
  const behind = among(0x80, 0xbf);
  return new RegExp(
    `${among(0xc2, 0xdf)}${behind}|${among(0xe0, 0xef)}${behind}{2}|${among(0xf0, 0xf4)}${behind}{3}`,
    "g",
  );
}

/** Restores UTF-8 that was decoded wrongly, once or several times. */
function fromUtf8(text: string): string | undefined {
  // In a single-byte encoding at least two letters are left of each character.
  if (!twoBeyondAscii.test(text)) return undefined;
  readers ??= [
    ...latin.map((encoding) => readerOf(encoding, false)),
    ...foreign.map((encoding) => readerOf(encoding, true)),
  ];
  const candidates = readers.flatMap((reader, rank) => {
    const repaired = repair(text, reader);
    if (repaired === undefined || repaired === text || !isBetter(repaired, text)) return [];
    return [{ repaired, score: likelihood(repaired) - rank * rankPenalty }];
  });
  if (candidates.length === 0) return undefined;
  const { repaired } = candidates.reduce((one, other) => (other.score > one.score ? other : one));
  return fromUtf8(repaired) ?? repaired;
}

const twoBeyondAscii = /[\u0080-\uffff]{2}/;

/** Penalty in log likelihood for each rank in the list of encodings. */
const rankPenalty = 1.5;

const utf8 = new TextDecoder("utf-8", { fatal: true });

function repair(original: string, { encode, misread, isForeign, isWindows1252 }: Reader): string | undefined {
  // Some programs turn signs of Windows-1252 into Latin-1 control characters.
  const text = isWindows1252 ? original.replace(control1252, windowsLetter) : original;
  misread.lastIndex = 0;
  if (!misread.test(text)) return undefined;
  const repaired = text.replace(misread, (part) => decodedFrom(encode, part) ?? part);
  misread.lastIndex = 0;
  return isForeign && /[\u0400-\u04ff\u0370-\u03ff]/.test(text.replace(misread, "")) ? undefined : repaired;
}

function decodedFrom(encode: EncodeText, part: string): string | undefined {
  const bytes = encode(part);
  return bytes && attempt(() => utf8.decode(bytes));
}

const control1252 = /[\u0080-\u009f]/g;

function isBetter(repaired: string, text: string): boolean {
  const added = [...repaired].filter((character) => character > "\u007f" && !text.includes(character));
  if (added.length === 0 || !added.every(isKnownCharacter)) return false;
  const [faultsOfRepaired, faultsOfText] = [repaired, text].map((version) => sumOf(wordsIn(version).map(countFaults)));
  if ((faultsOfRepaired ?? 0) !== (faultsOfText ?? 0)) return (faultsOfRepaired ?? 0) < (faultsOfText ?? 0);
  if (wordsIn(text).some((word) => !isOneLanguage(word))) return true;
  return likelihood(repaired) - likelihood(text) > (/[\u0250-\uffff]/.test(text) ? 7 : clearlyBetter);
}

const likelihood = (text: string) => sumOf(wordsIn(text).map(likelihoodOf));

const sumOf = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0);

const wordsIn = (text: string) => text.split(/[\s\-'’.,()/·]+/).filter((word) => /[\u0080-\uffff]/.test(word));

/**
 * Restores single-byte text that was decoded as Windows-1252. Cyrillic and Greek then appear as accented letters,
 * others as letters that no language combines.
 */
function fromOneByte(text: string): string | undefined {
  const words = wordsIn(text).filter(
    (word) => /[\u0080-\u00ff\u0160\u0161\u017d\u017e\u0152\u0153\u0178]/.test(word) && !isOneLanguage(word),
  );
  if (words.length === 0) return undefined;
  encodeLatin ??= createEncoder("windows-1252");
  const bytes = encodeLatin(text.replace(control1252, windowsLetter));
  if (!bytes) return undefined;
  const all = likelyEncodings(bytes);
  const unchanged = all.find(({ encoding }) => encoding === "windows-1252");
  const [best] = all;
  if (!best || !unchanged || best.score - unchanged.score < 6.5) return undefined;
  return best.text;
}

let encodeLatin: EncodeText | undefined;

const clearlyBetter = 4.5;

const isPlausible = (text: string) =>
  wordsIn(text).every(
    (word) =>
      countFaults(word) === 0 && [...word].every((character) => character < "\u0080" || isKnownCharacter(character)),
  );
