/** "4,724". */
export const formatCount = (count: number) => count.toLocaleString("en-US");

/** "1 entry", "4,724 entries". Without a plural, an s is added. */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** A file's size as people say it: "48.2 MB". Megabytes are of 1,000,000 bytes, as file managers have them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, "byte");
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${amount.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}
