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
  if (!both) return undefined;
  const difference = both.a - both.b;
  const digits = String(difference < 0n ? -difference : difference).padStart(both.scale + 1, "0");
  const point = digits.length - both.scale;
  const text = both.scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return difference < 0n ? `-${text}` : text;
}

/** How much of the second the first is, 0 to 1 in steps of a thousandth. For drawing only. */
export function shareOf(one: unknown, other: unknown): number {
  const both = aligned(one, other);
  if (!both || both.b <= 0n || both.a <= 0n) return 0;
  return both.a >= both.b ? 1 : Number((both.a * 1000n) / both.b) / 1000;
}

/** "1184.60" → "1,184.60". Works on the text, so no digit can change; anything but a plain decimal comes back as it was. */
export function groupThousands(text: string): string {
  const parts = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (!parts) return text;
  const [, sign = "", whole = "", fraction = ""] = parts;
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ",") + fraction;
}

/** An amount with two decimals; what would come to nothing keeps its own, and anything but a plain decimal stays as sent. */
export function formatMoney(amount: string, _currency?: unknown): string {
  const found = parts(amount);
  if (!found) return amount;
  const { digits, scale } = found;
  const step = 10n ** BigInt(Math.max(0, scale - 2));
  const magnitude = (digits < 0n ? -digits : digits) + (scale > 2 ? step / 2n : 0n);
  const cents = scale > 2 ? magnitude / step : magnitude * 10n ** BigInt(2 - scale);
  if (cents === 0n && digits !== 0n) return amount.trim();
  const text = String(cents).padStart(3, "0");
  return groupThousands(`${digits < 0n ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`);
}
