import { formatCount } from "./format-count";
import { isDigits, stringifyJson } from "./json";

/** Characters that turn the text around them, or show nothing: a name that holds some must not pass for another. */
const controls = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Bidi_Control}\ufeff]/gu;

// A browser breaks a word into lines in a time that grows with the square of its length: a million letters stop the tab.
const endlessWord = /(?<!\S)(\S{10000})\S+/gu;

/** A value in words when nothing better is known: strings bare, everything else as its JSON. */
export function formatRaw(value: unknown): string {
  if (typeof value === "string") return value.trim() === "" ? `“${value}”` : visibleControls(value);
  if (value === undefined) return "not sent";
  if (value === null) return "empty (null)";
  return isDigits(value) ? value.$digits : stringifyJson(value);
}

/**
 * A text with its control characters as code points, "[U+202E]", and no word longer than anybody reads; lines and tabs
 * stay. For showing, never for sending.
 */
export const visibleControls = (text: string) =>
  text
    .replace(endlessWord, (word, start) => `${start}… (${formatCount(word.length - start.length)} more characters)`)
    .replace(controls, (control) => `[U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);

/** First 8 … last 4, once that saves at least four characters. */
export function shortenId(id: string): string {
  const characters = [...id];
  if (characters.length <= 16) return id;
  return `${characters.slice(0, 8).join("")}…${characters.slice(-4).join("")}`;
}
