import { believableSeconds } from "@/lib/contract/shapes/call-length";
import type { EventRow } from "./call-facts";

type TimeFact = "startedAt" | "answeredAt" | "endedAt";
type Sent = { ms: number; isZoned: boolean; heardMs: number };
type Times = Partial<Record<TimeFact, Sent>>;

const pathNames = { startedAt: "started", answeredAt: "answered", endedAt: "ended" } as const;

/** By how much a sender's clock can be ahead of ours. */
const aheadMs = 300_000;
/** By how much times of one call can contradict each other. */
const slackMs = 5_000;

/**
 * Start, answer and end of a call, as far as they fit each other and when they were heard of. A time with a zone wins over one
 * without: that is read as UTC, and can be of any zone.
 */
export function believableTimes(events: readonly EventRow[], ends: readonly EventRow[]): Record<TimeFact, Date | null> {
  const times: Times = {};
  for (const [fact, rows] of [
    ["startedAt", events],
    ["answeredAt", events],
    ["endedAt", ends],
  ] as const) {
    const best = bestOf(rows.flatMap((event) => sentIn(event, fact) ?? []));
    if (best) times[fact] = best;
  }
  dropContradicting(times, "startedAt", "endedAt");
  dropContradicting(times, "startedAt", "answeredAt");
  dropContradicting(times, "answeredAt", "endedAt");
  const dateOf = (fact: TimeFact) => (times[fact] ? new Date(times[fact].ms) : null);
  return { startedAt: dateOf("startedAt"), answeredAt: dateOf("answeredAt"), endedAt: dateOf("endedAt") };
}

/** The newest of those with a zone, else of the others. */
const bestOf = (sent: readonly Sent[]) => sent.findLast(({ isZoned }) => isZoned) ?? sent.at(-1);

/** Undefined for a time that was in the future when it was heard of, or that is off by the hours of a zone. */
function sentIn(event: EventRow, fact: TimeFact): Sent | undefined {
  const time = event[fact];
  const heardMs = event.firstAt.getTime();
  if (time === null || time.getTime() > heardMs + aheadMs) return undefined;
  const isZoned = event.paths[pathNames[fact]]?.is_zoneless !== true;
  if (!isZoned && isOffByZone(event)) return undefined;
  return { ms: time.getTime(), isZoned, heardMs };
}

/** An event is sent soon after the last time in it. Hours between them, to the minute, are those of a zone. */
function isOffByZone(event: EventRow): boolean {
  const times = (Object.keys(pathNames) as TimeFact[]).flatMap((fact) => event[fact]?.getTime() ?? []);
  const minutes = (event.firstAt.getTime() - Math.max(...times)) / 60_000;
  const rest = Math.abs(minutes - Math.round(minutes / 15) * 15);
  const quarters = Math.abs(Math.round(minutes / 15));
  const isZone = quarters >= 4 && quarters <= 56 && (quarters % 2 === 0 || oddZones.has(quarters));
  return isZone && rest < 2;
}

/** 5:45, 8:45 and 12:45, in quarters of an hour. */
const oddZones = new Set([23, 35, 51]);

/** Drops the one without a zone; of two alike the one further from when it was heard of. */
function dropContradicting(times: Times, earlier: TimeFact, later: TimeFact) {
  const [first, second] = [times[earlier], times[later]];
  if (!first || !second || second.ms >= first.ms - slackMs) return;
  const distance = ({ heardMs, ms }: Sent) => Math.abs(heardMs - ms);
  const isFirstWorse = first.isZoned === second.isZoned ? distance(first) > distance(second) : second.isZoned;
  delete times[isFirstWorse ? earlier : later];
}

type Length = { sent: number; heardMs: number; limitSeconds: number | undefined };

/** A length can include what happens after the talk, up to this. */
const overSeconds = 60;
const graceSeconds = 600;

/** A length that fits the times of the call and the limit of its assistant; null if none does. */
export function believableLength(
  { startedAt, endedAt }: Record<TimeFact, Date | null>,
  { sent, heardMs, limitSeconds }: Length,
): number | null {
  const bounds = [
    ...(startedAt ? [((endedAt?.getTime() ?? heardMs) - startedAt.getTime()) / 1_000 + overSeconds] : []),
    ...(limitSeconds === undefined ? [] : [limitSeconds + graceSeconds]),
  ];
  return believableSeconds(sent, bounds.length === 0 ? undefined : Math.min(...bounds)) ?? null;
}
