import { groupThousands } from "./conventions";

/** "4,724". */
export const formatCount = (count: number) => formatNumber(count, 0, 3);

/** "12.5": with as many places after the point, or from so many to so many. */
export function formatNumber(value: number, least: number, most = least): string {
  const plain = value.toLocaleString("en-US", {
    useGrouping: false,
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });
  return groupThousands(plain);
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
