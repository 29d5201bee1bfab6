import { z } from "#schema";
import { keptText, ownAnswer, wholeNumber } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";
import type { GuardRailId } from "./automation";
import { type CampaignCounts, type CounterMeanings, countsIn, throughOf } from "./campaign-counters";
import { afterOpenMs, type CallingHours, hoursAt, hoursIn, openMsBetween } from "./campaign-hours";
import { isResting } from "./campaign-stage";

/** A campaign's counts at one read. `counts` are those that move; without them, `through` alone does. */
export type CampaignSample = {
  at: string;
  status: string | null;
  through: number;
  total: number;
  counts?: Readonly<Record<string, number>>;
};

export type CampaignProgress = {
  counts: CampaignCounts;
  meanings: CounterMeanings;
  status: string | null;
  read_at: string;
  first_seen_at: string;
  /** Oldest first, thinned out evenly where there are many; the first and the last are always there. */
  samples: CampaignSample[];
  pace: CampaignPace;
  /** What changed from one read to the next, newest first. */
  changes: { at: string; fields: { path: string; before: unknown; after: unknown }[] }[];
  /** How many of them are kept. */
  changes_kept: number;
  /** What became of each send here before, whichever campaign it was about, by the status the campaign had. */
  learned: Record<string, LearnedStates>;
  guard: CampaignGuard;
};

export type CampaignGuard = {
  /** The guard rail that paused it, unless something else was sent since. */
  paused_by: { guard_rail: GuardRailId; at: string; because: string | null } | null;
  /** The calling hours of the guard rail, where they are closed now. */
  closed_hours: { from: string; to: string; zone: string } | null;
};

export type LearnedStates = {
  took: string[];
  refused: string[];
  /** The statuses that a refusal itself named. */
  named: string[];
};

/** How fast contacts come through, while the campaign ran and in calling hours, and what follows from it. */
export type CampaignPace = {
  /** Contacts a minute of late; null until two reads a minute apart are known. */
  perMinute: number | null;
  /** Over how many minutes that was. */
  overMinutes: number;
  /** Contacts a minute in all that is known. */
  perMinuteInAll: number | null;
  /** Null where nothing moves, or nobody can know. */
  endsAt: string | null;
  /** Since when the counts stand, where contacts wait and nothing moved for longer than usual. */
  stillSince: string | null;
  /** When its calling hours open, where contacts wait for them. */
  opensAt: string | null;
};

/** What a single read of a campaign's record says, before anything of it was kept. */
export function progressOf(record: Record<string, unknown>, readAt: string): CampaignProgress {
  const counts = countsIn(record);
  const far = throughOf(counts);
  const status = typeof record.status === "string" ? record.status : null;
  const samples = far ? [{ at: readAt, status, ...far }] : [];
  return {
    counts,
    meanings: {},
    status,
    read_at: readAt,
    first_seen_at: readAt,
    samples,
    pace: paceIn(record, samples, Date.parse(readAt)),
    changes: [],
    changes_kept: 0,
    learned: {},
    guard: { paused_by: null, closed_hours: null },
  };
}

export const mostChanges = 200;

/** How far a campaign is, from what was kept of its record. `data` is null until it was read once. */
export const getCampaignProgress = operation({
  id: "campaigns.progress",
  label: "See a campaign's progress",
  method: "GET",
  path: "/console/campaigns/{campaign_id}/progress",
  input: z.object({
    campaign_id: keptText(500),
    changes: wholeNumber(mostChanges),
  }),
  output: ownAnswer<{ data: CampaignProgress | null }>(),
  allow: roles,
});

const windowMs = 10 * 60_000;
const leastMs = 60_000;
/** So many contacts make a pace that chance does not move much. */
const enough = 60;
const stillAfter = { leastMs: 60_000, unknownMs: 90_000, mostMs: 10 * 60_000, gaps: 2.5, known: 3 };

