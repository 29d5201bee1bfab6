import type { Tone } from "@/components/ui/buttons/status-icon";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import type { ReceivedEvent } from "@/lib/contract/console/inbox/received";
import { type CallShape, endedReason } from "@/lib/contract/shapes/call";
import { visibleControls } from "@/lib/format/format-raw";
import { formatSpan } from "@/lib/format/format-time";

export type CordStep = {
  ms: number;
  /** Step of the call. An event that was received has none. */
  title?: string;
  tone?: Tone;
  /** After the title in its line, and below it. */
  rest?: string | undefined;
  note?: string | undefined;
  isNow?: boolean;
  event?: ReceivedEvent;
  /** Time from the step that the event reports. */
  laterMs?: number | undefined;
  /** State of the call from here to the next step. */
  phase: "none" | "ringing" | "talking";
};

type CordInput = {
  call: CallShape;
  found: FoundCall | undefined;
  events: readonly ReceivedEvent[];
  limitMs: number | undefined;
  nowMs: number;
};

type Step = Omit<CordStep, "phase">;

/** Longest time after a step in which an event is taken to report it. */
const reportedWithinMs = 60_000;

/** By how much the platform's clock can be ahead. An event that reports a step must not stand before it. */
const clocksDifferMs = 500;

/** Steps of a call and the events about it, oldest first. A step that no source reports is left out. */
export function pathSteps({ call, found, events, limitMs, nowMs }: CordInput): CordStep[] {
  const own = ownSteps(call, { limitMs, nowMs });
  const received = events.map((event): Step => {
    const receivedMs = Date.parse(event.first_at);
    const before = own.findLast((step) => step.ms <= receivedMs + clocksDifferMs);
    const ms = Math.max(receivedMs, before?.ms ?? 0);
    return { ms, event, laterMs: before && ms - before.ms <= reportedWithinMs ? ms - before.ms : undefined };
  });
  const past = [...own, ...received].toSorted((one, other) => one.ms - other.ms);
  return [...past, ...lastStep(call, { found, nowMs })].map((step) => ({ ...step, phase: phaseAt(call, step.ms) }));
}

function ownSteps(call: CallShape, { limitMs, nowMs }: Pick<CordInput, "limitMs" | "nowMs">): Step[] {
  const { startedMs, answeredMs, endedMs, isOver, talkSeconds, ringSeconds, reason } = call;
  const ringing = ringSeconds ? `for ${formatSpan(ringSeconds, true)}` : undefined;
  const talking = talkSeconds ? formatSpan(talkSeconds, true) : undefined;
  const rang = ringing !== undefined || call.isRinging;
  const step = (ms: number | undefined, rest: Omit<Step, "ms">) => (ms === undefined ? [] : [{ ms, ...rest }]);
  const isPastLimit = !isOver && limitMs !== undefined && limitMs < nowMs;
  return [
    ...step(startedMs, { title: rang ? "Rang" : "Started", rest: ringing, tone: "idle" }),
    ...step(answeredMs, { title: "Answered", note: talking && `talking for ${talking}`, tone: "ok" }),
    ...step(isPastLimit ? limitMs : undefined, {
      title: "Its limit passed",
      note: "No end was received.",
      tone: "wait",
    }),
    ...step(endedMs, {
      title: endedReason(reason)?.label ?? (reason === undefined ? "Ended" : visibleControls(reason)),
      rest: talking && `after ${talking}`,
      tone: "done",
    }),
  ];
}

function lastStep(call: CallShape, { found, nowMs }: Pick<CordInput, "found" | "nowMs">): Step[] {
  const { isOver, isLive, isRinging, answeredMs, startedMs } = call;
  if (isOver) return [];
  if (found?.no_end_seen)
    return [{ ms: nowMs, isNow: true, title: "No end seen", note: "It is long past its limit.", tone: "wait" }];
  const sinceMs = answeredMs ?? startedMs;
  if (!isLive || sinceMs === undefined) return [];
  const rest = `for ${formatSpan(Math.max(0, Math.round((nowMs - sinceMs) / 1000)), true)}`;
  return [{ ms: nowMs, isNow: true, title: isRinging ? "Ringing" : "In progress", rest, tone: "live" }];
}

function phaseAt({ startedMs, answeredMs, endedMs, isOver, isRinging, ringSeconds }: CallShape, ms: number) {
  if (startedMs === undefined || ms < startedMs || (isOver && ms >= (endedMs ?? startedMs))) return "none";
  if (answeredMs !== undefined) return ms < answeredMs ? "ringing" : "talking";
  return isRinging || ringSeconds !== undefined ? "ringing" : "none";
}
