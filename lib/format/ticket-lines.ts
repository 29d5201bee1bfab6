import { formatClock, formatDateTime, formatDay } from "./format-time";
import { holdsMask, maskSign, withoutSeals } from "./mask-sign";
import { offsetAt } from "./zoned-time";

export type TicketLine = readonly [name: string, value: string];

/** Plain text for a ticket: the answer, then one line for each fact. */
export function ticketLines(answer: string, lines: readonly TicketLine[]) {
  const texts = [answer, ...lines.map(([name, value]) => `${name}: ${withoutSeals(value.replace(/\s+/g, " "))}`)];
  return [...texts, ...(holdsMask(texts) ? [hiddenLine] : [])].join("\n");
}

const hiddenLine = `Hidden: the digits of phone numbers at ${maskSign}, also in IDs. The link opens the record all the same.`;

/** "Fri 20 Nov 2026, 06:36:00 UTC (07:36:00 Europe/Berlin)", with both days if they differ. UTC alone if the zone shows the same. */
export function inBothClocks(ms: number, zone: string): string {
  const utc = `${formatDateTime(ms, "utc")} UTC`;
  const offset = offsetAt(ms, zone);
  if (offset === 0) return utc;
  const isSameDay = formatDay(ms, "utc") === formatDay(ms + offset, "utc");
  return `${utc} (${(isSameDay ? formatClock : formatDateTime)(ms + offset, "utc")} ${zone})`;
}

/** Notes of people, the first one first. */
export const notesIn = (notes: readonly { at: string; by: string; text: string }[], zone: string): TicketLine[] =>
  notes.toReversed().map(({ at, by, text }) => [`Note by ${by}`, `${text} (${inBothClocks(Date.parse(at), zone)})`]);
