import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { type CallShape, readCall } from "@/lib/contract/shapes/call";
import { clockSpan, formatSpan } from "@/lib/format/format-time";

/** A state that was heard of this long ago can have changed: nobody "rings" for minutes. */
const stateHoldsMs = 30_000;

/** A listed call, in the shape of the platform's record. It rings only if that was heard of just before `nowMs`. */
export function shapeOf(found: FoundCall, nowMs?: number): CallShape {
  const { call_id: _, contact, own_number, answered_at, is_over, state_at, ...facts } = found;
  const [theirs, ours] = [plus(contact), plus(own_number)];
  const isInbound = /^(inbound|incoming)/i.test(found.direction ?? "");
  const call = readCall({
    ...facts,
    answered_at,
    started_at: found.started_at ?? found.at,
    duration_seconds: found.seconds,
    ended_reason: found.reason,
    customer_name: found.contact_name,
    from_number: isInbound ? theirs : ours,
    to_number: isInbound ? ours : theirs,
  });
  const isFresh = nowMs !== undefined && state_at !== null && nowMs - Date.parse(state_at) <= stateHoldsMs;
  const isRinging = isFresh && call.isRinging && !is_over && answered_at === null;
  return { ...call, isOver: is_over, isLive: !is_over, isRinging, isWaiting: isRinging && call.isWaiting };
}

/** A number in E.164 from its digits. */
export const plus = (digits: string | null) => (digits === null ? undefined : `+${digits}`);

/** How far an open call is on its way to its limit. Times are in seconds. */
export type CallClock = {
  seconds: number;
  /** Undefined without a known limit. */
  limit: number | undefined;
  over: number;
  isLate: boolean;
};

export function clockOf({ answered_at, at, limit_at, no_end_seen }: FoundCall, nowMs: number): CallClock {
  const beganMs = Date.parse(answered_at ?? at);
  const seconds = Math.max(0, Math.floor((nowMs - beganMs) / 1000));
  const limit = limit_at === null ? undefined : Math.max(1, Math.round((Date.parse(limit_at) - beganMs) / 1000));
  const over = limit === undefined ? 0 : Math.max(0, seconds - limit);
  return { seconds, limit, over, isLate: over > 0 || no_end_seen };
}

/** "3:24 over 10 min", "of 10 min", "limit unknown". */
export function limitMessage({ limit, over }: CallClock): string {
  if (over > 0 && limit !== undefined) return `${clockSpan(over)} over ${formatSpan(limit)}`;
  return limit === undefined ? "limit unknown" : `of ${formatSpan(limit)}`;
}

type LiveState = { word: string; tone: "wait" | "live"; title?: string };

/** State of a call in progress: "33 min past its limit", "Talking", and "Ringing" only while that is known. */
export function liveState(found: FoundCall, nowMs: number | undefined): LiveState {
  const { over } = clockOf(found, nowMs ?? Date.parse(found.at));
  if (over > 0) return { word: `${formatSpan(over)} past its limit`, tone: "wait" };
  if (found.no_end_seen)
    return {
      word: "No end seen",
      tone: "wait",
      title: "It should have ended, and no event said so. The platform is asked once an hour.",
    };
  const call = shapeOf(found, nowMs);
  if (call.isWaiting) return { word: "Waiting", tone: "live" };
  if (call.isRinging) return { word: "Ringing", tone: "live" };
  return { word: found.answered_at === null ? "In progress" : "Talking", tone: "live" };
}

/** Calls past their limit first, then the longest. */
export function liveOrder(calls: readonly FoundCall[], nowMs: number): FoundCall[] {
  const rank = (call: FoundCall) => (clockOf(call, nowMs).isLate ? 1 : 0);
  return calls.toSorted((one, other) => rank(other) - rank(one) || one.at.localeCompare(other.at));
}
