import { deliveryViews } from "@/lib/contract/console/webhook-log/filter";
import { wordsIn, wordsText } from "@/lib/contract/console/webhook-log/words";

/** Parses tokens such as `status:failed attempts:>2`. `rest` is the remaining text. */
export function parseTokens(text: string): { filters: Record<string, string>; rest: string } {
  const filters: Record<string, string> = {};
  const rest = text.replace(tokens, (whole, minus: string, name: string, quoted?: string, bare?: string) => {
    const value = quoted ?? bare ?? "";
    const key = name.toLowerCase();
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
  return { filters, rest: rest.replace(/\s+/g, " ").trim() };
}

/** Merges repeated tokens of one filter. If they mix including and excluding, the later ones win. */
function mergedWords(before: string | undefined, isExcluded: boolean, quoted: string | undefined, value: string) {
  const previous = wordsIn(before);
  const words = quoted === undefined ? wordsIn(value).words : [quoted];
  return wordsText({ words: previous.isExcluded === isExcluded ? [...previous.words, ...words] : words, isExcluded });
}

const tokens = /(?<=^|\s)(-?)(status|event|webhook|attempts|view):(?:"([^"]+)"|([^\s"]+))(?=\s|$)/gi;

/** True if a text has a token, also one that is still being typed. */
export const hasToken = (text: string) => /(?<=^|\s)-?(?:status|event|webhook|attempts|view):/i.test(text);

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
