/** Non-ASCII letters by language, the most frequent first. Words of a language contain no other non-ASCII letters. */
const alphabets = {
  french: "éèàêçîôâûùïëœüÿ",
  german: "üäöß",
  spanish: "íáóéñúü",
  portuguese: "ãçáéíóêõâúàôü",
  danish: "øåæéöä",
  swedish: "öäåéüø",
  icelandic: "óíáðúöéþýæø",
  italian: "àèòìùéó",
  dutch: "ëéïöüèê",
  catalan: "éàóèíòçúïü",
  irish: "áéíóú",
  welsh: "ŵŷâêîôûï",
  estonian: "õäüöšž",
  polish: "łóąęśżńćź",
  czech: "áíéřšěčýžůúňťóďöü",
  slovak: "áíčéšžýúľôťňäďóĺŕ",
  hungarian: "áéóöőíüúű",
  romanian: "ăţşâîșț",
  croatian: "ćčšžđ",
  turkish: "ışüçöğâîûəİ",
  lithuanian: "ėšžųūčįąę",
  latvian: "āēīšņūžļčķģŗō",
  turkmen: "äýüşçňöž",
  vietnamese: "đơưăâêôáàảãạấầẩẫậắằẳẵặéèẻẽẹếềểễệíìỉĩịóòỏõọốồổỗộớờởỡợúùủũụứừửữựýỳỷỹỵ\u0300\u0301\u0303\u0309\u0323",
  russian: "аоеинрвлктсямдпуйьгбзчфыхшжюцэщёъ",
  ukrainian: "оаиенквріслтмудяюшзгйчбьхпжєїцщґф'",
  serbian: "аоиенрвстјкмдлупбгзчшћжцњђљфхџѓќѕ",
  belarusian: "анірыеоклтсудямьзпвйгбчшжюўцхэфё'",
  bulgarian: "аоиевнртслдкмпягбъзучйжцшхюфщь",
  greek: "αοιςητσρνπυκλεδμγίόάωέχήθβφύζώξψϊϋΐΰ",
  hebrew: "ילראהמנודבשתחקעפסכגזטצםןךףץ\u05be\u05f3\u05f4",
  arabic: "اليمرنحدبسوعفةتهشكقطصجخزغضثأذءىظإآئؤ",
  persian: "ایرنمدهبسشتولپگکچژزحعخفقآصطغجئثذضظ",
  thai: "นารมวสกยทชงพลบดตอธจศณขคปผญฉษฌฐถภซหฬฟฏฎใไโเแะัาำิีึืุูๅๆ็่้๊๋์ฺฝฤฆฑ",
} satisfies Record<string, string>;

export type Alphabet = keyof typeof alphabets;

const commonCharacters = {
  chinese:
    "王李张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华文建国志红春梅兰玉小晓东海燕雪慧婷鹏飞宇浩然欣怡佳俊凤琴云莉玲珍荣新民生成永福德义光辉波宁鑫亮凯健斌倩琳颖洁雨子涵思梓轩一",
  taiwanese:
    "陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周徐蘇葉莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧杜傅侯曹薛丁卓馬阮董溫唐藍蔣石古志明春嬌淑芬家豪雅婷俊傑怡君建宏美惠宗翰佳穎冠宇麗華玉秀英文雄國榮德信義偉哲彥廷承恩雯琪慧玲珍娟芳敏靜如宜瑜芸萱子軒品妤",
  japanese:
    "山田佐藤鈴木高橋中渡辺伊村小林加吉松井本斎上野口川島原石谷池森阿部前長岡後近坂青西東南北内大平宮竹金和太郎花子健一美咲翔陽輔直樹恵由香裕真理優智子雄二三男夫介郎明正隆弘博之純浩和久幸秀孝誠修哲也達典紀奈津愛菜結衣葵悠斗蓮朗宏治勇清茂千春夏秋冬桜",
  korean:
    "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진수지영준은호현미경훈예린서윤도하연희숙자순정철동상재승태원석용혜선아인나라빈솔채유주시건",
} satisfies Record<string, string>;

export type CommonScript = keyof typeof commonCharacters;

const shares = new Map(
  Object.entries(alphabets).map(([name, letters]) => {
    const all = [...letters];
    const sum = all.reduce((total, _, rank) => total + 1 / (rank + 2), 0);
    return [name as Alphabet, new Map(all.map((letter, rank) => [letter, 1 / (rank + 2) / sum]))];
  }),
);

const everyAlphabet = [...shares.keys()];

const common = new Map(
  Object.entries(commonCharacters).map(([name, characters]) => [name as CommonScript, new Set(characters)]),
);

const everyScript = [...common.keys()];

/** Log likelihood of a word's non-ASCII characters in a language. ASCII characters do not count. */
export function likelihoodIn(word: string, alphabet: Alphabet | CommonScript): number {
  const set = common.get(alphabet as CommonScript);
  let sum = 0;
  for (const character of word) {
    if (character <= "\u007f") continue;
    sum += Math.log(set ? shareAmong(character, set) : shareIn(character, alphabet as Alphabet));
  }
  return sum + Math.log(1 / 60) * countFaults(word);
}