/** The pace at `nowMs` from samples, oldest first. Time in which a campaign rested or might not call counts for nothing. */
export function paceOf(samples: readonly CampaignSample[], nowMs: number, hours?: CallingHours): CampaignPace {
  const last = samples.at(-1);
  const left = last ? last.total - last.through : 0;
  const mayMove = last !== undefined && left > 0 && !isResting(last.status);
  const opensAt = mayMove ? opensAtOf(hours, nowMs) : null;
  const none = { perMinute: null, overMinutes: 0, perMinuteInAll: null, endsAt: null, stillSince: null, opensAt };
  if (!last) return none;
  const points = timed(samples, hours);
  const stillSince = mayMove ? stillSinceOf(points, hours) : null;
  const end = points.at(-1);
  const first = points[0];
  if (!end || !first || end.ranMs - first.ranMs < leastMs) return { ...none, stillSince };

  const late = points.findLast(({ ranMs }) => end.ranMs - ranMs >= windowMs) ?? first;
  const steady =
    points.findLast(({ through, ranMs }) => ranMs <= late.ranMs && end.through - through >= enough) ?? first;
  const endPerMinute = rate(steady, end);
  const moves = mayMove && rate(late, end) > 0 && endPerMinute > 0;
  const endMs = moves
    ? afterOpenMs(hours, Math.max(nowMs, Date.parse(last.at)), (left / endPerMinute) * 60_000)
    : undefined;
  return {
    perMinute: rate(late, end),
    overMinutes: Math.round((end.ranMs - late.ranMs) / 60_000),
    perMinuteInAll: rate(first, end),
    endsAt: endMs === undefined ? null : new Date(endMs).toISOString(),
    stillSince,
    opensAt,
  };
}

/** When calling hours open that are closed at a moment; null where none are. */
export function opensAtOf(hours: CallingHours | undefined, nowMs: number): string | null {
  const { isOpen, untilMs } = hours ? hoursAt(hours, nowMs) : { isOpen: true };
  return isOpen || untilMs === undefined ? null : new Date(untilMs).toISOString();
}

type Point = { ms: number; ranMs: number; through: number; moved: boolean };

/** Samples with how long the campaign had run by then, since the first of them. */
function timed(samples: readonly CampaignSample[], hours: CallingHours | undefined): Point[] {
  let ranMs = 0;
  return samples.map((sample, at) => {
    const before = samples[at - 1];
    const ms = Date.parse(sample.at);
    if (before && !isResting(before.status)) ranMs += openMsBetween(hours, Date.parse(before.at), ms);
    const moved = before !== undefined && movement(before) !== movement(sample);
    // Who is no longer to be called took no time.
    return { ms, ranMs, through: sample.through - (sample.counts?.cancelled ?? 0), moved };
  });
}

/** What is another wherever a campaign moved. */
export const movement = ({ through, total, status, counts }: Omit<CampaignSample, "at">) =>
  JSON.stringify([through, total, isResting(status), counts]);

const rate = (from: Point, to: Point) =>
  Math.max(0, (to.through - from.through) / Math.max(1, (to.ranMs - from.ranMs) / 60_000));

/** The last movement, where more time has passed since than passes between movements of this campaign. */
function stillSinceOf(points: readonly Point[], hours: CallingHours | undefined): string | null {
  const end = points.at(-1);
  const moves = points.filter(({ moved }) => moved).slice(-20);
  const [first, stood] = [moves[0] ?? points[0], moves.at(-1) ?? points[0]];
  if (!end || !first || !stood || (hours && !hoursAt(hours, end.ms).isOpen)) return null;
  const { known, gaps, unknownMs, mostMs } = stillAfter;
  const gapMs = (stood.ranMs - first.ranMs) / Math.max(1, moves.length - 1);
  const waitMs = moves.length < known ? unknownMs : Math.min(mostMs, Math.max(stillAfter.leastMs, gapMs * gaps));
  return end.ranMs - stood.ranMs >= waitMs ? new Date(stood.ms).toISOString() : null;
}

/** What a campaign's record says of its calling hours and pace. */
export const paceIn = (record: Record<string, unknown>, samples: readonly CampaignSample[], nowMs: number) =>
  paceOf(samples, nowMs, hoursIn(record));
