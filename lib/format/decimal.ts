import { groupThousands } from "./conventions";

/** Decimal strings as sent, taken apart and put together without a float. Anything but a plain decimal is undefined. */
type Parts = { digits: bigint; scale: number };

function parts(text: unknown): Parts | undefined {
  if (typeof text !== "string") return undefined;
  const found = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!found) return undefined;
  const [, sign = "", whole = "", fraction = ""] = found;
  return { digits: BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction}`), scale: fraction.length };
}

function aligned(one: unknown, other: unknown) {
  const [a, b] = [parts(one), parts(other)];
  if (!a || !b) return undefined;
  const scale = Math.max(a.scale, b.scale);
  const at = ({ digits, scale: own }: Parts) => digits * 10n ** BigInt(scale - own);
  return { a: at(a), b: at(b), scale };
}

/** Below zero when the first is smaller, zero when both are worth the same: "50" and "50.00" are. */
export function compareDecimals(one: unknown, other: unknown): number | undefined {
  const both = aligned(one, other);
  if (!both) return undefined;
  return both.a < both.b ? -1 : both.a > both.b ? 1 : 0;
}

/** The first less the second, with as many places as the longer of the two: "1184.60" − "50" is "1134.60". */
export function subtractDecimals(one: unknown, other: unknown): string | undefined {
  const both = aligned(one, other);
  return both && written({ digits: both.a - both.b, scale: both.scale });
}

/** Both together, with as many places as the longer of the two. */
export function addDecimals(one: unknown, other: unknown): string | undefined {
  const both = aligned(one, other);
  return both && written({ digits: both.a + both.b, scale: both.scale });
}

/** With just so many places, half a step going up: "0.0115" with two is "0.01". */
export function roundDecimal(text: unknown, places: number): string | undefined {
  const found = parts(text);
  if (!found) return undefined;
  const { digits, scale } = found;
  if (scale <= places) return written({ digits: digits * 10n ** BigInt(places - scale), scale: places });
  const step = 10n ** BigInt(scale - places);
  const magnitude = (digits < 0n ? -digits : digits) + step / 2n;
  return written({ digits: (digits < 0n ? -1n : 1n) * (magnitude / step), scale: places });
}

function written({ digits, scale }: Parts): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const point = text.length - scale;
  const unsigned = scale === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  return digits < 0n ? `-${unsigned}` : unsigned;
}

/** How much of the second the first is, 0 to 1 in steps of a thousandth. For drawing only. */
export function shareOf(one: unknown, other: unknown): number {
  const both = aligned(one, other);
  if (!both || both.b <= 0n || both.a <= 0n) return 0;
  return both.a >= both.b ? 1 : Number((both.a * 1000n) / both.b) / 1000;
}

/**
 * An amount with the places of its currency, a price per minute with two more. What would come to nothing keeps its own, and
 * anything but a plain decimal stays as it was sent.
 */
export function formatMoney(amount: string, currency?: unknown, isRate = false): string {
  const rounded = roundDecimal(amount, placesOf(currency) + (isRate ? 2 : 0));
  if (rounded === undefined) return amount;
  const isGone = compareDecimals(rounded, "0") === 0 && compareDecimals(amount, "0") !== 0;
  return groupThousands(isGone ? amount.trim().replace(/^\+/, "") : rounded);
}

const knownPlaces = new Map<string, number>();

function placesOf(currency: unknown): number {
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency)) return 2;
  const places =
    knownPlaces.get(currency) ??
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
    2;
  knownPlaces.set(currency, places);
  return places;
}
