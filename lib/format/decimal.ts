import { groupThousands } from "./conventions";

/** Exact value of a decimal string: `digits` divided by 10 to the power of `scale`. Amounts never become floats. */
type Decimal = { digits: bigint; scale: number };

const mostParsed = 2_000;
/** A list sorts and adds up the same amounts again and again. */
const parsed = new Map<string, Decimal | undefined>();

function parseDecimal(text: unknown): Decimal | undefined {
  if (typeof text !== "string") return undefined;
  if (parsed.has(text)) return parsed.get(text);
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  const [, sign = "", whole = "", fraction = ""] = match ?? [];
  const decimal = match && { digits: BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction}`), scale: fraction.length };
  if (parsed.size >= mostParsed) parsed.clear();
  parsed.set(text, decimal ?? undefined);
  return decimal ?? undefined;
}

function aligned(one: unknown, other: unknown) {
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  if (!a || !b) return undefined;
  const scale = Math.max(a.scale, b.scale);
  return { a: atScale(a, scale), b: atScale(b, scale), scale };
}

const atScale = ({ digits, scale }: Decimal, wanted: number) =>
  scale === wanted ? digits : digits * 10n ** BigInt(wanted - scale);

/**
 * Negative if the first is smaller, 0 if both are equal ("50" and "50.00"). Undefined if one is not a plain decimal.
 */
export function compareDecimals(one: unknown, other: unknown): number | undefined {
  const both = aligned(one, other);
  if (!both) return undefined;
  return both.a < both.b ? -1 : both.a > both.b ? 1 : 0;
}

/** First minus second, with the larger number of decimal places: "1184.60" − "50" is "1134.60". */
export function subtractDecimals(one: unknown, other: unknown): string | undefined {
  const both = aligned(one, other);
  return both && textOf({ digits: both.a - both.b, scale: both.scale });
}

/** Sum with the largest number of decimal places, and how many of the amounts are no plain decimals. */
export function sumDecimals(amounts: readonly unknown[]): { sum: string; unreadable: number } {
  const decimals = amounts.map(parseDecimal).filter((decimal) => decimal !== undefined);
  const scale = Math.max(0, ...decimals.map((decimal) => decimal.scale));
  const digits = decimals.reduce((sum, decimal) => sum + atScale(decimal, scale), 0n);
  return { sum: textOf({ digits, scale }), unreadable: amounts.length - decimals.length };
}

/** Rounds half away from zero to the given number of decimal places: "0.0115" with two is "0.01". */
export function roundDecimal(text: unknown, places: number): string | undefined {
  const decimal = parseDecimal(text);
  if (!decimal) return undefined;
  const { digits, scale } = decimal;
  if (scale <= places) return textOf({ digits: digits * 10n ** BigInt(places - scale), scale: places });
  const step = 10n ** BigInt(scale - places);
  const magnitude = (digits < 0n ? -digits : digits) + step / 2n;
  return textOf({ digits: (digits < 0n ? -1n : 1n) * (magnitude / step), scale: places });
}

function textOf({ digits, scale }: Decimal): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const point = text.length - scale;
  const unsigned = scale === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  return digits < 0n ? `-${unsigned}` : unsigned;
}

/** Ratio of the first to the second, 0 to 1 in steps of 0.001. For charts only. */
export function shareOf(one: unknown, other: unknown): number {
  const both = aligned(one, other);
  if (!both || both.b <= 0n || both.a <= 0n) return 0;
  return both.a >= both.b ? 1 : Number((both.a * 1000n) / both.b) / 1000;
}

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
