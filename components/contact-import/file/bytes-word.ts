import { countLabel } from "./file-messages";

/** A file's size as people say it: "48.2 MB". Megabytes are of 1,000,000 bytes, as file managers have them. */
export function bytesWord(bytes: number): string {
  if (bytes < 1_000) return countLabel(bytes, "byte");
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${amount.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}