/** Highest log likelihood of a word among all languages. */
export const likelihoodOf = (word: string) =>
  Math.max(
    ...everyAlphabet.map((alphabet) => likelihoodIn(word, alphabet)),
    ...everyScript.map((script) => likelihoodIn(word, script)),
  );

function shareIn(character: string, alphabet: Alphabet): number {
  const small = character === "İ" ? character : character.toLowerCase();
  const share = shares.get(alphabet)?.get(small);
  if (share !== undefined) return share;
  if (/\p{L}/u.test(character)) return 1 / 8_000;
  return unusualShare(character);
}

function shareAmong(character: string, set: ReadonlySet<string>): number {
  if (set.has(character)) return 1 / 300;
  if (/[\u3040-\u30ff]/.test(character)) return set === common.get("japanese") ? 1 / 150 : 1 / 20_000;
  if (/[\uff66-\uff9f]/.test(character)) return set === common.get("japanese") ? 1 / 100 : 1 / 20_000;
  if (/\p{Script=Hangul}/u.test(character)) return set === common.get("korean") ? 1 / 2_000 : 1 / 100_000;
  if (/\p{Script=Han}/u.test(character)) return set === common.get("korean") ? 1 / 50_000 : 1 / 12_000;
  return /\p{L}/u.test(character) ? 1 / 30_000 : unusualShare(character);
}

const unusualShare = (character: string) => {
  if (/[\u00a0’‘“”–—\u3000・·]/.test(character)) return 1 / 400;
  return /[\p{Cc}\p{Co}\ufffd]/u.test(character) ? 1e-12 : 1e-5;
};

/** Counts implausible sequences: a capital after a small letter, runs of accented letters, mixed scripts. */
export function countFaults(word: string): number {
  const capitals = word.match(/\p{Ll}(?=[\u0080-\uffff])\p{Lu}|(?=[\u0080-\uffff])\p{Ll}\p{Lu}/gu)?.length ?? 0;
  const second = /^\p{Lu}(?=[\u0080-\uffff])\p{Lu}\p{Ll}/u.test(word) ? 1 : 0;
  const rows = word.match(/[\u00c0-\u00ff]{3,}/g)?.reduce((sum, row) => sum + row.length - 2, 0) ?? 0;
  return capitals + second + rows + changesOfScript(word);
}

function changesOfScript(word: string): number {
  let changes = 0;
  let previous = -1;
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index);
    if (!isLetterLike(code)) continue;
    const script = scriptOf(code);
    if (previous >= 0 && script !== previous) changes += 1;
    previous = script;
  }
  return changes;
}

/** True for letters, and for all characters of blocks that contain only letters and marks. */
const isLetterLike = (code: number) =>
  code >= 0xc0 ? code < 0x2000 || code >= 0x3040 : (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);

/** Number of a character's script. Scripts that mix within words share a number. */
function scriptOf(code: number): number {
  if (code < 0x370 || (code >= 0x1e00 && code < 0x1f00)) return 0;
  if (code < 0x400 || (code >= 0x1f00 && code < 0x2000)) return 1;
  if (code < 0x530) return 2;
  if (code < 0x900) return 3 + Number(code >= 0x590) + Number(code >= 0x600);
  if (code >= 0x3040 && code < 0xa000) return 6;
  if (code >= 0xac00 && code < 0xd7b0) return 7;
  return code < 0x2000 ? 8 + (code >> 7) : 6;
}

/** True if one language has all letters of the word and their sequence is plausible. */
export function isOneLanguage(word: string) {
  let [low, high] = [-1, -1];
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index);
    if (code < 0x80) continue;
    low &= masks[0]?.[code] ?? 0;
    high &= masks[1]?.[code] ?? 0;
    if (low === 0 && high === 0) return false;
  }
  return countFaults(word) === 0;
}

/** Bit mask of the alphabets with a letter, by its character code. */
const masks = [new Int32Array(0x2100), new Int32Array(0x2100)];
for (const [index, alphabet] of everyAlphabet.entries()) {
  const mask = masks[index >> 5];
  const letters = [...(shares.get(alphabet)?.keys() ?? [])];
  for (const letter of letters.flatMap((small) => [small, small.toUpperCase()]))
    if (mask && letter.length === 1)
      mask[letter.charCodeAt(0)] = (mask[letter.charCodeAt(0)] ?? 0) | (1 << (index & 31));
}

/** True for letters of the languages above, characters of some other scripts, and punctuation. */
export const isKnownCharacter = (character: string) =>
  knownLetters.has(character) || knownLetters.has(character.toLowerCase()) || knownScripts.test(character);

const knownLetters = new Set(Object.values(alphabets).join(""));
const knownScripts =
  /^(?:[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Georgian}\p{Script=Armenian}\p{Extended_Pictographic}]|[\u00a0\u00b7\u00aa\u00ba\u00ab\u00bb’‘“”–—…ー・\u200c\u200d])$/u;
