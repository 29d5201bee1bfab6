import { visibleControls } from "./format-raw";

const maxCharacters = 500;

/**
 * Message of the platform for display, with visible control characters and at most 500 characters. Undefined if it is
 * blank or not a string.
 */
export function plainMessage(sent: unknown): string | undefined {
  if (typeof sent !== "string") return undefined;
  const text = visibleControls(sent.trim().slice(0, 2 * maxCharacters));
  const short = text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;
  return short.toWellFormed() || undefined;
}
