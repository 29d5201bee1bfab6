import { groupThousands } from "./conventions";
import { compareDecimals, roundDecimal } from "./decimal";

/**
 * Amount with the decimal places of its currency, and two more for a price per minute. An amount that would round to
 * zero keeps its own places. Anything but a plain decimal is returned unchanged.
 */
export function formatMoney(amount: string, currency?: unknown, isRate = false): string {
  const rounded = roundMoney(amount, currency, isRate);
  return rounded === undefined ? amount : groupThousands(rounded);
}

/** An amount as `formatMoney` writes it, without separators of thousands. Undefined for anything but a plain decimal. */
export function roundMoney(amount: string, currency?: unknown, isRate = false): string | undefined {
  const rounded = roundDecimal(amount, placesOf(currency) + (isRate ? 2 : 0));
  if (rounded === undefined) return undefined;
  const isRoundedToZero = compareDecimals(rounded, "0") === 0 && compareDecimals(amount, "0") !== 0;
  return isRoundedToZero ? amount.trim().replace(/^\+/, "") : rounded;
}

/** Currencies that are not written with two decimal places. `Intl` takes 20 ms to say so, and servers and browsers can differ. */
const placesByCurrency = new Map([
  ...codes("AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK", 0),
  ...codes("LBP MGA MMK PKR PYG RWF SLL SOS SYP UGX VND VUV XAF XOF XPF YER", 0),
  ...codes("BHD JOD KWD LYD OMR TND", 3),
]);

function codes(text: string, places: number) {
  return text.split(" ").map((code) => [code, places] as const);
}

const placesOf = (currency: unknown) => placesByCurrency.get(String(currency)) ?? 2;

/** "1,184.60 EUR". Every sentence about money is written with it, on pages, in alerts and in mails. Files hold the amount as sent. */
export function moneyText(amount: string, currency: string | null | undefined, isRate = false): string {
  return withCurrency(formatMoney(amount, currency, isRate), currency);
}

/** Two amounts of one sentence. If they would look equal and are not, both keep all of their places: "4.999", not "5.00". */
export function comparedMoney(amounts: readonly [string, string], currency: string | null | undefined) {
  const [one, other] = amounts.map((amount) => formatMoney(amount, currency));
  const isBlurred = one === other && compareDecimals(...amounts) !== 0;
  const textOf = (amount: string) =>
    withCurrency(
      isBlurred ? groupThousands(amount.trim().replace(/^\+/, "")) : formatMoney(amount, currency),
      currency,
    );
  return [textOf(amounts[0]), textOf(amounts[1])] as const;
}

const withCurrency = (text: string, currency: string | null | undefined) => (currency ? `${text} ${currency}` : text);

/**
 * A typed amount as a decimal: "1.000,50", "1,000.50" and "1 000,5" have one reading. "1.000" and "1,000" have two and are
 * returned as no decimal.
 */
export function amountIn(typed: string): string {
  const text = typed.trim().replace(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3})/g, "");
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return `${text} or ${text.replace(/[.,]/, "")}`;
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll(",", "");
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(text)) return text.replaceAll(".", "").replace(",", ".");
  return text.replace(/^(\d+),(\d+)$/, "$1.$2");
}
