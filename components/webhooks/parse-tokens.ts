import { deliveryViews, wordsIn, wordsText } from "@/lib/contract/console/deliveries";
import { parsePoint, type Span, type TypedIn } from "@/lib/format/parse-range";

/** What a text asks for as `status:failed event:call.ended attempts:>2 webhook:wh_1 after:2026-11-01T08:00Z`, and the rest of it. */
export function parseTokens(text: string, typed: TypedIn): { found: Record<string, string>; span: Span; rest: string } {
  const found: Record<string, string> = {};
  const span: Span = {};
  const rest = text.replace(tokens, (whole, minus: string, name: string, quoted?: string, bare?: string) => {
    const value = quoted ?? bare ?? "";
    const key = name.toLowerCase();
    if (key === "after" || key === "before") {
      const ms = parsePoint(value, typed);
      if (ms === undefined) return whole;
      span[key === "after" ? "fromMs" : "toMs"] = ms;
      return " ";
    }
    const asked =
      key === "attempts"
        ? attemptsToken(value)
        : key === "view"
          ? deliveryViews.find((view) => view === value.toLowerCase().replaceAll("-", "_"))
          : besideIn(found[key], minus !== "", quoted, value);
    if (asked === undefined) return whole;
    found[key] = asked;
    return " ";
  });
  return { found, span, rest: rest.replace(/\s+/g, " ").trim() };
}

/** Words of one kind that are given one by one are meant together; of those to show and to leave out, the later hold. */
function besideIn(before: string | undefined, isExcluded: boolean, quoted: string | undefined, value: string) {
  const was = wordsIn(before);
  const words = quoted === undefined ? wordsIn(value).words : [quoted];
  return wordsText({ words: was.isExcluded === isExcluded ? [...was.words, ...words] : words, isExcluded });
}

const tokens = /(?<=^|\s)(-?)(status|event|webhook|attempts|view|after|before):(?:"([^"]+)"|([^\s"]+))(?=\s|$)/gi;

/** What is typed so far: the words that are complete, and the last as the word or the token it is going to be. */
export function splitUnfinished(typed: string): { whole: string; word: string; token: string } {
  const [token = ""] = unfinishedToken.exec(typed) ?? [];
  const [word = ""] = token === "" ? (/\S*$/.exec(typed) ?? []) : [];
  return { whole: typed.slice(0, typed.length - token.length - word.length), word, token };
}

const unfinishedToken = /(?<=^|\s)-?(?:status|event|webhook|attempts|view|after|before):(?:"[^"]*"?|[^\s"]*)$/i;

/** `>2`, `>=3`, `2-4` and `2` as the address has them. */
function attemptsToken(value: string): string | undefined {
  const {
    sign = "",
    least = "",
    most,
  } = /^(?<sign>>=?)?(?<least>\d{1,9})(?:(?:-|\.\.)(?<most>\d{1,9}))?$/.exec(value)?.groups ?? {};
  if (least === "" || (sign !== "" && most !== undefined)) return undefined;
  if (sign !== "") return `${Number(least) + (sign === ">" ? 1 : 0)}..`;
  return most === undefined ? least : `${least}..${most}`;
}
