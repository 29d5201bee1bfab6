import { callPhrases, deathPhrases, numberPhrases, valuePhrases, wrongNumberPhrases } from "./no-call-phrases";
import { createStartTest } from "./phrase-starts";

/** Why a text speaks against a call: it says not to call, that the person died, or that the number is another's. */
export type RefusalKind = "call" | "death" | "number";

const ascii = /^[\x20-\x7e]*$/;

const folded = (text: string) =>
  ascii.test(text) ? text : text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC").replace(/[łŁ]/g, "l");

const inWords = (phrases: readonly string[]) =>
  `(?<!\\p{L})(?:${phrases.join("|").replaceAll(" ?", " ").replaceAll(" ", "[^\\p{L}\\p{N}]*")})(?!\\p{L})`;

/** Patterns are compared with folded texts. */
const compiled = (pattern: string, flags = "iu") => new RegExp(folded(pattern), flags);

/** Languages without blanks between words, and signs. */
const callSigns =
  "[🚫⛔📵]|致电|電話しないで|電話不要|架電(?:不可|禁止|ng)|[勿要别別](?:再)?(?:打|致|来|來)?(?:电话|電話)|전화하지|전화 ?금지|ห้ามโทร|อย่าโทร";
const deathSigns =
  "[†✝]|死亡|死去|逝去|逝世|去世|已故|故人|亡くな|사망|(?<!\\p{L})고인(?:이|은|의|임|입니다)?(?!\\p{L})|เสียชีวิต|ตายแล้ว";
const numberSigns =
  "番号違い|番号間違い|間違い電話|打错|打錯|号码错误|號碼錯誤|错号|空号|空號|잘못된 번호|없는 번호|ผิดเบอร์|เบอร์ผิด";

const callPattern = compiled(`${callSigns}|${inWords(callPhrases)}`);
const eachCall = new RegExp(callPattern.source, "giu");
const patterns: readonly (readonly [RefusalKind, RegExp])[] = [
  ["death", compiled(`${deathSigns}|${inWords(deathPhrases)}`)],
  ["number", compiled(`${numberSigns}|${inWords(wrongNumberPhrases)}`)],
];
const valuePattern = compiled(
  `${callSigns}|${deathSigns}|${inWords([...callPhrases, ...deathPhrases, ...valuePhrases])}`,
);
const numberPattern = compiled(inWords(numberPhrases));

const mayRefuse = createStartTest(
  [...callPhrases, ...deathPhrases, ...wrongNumberPhrases],
  [callSigns, deathSigns, numberSigns].join("|"),
  folded,
);

const times =
  "before|after|until|between|earlier|later|past|vor|nach|zwischen|avant|apres|entre|antes|despues|depois|prima|dopo|fra|voor|na|tussen|przed|po|miedzy|fore|efter|mellan|for|etter|mellom|mellem|pred|mezi|medzi|ennen|jalkeen|inainte|dupa|intre|prije|poslije|pre|posle|elott|utan|once|sonra|до|после|между|πριν|μετα";
const daytime =
  "noon|midday|midnight|lunch|work|school|dinner|breakfast|mittag|feierabend|midi|mediodia|mezzogiorno|meio|middag|poludni\\p{L}*|(?:sun|mon|tues|wednes|thurs|fri|satur)days?|weekends?|wochenende\\p{L}*";
const months =
  "(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|gen|ene|abr|ago|dic|set|out|fev|avr|jui|aou|maj)\\p{L}*";
/** A clock time, and no date. */
const clock = `\\d{1,2}(?![\\d./-]*\\d)(?![\\s.]*(?:st|nd|rd|th|de|di)?\\s*${months})(?:[:.h]\\d\\d)?\\s*(?:[ap]\\.?m\\.?|hs?|uhr|oclock)?`;
const limit = `(?:${times})(?:[^\\p{L}\\p{N}]+\\p{L}{1,5}){0,2}[^\\p{L}\\p{N}]*(?:${clock}|${daytime})`;
const otherTimes =
  "at (?:work|night|weekends?|the weekends?|the office|home)|(?:on|at|during|in) (?:the )?(?:(?:sun|mon|tues|wednes|thurs|fri|satur)days?|weekends?|weekdays?|mornings?|evenings?|afternoons?|nights?|lunch\\p{L}*|holidays|work\\p{L}*|office)|(?:too |so )?(?:early|late)(?!r)|(?:sonntags|samstags|montags|freitags|morgens|vormittags|nachmittags|mittags|abends|nachts|wochenends|le (?:matin|soir|week ?end|dimanche)|(?:am|an) (?:wochenende\\p{L}*|sonntag\\p{L}*|samstag\\p{L}*|abend|morgen|vormittag|nachmittag))";
const otherWays =
  "(?:by|via|per|through|par|por|em|over) (?:e ?mail|mail|post|letter|sms|text|fax|whatsapp|courrier|brief|correo)";
const separated = (text: string) => text.replaceAll(" ?", " ").replaceAll(/ (?!\?)/g, "[^\\p{L}\\p{N}]*");
/** Words that turn "do not call" into a wish about the time or about another channel. */
const harmlessAfter = new RegExp(
  `^[^\\p{L}\\p{N}.!;]*(?:(?:him|her|them|me|us|back|again|anymore|mehr)[^\\p{L}\\p{N}]+){0,2}(?:${limit}|${separated(otherTimes)}|${separated(otherWays)})(?!\\p{L})`,
  "iu",
);
const harmlessBefore = new RegExp(`(?<!\\p{L})(?:${limit}|${separated(otherTimes)})[^.!;\\n]{0,12}$`, "iu");

/** Why a text speaks against a call; undefined if it does not. "Do not call before 10" does not. */
export function refusalKind(text: string): RefusalKind | undefined {
  if (!mayRefuse(text)) return undefined;
  const plain = folded(text);
  const found = patterns.find(([, pattern]) => pattern.test(plain));
  if (found) return found[0];
  // Each `matchAll` compiles the pattern again, which is slow.
  if (!callPattern.test(plain)) return undefined;
  for (const match of plain.matchAll(eachCall)) {
    const after = plain.slice(match.index + match[0].length);
    if (!harmlessAfter.test(after) && !harmlessBefore.test(plain.slice(0, match.index))) return "call";
  }
  return undefined;
}

export const forbidsCalls = (text: string) => refusalKind(text) !== undefined;

/** True if the words in a number's own cell say that it must not or cannot be called, such as "dead". */
export const forbidsNumber = (text: string) =>
  otherThanNumber.test(text) && (forbidsCalls(text) || numberPattern.test(folded(text)));

const otherThanNumber = /[^\d\s+().\-/]/;

/** The words of a column's value, or of a file's name, that say no; undefined without any. */
export const refusalIn = (text: string) => valuePattern.exec(folded(text))?.[0];
