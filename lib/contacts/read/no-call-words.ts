import {
  callPhrases,
  deathPhrases,
  numberPhrases,
  valuePhrases,
  wholeCellPhrases,
  wrongNumberPhrases,
} from "./no-call-phrases";
import { createPhraseFinder, inWords, type Match } from "./phrase-finder";

/** Why a text speaks against a call: it says not to call, that the person died, or that the number is another's. */
export type RefusalKind = "call" | "death" | "number";

const ascii = /^[\x20-\x7e]*$/;

/** Letters that have no accent to take away. */
const latin: Readonly<Record<string, string>> = { ł: "l", Ł: "l", đ: "d", Đ: "d", ß: "ss", º: "", ª: "" };

const folded = (text: string) =>
  ascii.test(text)
    ? text
    : text
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .normalize("NFC")
        .replace(/[łŁđĐßºª]/g, (letter) => latin[letter] ?? letter);

/** Languages without blanks between words, and signs. */
const callSigns =
  "[🚫⛔📵]|致电|電話(?:を)?(?:しないで|不要|禁止|ng|お断り|拒否)|(?:架電|連絡)(?:不可|禁止|ng|不要|停止|拒否|お断り|しないで)|着信拒否|(?:不要|不想|不许|不得|不准|禁止|停止|拒绝|拒絕|谢绝|謝絕|请勿|請勿|勿|(?<![特个個分区區性级級类類])[别別])(?:再)?(?:给[^ ]{1,3}|給[^ ]{1,3})?(?:打电话|打電話|拨打|撥打|致电|致電|来电|來電|联系|聯繫|聯絡|骚扰|騷擾|打扰|打擾|呼叫|外呼|推销|推銷)|(?:不要|勿|(?<![特个個分区區性级級类類])[别別])(?:再)?(?:打|致|来|來)?(?:电话|電話)|(?<!特)[别別]打了|勿扰|勿擾|免打扰|黑名单|黑名單|退订|退訂|전화(?:를)? ?(?:하지|걸지|금지|거부|사절|원치|원하지)|연락(?:을)? ?(?:하지|금지|거부|사절|원치|원하지)|수신 ?거부|ห้าม(?:โทร|ติดต่อ)|อย่า(?:โทร|ติดต่อ)|ไม่ต้องโทร|ไม่ให้โทร|ไม่ต้องการให้(?:โทร|ติดต่อ)|งดโทร";
const deathSigns =
  "[†✝]|死亡|死去|逝去|逝世|去世|已故|故人|过世|過世|离世|離世|病故|身故|亡故|辞世|他界|永眠|亡くな|사망|별세|돌아가(?:셨|신|심)|(?<!\\p{L})고인(?:이|은|의|임|입니다)?(?!\\p{L})|เสียชีวิต|ตายแล้ว|ถึงแก่กรรม";
const numberSigns =
  "番号違い|番号間違い|番号誤り|間違い(?:番号|電話)|使われておりません|欠番|打错|打錯|号码错误|號碼錯誤|号码不对|號碼不對|错误号码|错号|空号|空號|不是本人|非本人|他人号码|停机|잘못된 (?:번호|전화)|틀린 번호|없는 번호|결번|번호 ?(?:오류|틀림|잘못)|본인 ?아님|ผิดเบอร์|เบอร์ผิด|โทรผิด|เบอร์คนอื่น";

const numberPattern = new RegExp(folded(numberPhrases.map(inWords).join("|")), "iu");

type Meaning = { kind: RefusalKind; isWhole?: true; original?: RegExp };

/** "He died" in Turkish. Without its accents it would be "it became". */
const diedInTurkish = /(?<!\p{L})öl(?:dü|müş|müştür)(?!\p{L})/iu;

function once<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

const meanings = (meaning: Meaning, phrases: readonly string[]) => phrases.map((phrase) => [meaning, phrase] as const);

/** Created when it is first needed, because the page only uses other parts of what imports it. */
const finder = once(() =>
  createPhraseFinder<Meaning>({
    phrases: [
      ...meanings({ kind: "call" }, callPhrases),
      ...meanings({ kind: "death" }, deathPhrases),
      ...meanings({ kind: "number" }, wrongNumberPhrases),
      ...meanings({ kind: "call", isWhole: true }, wholeCellPhrases.call),
      ...meanings({ kind: "death", isWhole: true }, wholeCellPhrases.death),
      ...meanings({ kind: "number", isWhole: true }, wholeCellPhrases.number),
      ...meanings({ kind: "death", original: diedInTurkish }, ["oldu", "olmus", "olmustur"]),
    ],
    signs: [
      [{ kind: "call" }, callSigns],
      [{ kind: "death" }, deathSigns],
      [{ kind: "number" }, numberSigns],
    ],
    fold: folded,
  }),
);

