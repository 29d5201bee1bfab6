import { NO_WORD } from "@/lib/contract/console/webhook-log/words";

type AttemptsRange = { least: number; most: number };

/** Reads `2`, `2..` or `2..4`. */
export function attemptsFrom(text: string): AttemptsRange | undefined {
  const parts = /^(\d{1,9})(?:(\.\.)(\d{1,9})?)?$/.exec(text);
  if (!parts) return undefined;
  const least = Number(parts[1]);
  const most = parts[3] === undefined ? (parts[2] ? Number.POSITIVE_INFINITY : least) : Number(parts[3]);
  return most < least ? undefined : { least, most };
}

export const isAttempts = (text: string) => text === NO_WORD || attemptsFrom(text) !== undefined;

/** "4 or more" for `4..`. */
export function attemptsMessage(text: string): string {
  const { least, most } = attemptsFrom(text) ?? {};
  if (least === undefined) return "no number";
  if (most === Number.POSITIVE_INFINITY) return `${least} or more`;
  return most === least ? String(least) : `${least} to ${most}`;
}
