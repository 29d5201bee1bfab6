import type { LogEntry, Targets } from "@/lib/client/webhook-log";
import { type FilterName, filterNames, type LogFilter, NO_TIME, presets, type Span, spanOf } from "./log-filter";

/** Stands for a status or an event that was not sent, or not as text. */
export const NO_WORD = "(none)";

export const statusOf = ({ log }: LogEntry) => log.status ?? NO_WORD;
const eventOf = ({ log }: LogEntry) => log.event ?? NO_WORD;

export type LogMatches = {
  rows: LogEntry[];
  /** What the time filter alone lets through. */
  listed: LogEntry[];
  /** Those of `listed` that stand beside a preset's entries: they may be of that time, and nothing says so. */
  untimed: LogEntry[];
  /** How many entries each option of a filter would show, all other filters kept. */
  options: Record<"attempts" | "time" | "status" | "event", ReadonlyMap<string, number>>;
  /** How many entries would match without that one filter. */
  without: Record<FilterName, number>;
  /** How many entries hold the text, whatever else is asked of them; 0 where none is looked for. */
  holdText: number;
};

export type MatchInput = { filter: LogFilter; readMs: number; haystacks: readonly string[] | undefined };

export const attemptsOptions = ["1", "2..", "4.."] as const;

const bits = { attempts: 1, time: 2, status: 4, event: 8, text: 16 } as const;

/** One walk over the log: what matches, and what every other choice would show. */
export function matchLog(entries: readonly LogEntry[], { filter, readMs, haystacks }: MatchInput): LogMatches {
  const span = spanOf(filter, readMs);
  const wanted = filter.text?.toLowerCase();
  const rows: LogEntry[] = [];
  const listed: LogEntry[] = [];
  const untimed: LogEntry[] = [];
  const options = { attempts: counter(), time: counter(), status: counter(), event: counter() };
  const alone = { attempts: 0, time: 0, status: 0, event: 0, text: 0 };
  let holdText = 0;

  entries.forEach((entry, at) => {
    const isInTime = isLetThrough(entry.atMs, filter, span);
    if (isInTime) listed.push(entry);
    if (isInTime && span && entry.atMs === undefined) untimed.push(entry);
    const failed =
      (passesAttempts(entry, filter) ? 0 : bits.attempts) |
      (isInTime ? 0 : bits.time) |
      (passesStatus(entry, filter.status) ? 0 : bits.status) |
      (filter.event === undefined || eventOf(entry) === filter.event ? 0 : bits.event);
    const isFound = wanted === undefined || haystacks?.[at]?.includes(wanted);
    if (wanted !== undefined && isFound) holdText += 1;
    const all = failed | (isFound ? 0 : bits.text);
    if (hasTwo(all)) return;
    if (all === 0) rows.push(entry);
    for (const name of filterNames) if ((all & ~bits[name]) === 0) alone[name] += 1;
    if ((all & ~bits.attempts) === 0) countAttempts(options.attempts, entry.attempts);
    if ((all & ~bits.time) === 0) countTimes(options.time, entry.atMs, readMs);
    if ((all & ~bits.status) === 0) add(options.status, statusOf(entry));
    if ((all & ~bits.event) === 0) add(options.event, eventOf(entry));
  });
  return { rows, listed, untimed, options, without: alone, holdText };
}

/** An entry that two filters leave out is shown by no single change, so it counts nowhere. */
const hasTwo = (failed: number) => (failed & (failed - 1)) !== 0;

/** What the text filter looks through. Made once a log, since a person types faster than it is made. */
export function haystacksOf(entries: readonly LogEntry[], targets: Targets): string[] {
  return entries.map(({ log }) =>
    [log.id, log.webhook_id, targets.get(log.webhook_id ?? "")?.url, log.event, log.status].join("\n").toLowerCase(),
  );
}

/** Nothing says when an entry without a time was, so only a span chosen on a bar leaves it out. */
function isLetThrough(atMs: number | undefined, { between, isUntimed }: LogFilter, span: Span | undefined) {
  if (atMs === undefined) return between === undefined;
  if (isUntimed) return false;
  return !span || (atMs >= span.fromMs && atMs < span.toMs);
}

const passesAttempts = ({ attempts }: LogEntry, { attempts: range }: LogFilter) =>
  !range || (attempts >= range.least && attempts <= range.most);

function passesStatus(entry: LogEntry, status: string | undefined) {
  if (status === undefined) return true;
  return status.startsWith("!") ? statusOf(entry) !== status.slice(1) : statusOf(entry) === status;
}

const counter = () => new Map<string, number>();

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

function countAttempts(counts: Map<string, number>, attempts: number) {
  if (attempts === 1) add(counts, "1");
  if (attempts >= 2) add(counts, "2..");
  if (attempts >= 4) add(counts, "4..");
}

function countTimes(counts: Map<string, number>, atMs: number | undefined, readMs: number) {
  if (atMs === undefined) return add(counts, NO_TIME);
  for (const { value, ms } of presets) if (atMs >= readMs - ms) add(counts, value);
}
