import { formatCount } from "./format-count";
import { isDigits, stringifyJson } from "./json";
import { withoutSeals } from "./mask-sign";

/** Invisible and bidirectional control characters, with which one name could imitate another. */
const controls = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Bidi_Control}\ufeff]/gu;

// Browsers take quadratic time to break a long word into lines. A million letters freeze the tab.
const endlessWord = /(?<!\S)(\S{10000})\S+/gu;

/** Fallback text for any value. Strings are shown bare, everything else as JSON. */
export function formatRaw(value: unknown): string {
  if (typeof value === "string") return value.trim() === "" ? `“${value}”` : visibleControls(value);
  if (value === undefined) return "not sent";
  if (value === null) return "empty (null)";
  return isDigits(value) ? value.$digits : stringifyJson(value);
}

/** Shows control characters as code points, "[U+202E]", shortens endless words and hides what only links need. For display only. */
export const visibleControls = (text: string) =>
  withoutSeals(text)
    .replace(endlessWord, (word, start) => `${start}… (${formatCount(word.length - start.length)} more characters)`)
    .replace(controls, (control) => `[U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);

/** First 8 … last 4 characters, if that saves at least four. */
export function shortenId(id: string): string {
  const characters = [...withoutSeals(id)];
  if (characters.length <= 16) return characters.join("");
  return `${characters.slice(0, 8).join("")}…${characters.slice(-4).join("")}`;
}
