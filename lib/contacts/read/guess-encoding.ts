import type { Encoding } from "@/lib/contacts/plan";
import { attempt } from "@/lib/format/attempt";
import { createDecoder } from "./decode";
import { type Alphabet, type CommonScript, likelihoodIn } from "./language-letters";

/** Languages that were stored in each encoding before UTF-8. If two are equally likely, the first wins. */
const languagesByEncoding: Partial<Record<Encoding, readonly (Alphabet | CommonScript)[]>> = {
  "windows-1252": [
    ...(["french", "german", "spanish", "portuguese", "danish", "swedish"] as const),
    ...(["icelandic", "italian", "dutch", "catalan", "irish"] as const),
  ],
  "windows-1250": ["polish", "czech", "slovak", "hungarian", "romanian", "croatian", "german"],
  "windows-1251": ["russian", "ukrainian", "bulgarian", "serbian"],
  "windows-1253": ["greek"],
  "windows-1254": ["turkish", "german", "french"],
  "windows-1255": ["hebrew"],
  "windows-1256": ["arabic", "persian", "french"],
  "windows-1257": ["lithuanian", "latvian", "estonian"],
  "windows-1258": ["vietnamese"],
  "windows-874": ["thai"],
  shift_jis: ["japanese"],
  gb18030: ["chinese", "taiwanese"],
  big5: ["taiwanese"],
  "euc-kr": ["korean"],
  "euc-jp": ["japanese"],
  "iso-8859-2": ["polish", "czech", "slovak", "hungarian", "romanian", "croatian"],
  "iso-8859-15": ["french", "estonian", "german"],
  "iso-8859-5": ["russian", "ukrainian", "bulgarian", "serbian"],
  "iso-8859-6": ["arabic"],
  "iso-8859-7": ["greek"],
  "koi8-r": ["russian"],
  "koi8-u": ["ukrainian"],
  ibm866: ["russian"],
  macintosh: ["french", "german", "spanish", "portuguese", "danish", "swedish", "italian"],
  "x-mac-cyrillic": ["russian", "ukrainian"],
};

const candidates = Object.entries(languagesByEncoding).map(([encoding, languages]) => ({
  encoding: encoding as Encoding,
  languages,
  decode: undefined as ReturnType<typeof createDecoder> | undefined,
}));

type LikelyEncoding = { encoding: Encoding; text: string; score: number };

/** Encodings in which the bytes are valid, the likeliest first. Encodings that give the same text are listed once. */
export function likelyEncodings(bytes: Uint8Array): LikelyEncoding[] {
  const likely: LikelyEncoding[] = [];
  for (const candidate of candidates) {
    candidate.decode ??= createDecoder(candidate.encoding);
    const { decode } = candidate;
    const text = attempt(() => decode(bytes));
    if (text === undefined || likely.some((other) => other.text === text)) continue;
    likely.push({ encoding: candidate.encoding, text, score: scoreOf(text, candidate.languages) });
  }
  const best = Math.max(...likely.map(({ score }) => score));
  const rank = ({ encoding, score }: LikelyEncoding) =>
    encoding === "windows-1252" && score >= best - tie ? Number.POSITIVE_INFINITY : score;
  return likely.sort((one, other) => rank(other) - rank(one));
}

/** Scores this close say nothing. Windows-1252 wins then, because most lists are in it. */
const tie = 0.3;

const maxWords = 600;

/**
 * Log likelihood of the words, each in its likeliest language. A language counts more if other words are in it too, so
 * a word that fits several languages goes to the one that most words are in.
 */
function scoreOf(text: string, languages: readonly (Alphabet | CommonScript)[]) {
  const all = new Set(text.match(wordPattern)?.filter((word) => beyondAscii.test(word)));
  const words = [...all].slice(0, maxWords).map((word) => languages.map((language) => likelihoodIn(word, language)));
  let shares = languages.map(() => 0);
  const withShares = (likelihoods: readonly number[]) =>
    likelihoods.map((likelihood, index) => likelihood + (shares[index] ?? 0));
  for (let round = 0; round < rounds; round += 1) {
    const best = words.map(withShares).map((likelihoods) => likelihoods.indexOf(Math.max(...likelihoods)));
    shares = languages.map((_, index) => {
      const count = best.filter((language) => language === index).length;
      return Math.log((count + 0.5) / (words.length + 1));
    });
  }
  return words.reduce((sum, likelihoods) => sum + Math.max(...withShares(likelihoods)), 0);
}

const rounds = 4;

const wordPattern = /[^\s"',;|\d@.()/-]+/gu;
const beyondAscii = /[\u0080-\uffff]/;
