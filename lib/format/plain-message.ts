import { visibleControls } from "./format-raw";

const longest = 500;

/** What a platform says to a person, as far as it is of use: in one piece, not too long, with nothing in it that shows as nothing. */
export function plainMessage(sent: unknown): string | undefined {
  if (typeof sent !== "string") return undefined;
  const text = visibleControls(sent.trim().slice(0, 2 * longest));
  const short = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  return short.toWellFormed() || undefined;
}
