import { groupThousands } from "./conventions";

/** Exact value of a decimal string: `digits` divided by 10 to the power of `scale`. Amounts never become floats. */
type Decimal = { digits: bigint; scale: number };

function parseDecimal(text: unknown): Decimal | undefined {
  if (typeof text !== "string") return undefined;
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction = ""] = match;
  return { digits: BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction}`), scale: fraction.length };
}

function aligned(one: unknown, other: unknown) {
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  if (!a || !b) return undefined;
  const scale = Math.max(a.scale, b.scale);
  const digitsOf = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own);
  return { a: digitsOf(a), b: digitsOf(b), scale };
}

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

/** Sum with the larger number of decimal places. */
export function addDecimals(one: unknown, other: unknown): string | undefined {
  const both = aligned(one, other);
  return both && textOf({ digits: both.a + both.b, scale: both.scale });
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
  const rounded = roundDecimal(amount, placesOf(currency) + (isRate ? 2 : 0));
  if (rounded === undefined) return amount;
  const isRoundedToZero = compareDecimals(rounded, "0") === 0 && compareDecimals(amount, "0") !== 0;
  return groupThousands(isRoundedToZero ? amount.trim().replace(/^\+/, "") : rounded);
}

const placesByCurrency = new Map<string, number>();

function placesOf(currency: unknown): number {
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return 2;
  const places =
    placesByCurrency.get(currency) ??
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
    2;
  placesByCurrency.set(currency, places);
  return places;
}

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
