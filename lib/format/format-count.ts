import { groupThousands } from "./conventions";

/** "4,724". */
export const formatCount = (count: number) => formatNumber(count, 0, 3);

/** "12.5": with as many places after the point, or from so many to so many. */
export const formatNumber = (value: number, least: number, most = least): string =>
  groupThousands(formatOf(least, most).format(value));

/** By the least and the most places. Making one takes many times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(least: number, most: number) {
  const places = `${least} ${most}`;
  const known = formats.get(places);
  if (known) return known;
  const format = new Intl.NumberFormat("en-US", {
    useGrouping: false,
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });
  formats.set(places, format);
  return format;
}

/** "1 entry", "4,724 entries". Without a plural, an s is added. */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** A file's size as people say it: "48.2 MB". Megabytes are of 1,000,000 bytes, as file managers have them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, "byte");
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${formatNumber(amount, 0, 1)} ${unit}`;
}
