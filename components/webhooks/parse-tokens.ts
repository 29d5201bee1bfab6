import { deliveryViews, wordsIn, wordsText } from "@/lib/contract/console/deliveries";
import { parsePoint, type Span, type TypedIn } from "@/lib/format/parse-range";

/** Parses tokens such as `status:failed attempts:>2 after:2026-11-01T08:00Z`. `rest` is the remaining text. */
export function parseTokens(
  text: string,
  typed: TypedIn,
): { filters: Record<string, string>; span: Span; rest: string } {
  const filters: Record<string, string> = {};
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
    const filterValue =
      key === "attempts"
        ? attemptsToken(value)
        : key === "view"
          ? deliveryViews.find((view) => view === value.toLowerCase().replaceAll("-", "_"))
          : mergedWords(filters[key], minus !== "", quoted, value);
    if (filterValue === undefined) return whole;
    filters[key] = filterValue;
    return " ";
  });
  return { filters, span, rest: rest.replace(/\s+/g, " ").trim() };
}

/** Merges repeated tokens of one filter. If they mix including and excluding, the later ones win. */
function mergedWords(before: string | undefined, isExcluded: boolean, quoted: string | undefined, value: string) {
  const previous = wordsIn(before);
  const words = quoted === undefined ? wordsIn(value).words : [quoted];
  return wordsText({ words: previous.isExcluded === isExcluded ? [...previous.words, ...words] : words, isExcluded });
}

const tokens = /(?<=^|\s)(-?)(status|event|webhook|attempts|view|after|before):(?:"([^"]+)"|([^\s"]+))(?=\s|$)/gi;

/** Splits typed text into complete words and the last, unfinished word or token. */
export function splitUnfinished(typed: string): { whole: string; word: string; token: string } {
  const [token = ""] = unfinishedToken.exec(typed) ?? [];
  const [word = ""] = token === "" ? (/\S*$/.exec(typed) ?? []) : [];
  return { whole: typed.slice(0, typed.length - token.length - word.length), word, token };
}

const unfinishedToken = /(?<=^|\s)-?(?:status|event|webhook|attempts|view|after|before):(?:"[^"]*"?|[^\s"]*)$/i;

/** Converts `>2`, `>=3`, `2-4` and `2` to the format of the URL. */
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
