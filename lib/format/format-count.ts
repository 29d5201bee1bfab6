import { groupThousands } from "./conventions";

/** "4,724". Whole numbers are written without `Intl`, whose first format of a page takes up to 30 ms. */
export const formatCount = (count: number) =>
  Number.isSafeInteger(count) ? groupThousands(String(count)) : formatNumber(count, 0, 3);

/** "12.5", with `minPlaces` to `maxPlaces` decimal places. */
export const formatNumber = (value: number, minPlaces: number, maxPlaces = minPlaces): string =>
  groupThousands(formatOf(minPlaces, maxPlaces).format(value));

/** Cached by decimal places because creating a format is much slower than using it. */
const formatsByPlaces = new Map<string, Intl.NumberFormat>();

function formatOf(minPlaces: number, maxPlaces: number) {
  const places = `${minPlaces} ${maxPlaces}`;
  const cached = formatsByPlaces.get(places);
  if (cached) return cached;
  const format = new Intl.NumberFormat("en-US", {
    useGrouping: false,
    minimumFractionDigits: minPlaces,
    maximumFractionDigits: maxPlaces,
  });
  formatsByPlaces.set(places, format);
  return format;
}

/** "1 entry", "4,724 entries". The default plural adds an s. */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const smallestUnit = [1_000, "kB"] as const;
const units = [[1_000_000_000_000, "TB"], [1_000_000_000, "GB"], [1_000_000, "MB"], smallestUnit] as const;

/** File size such as "48.2 MB". 1 MB is 1,000,000 bytes, as in file managers. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, "byte");
  const [size, unit] = units.find(([least]) => bytes >= least) ?? smallestUnit;
  return `${formatNumber(bytes / size, 0, 1)} ${unit}`;
}

/** "1.9", and from a hundred on without a fraction. */
export const rateOf = (perMinute: number) =>
  perMinute >= 100 ? formatCount(Math.round(perMinute)) : formatNumber(perMinute, 1);

/** "8 days", "5 hours", "40 minutes". */
export function roughSpan(minutes: number): string {
  const [unit, noun] = minutes >= 2_160 ? [1_440, "day"] : minutes >= 90 ? [60, "hour"] : ([1, "minute"] as const);
  return countOf(Math.max(1, Math.round(minutes / unit)), noun);
}
