import { contactLineOf } from "@/lib/db/console/call-lines";
import { believableLength, believableTimes } from "./believable-times";
import type { CallFields, EventRow } from "./call-facts";
import type { CallRecord } from "./call-records";

const textFacts = ["sessionRef", "campaignRef", "assistantRef", "contact", "own", "contactName", "direction"] as const;
/** Fields that are final only after the call has ended. */
const endFacts = ["status", "reason", "cost", "currency"] as const;

type MergeWith = {
  record?: CallRecord | undefined;
  /** Longest time that its assistant talks. */
  limitSeconds?: number | undefined;
};

/**
 * A call from all its events, in whatever order they came, and the platform's record of it. What a source lacks erases nothing,
 * and an end stays an end.
 */
export function mergeCall(
  events: readonly EventRow[],
  { record, limitSeconds }: MergeWith = {},
): CallFields | undefined {
  const fromEvents = mergeEvents(events, limitSeconds);
  if (!record) return fromEvents;
  const { readAt, seenAt, ...recorded } = record;
  if (!fromEvents) {
    const times = { at: record.startedAt ?? seenAt, firstEventAt: seenAt, lastEventAt: seenAt };
    return { ...recorded, ...times, contactLine: contactLineOf(record.contact ?? null), events: 0 };
  }
  const isRecordFirst =
    record.isOver === fromEvents.isOver ? !record.isOver && readAt > fromEvents.lastEventAt : record.isOver;
  const [first, second] = isRecordFirst ? [recorded, fromEvents] : [fromEvents, recorded];
  const known = Object.fromEntries(Object.entries(first).filter(([, value]) => value !== null));
  const united = { ...second, ...(known as typeof recorded) };
  const { firstEventAt, lastEventAt, startedAt } = fromEvents;
  return {
    ...united,
    ...{ at: startedAt ?? record.startedAt ?? fromEvents.at, contactLine: contactLineOf(united.contact ?? null) },
    ...{ firstEventAt, lastEventAt, events: fromEvents.events },
  };
}

function mergeEvents(events: readonly EventRow[], limitSeconds: number | undefined): CallFields | undefined {
  const byTime = events.toSorted((a, b) => a.firstAt.getTime() - b.firstAt.getTime() || a.id - b.id);
  const [first, last] = [byTime[0], byTime.at(-1)];
  if (!first || !last) return undefined;
  const isOver = byTime.some((event) => event.isOver);
  const terminal = byTime.filter((event) => event.isOver);
  const newest = <Key extends keyof EventRow>(rows: readonly EventRow[], key: Key) =>
    rows.findLast((event) => event[key] !== null)?.[key] ?? null;
  const facts = Object.fromEntries(textFacts.map((key) => [key, newest(byTime, key)]));
  const ends = Object.fromEntries(
    endFacts.map((key) => [key, newest(terminal, key) ?? (key === "status" && !isOver ? newest(byTime, key) : null)]),
  );
  const times = believableTimes(byTime, terminal);
  const length = terminal.findLast(({ seconds }) => seconds !== null);
  const heardMs = length?.firstAt.getTime() ?? 0;
  const seconds =
    length?.seconds == null ? null : believableLength(times, { sent: length.seconds, heardMs, limitSeconds });
  return {
    ...(facts as Pick<CallFields, (typeof textFacts)[number]>),
    ...(ends as Pick<CallFields, (typeof endFacts)[number]>),
    contactLine: contactLineOf(newest(byTime, "contact")),
    ...times,
    seconds,
    at: times.startedAt ?? first.firstAt,
    isOver,
    firstEventAt: first.firstAt,
    lastEventAt: last.firstAt,
    events: byTime.length,
  };
}

export const isOutbound = ({ direction }: Pick<CallFields, "direction">) => !/^in/i.test(direction ?? "");

/** When the number of a call was blocked, if the call began after that. A person who calls us is not called. */
export function blockBefore(call: CallFields, blockedAt: Date | undefined): Date | null {
  return blockedAt !== undefined && isOutbound(call) && beganMs(call) > blockedAt.getTime() ? blockedAt : null;
}

/** An event of the end can come alone: then the start is known by the length at best. */
function beganMs({ startedAt, answeredAt, endedAt, seconds, at }: CallFields): number {
  if (startedAt) return startedAt.getTime();
  const byLength = (endedAt ?? at).getTime() - (seconds ?? 0) * 1_000;
  return Math.min(at.getTime(), answeredAt?.getTime() ?? byLength, byLength);
}