/** Words that say no only as the whole value of a column, or in the name of a file. */
const valueFinder = once(() =>
  createPhraseFinder<"value">({
    phrases: valuePhrases.map((phrase) => ["value", phrase] as const),
    signs: [],
    fold: folded,
  }),
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

/** "Not deceased", "hasn't opted out". After another verb, as in "did not answer deceased", the words stand. */
const negatedBefore =
  /(?:(?:^|[^\p{L}\s])\s*|(?<!\p{L})(?:is|are|was|were|has|have|had|ist|sind|est|es|ha|er|ar|je|jest)\s+)(?:not|nicht|pas|non|nao|niet|inte|ikke|nie|не)\s+(?:the |a |yet )?$|(?<!\p{L})(?:is|was|has|have)n.?t\s+(?:the |a )?$/iu;

/** "do_not_call=false", "DNC: no" */
const answeredNo = /^["'\s]*[:=]+["'\s]*(?:no|n|false|0|nein|non|nee|nie|nao|нет)(?=["'\s)\]}]*(?:$|[;,|&\n}]))/iu;

/** Only signs, digits and the name of a month. */
const isNothing = new RegExp(`^[^\\p{L}]*(?:(?<!\\p{L})${months}(?!\\p{L})[^\\p{L}]*)?$`, "iu");

function isMeant(text: string, plain: string, { kind: { kind, isWhole, original }, start, end }: Match<Meaning>) {
  if (original?.test(text.normalize("NFC")) === false) return false;
  const [before, after] = [plain.slice(0, start), plain.slice(end)];
  if (answeredNo.test(after)) return false;
  if (isWhole) return isNothing.test(before) && isNothing.test(after);
  if (negatedBefore.test(before)) return false;
  return kind !== "call" || !(harmlessAfter.test(after) || harmlessBefore.test(before));
}

const ranks: readonly RefusalKind[] = ["death", "number", "call"];

/** Why a text speaks against a call; undefined if it does not. "Do not call before 10" does not. */
export function refusalKind(text: string): RefusalKind | undefined {
  if (!finder().mayMatch(text)) return undefined;
  const plain = folded(text);
  const found = new Set<Meaning["kind"]>();
  finder().find(plain, (match) => {
    if (isMeant(text, plain, match)) found.add(match.kind.kind);
    return found.has("death");
  });
  return ranks.find((kind) => found.has(kind));
}

export const forbidsCalls = (text: string) => refusalKind(text) !== undefined;

/** True if the words in a number's own cell say that it must not or cannot be called, such as "dead". */
export const forbidsNumber = (text: string) =>
  otherThanNumber.test(text) && (crossed.test(text) || forbidsCalls(text) || numberPattern.test(folded(text)));

const crossed = /[✗✘❌❎]/u;

/**
 * True if a name's cell says not to call. What stands in brackets or behind a dash is no name, so words of `forbidsNumber`
 * count there.
 */
export function forbidsName(name: string): boolean {
  if (forbidsCalls(name)) return true;
  if (name.includes("IP") || name.includes("I.P") || name.includes("ate ")) if (lateInName.test(name)) return true;
  return (
    (name.includes("(") || name.includes("[") || name.includes(" -") || name.includes(" –")) && forbidsBeside(name)
  );
}

const lateInName =
  /(?:^|[^\p{L}])R\.?I\.?P\.?[^\p{L}]*$|^[^\p{L}]*(?:[Tt]he )?[Ll]ate (?:Mr|Mrs|Ms|Miss|Dr|Sir)(?!\p{L})/u;

const forbidsBeside = (name: string) => (name.match(/[([][^)\]]*|\s[–-]+\s*\S.*$/g) ?? []).some(forbidsNumber);

const otherThanNumber = /[^\d\s+().\-/]/;

/** The words of a column's value, or of a file's name, that say no; undefined without any. */
export function refusalIn(text: string): string | undefined {
  const plain = folded(text);
  const found: Match<unknown>[] = [];
  finder().find(plain, (match) => {
    const { kind, isWhole, original } = match.kind;
    if (kind !== "number" && !isWhole && !original) found.push(match);
    return false;
  });
  valueFinder().find(plain, (match) => found.push(match) < 0);
  const [first] = found.sort((one, other) => one.start - other.start || other.end - one.end);
  return first && plain.slice(first.start, first.end);
}
