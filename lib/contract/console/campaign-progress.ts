import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";
import type { PauseCause } from "./automation/pauses";
import { type CampaignCounts, type CounterMeanings, countsIn, handledOf } from "./campaign-counters";
import type { CampaignFigures } from "./campaign-figures";
import { afterOpenMs, type CallingHours, hoursAt, hoursIn, openMsBetween } from "./campaign-hours";
import { isResting, statusIn } from "./campaign-stage";
import type { CampaignNight } from "./people-hours";

/** A campaign's counts at one read. `handled` contacts of `total` have ended. `counts` holds all recognized counters. */
export type CampaignSample = {
  at: string;
  status: string | null;
  handled: number;
  total: number;
  counts?: Readonly<Record<string, number>>;
};

export type CampaignProgress = {
  counts: CampaignCounts;
  meanings: CounterMeanings;
  /** From its calls that are over; null if none is known. */
  figures: CampaignFigures | null;
  status: string | null;
  read_at: string;
  first_seen_at: string;
  /** Oldest first, without `counts`. Many samples are thinned evenly, but the first and last are included. */
  samples: CampaignSample[];
  pace: CampaignPace;
  /** Differences between versions, newest first, without counters and other fields that move at every read. */
  changes: { at: string; fields: { path: string; before: unknown; after: unknown }[] }[];
  /** Number of stored changes. */
  changes_kept: number;
  guard: CampaignGuard;
};

export type CampaignGuard = {
  /** Cause of an automatic pause; null if it is not paused or another action was accepted since. */
  paused_by: { cause: PauseCause; at: string; because: string | null } | null;
  /** The calling hours for all campaigns if they are closed now; otherwise null. */
  closed_hours: { from: string; to: string; zone: string } | null;
  /** When those hours next pause it, if it runs outside them because a person resumed it; otherwise null. */
  left_running_until: string | null;
  /** The hours set for the campaign and when they pause it next, if it runs outside them; otherwise null. */
  outside_set_hours: { from: string; to: string; zone: string; until: string } | null;
  /** Who would be called at night while it runs; null if nobody or unknown. */
  night: CampaignNight | null;
};

/** Speed of a campaign. Time in which it did not run, or outside its calling hours, does not count. */
export type CampaignPace = {
  /** Contacts per minute in the last `overMinutes`; null until the samples span a minute. */
  perMinute: number | null;
  /** At least 10, or the whole span if that is shorter. */
  overMinutes: number;
  /** Contacts per minute since the first sample; null like `perMinute`. */
  perMinuteInAll: number | null;
  /** Expected end; null if nothing moves or it cannot be estimated. */
  endsAt: string | null;
  /** Earliest and latest expected end: one standard deviation of a random (Poisson) pace. Null like `endsAt`, or over a year. */
  endsBetween: readonly [earliest: string, latest: string] | null;
  /** Time of the last movement if the campaign stalls although contacts wait; otherwise null. */
  stillSince: string | null;
  /** When its calling hours open, if contacts wait for them; otherwise null. */
  opensAt: string | null;
};

/** Progress from a single read of a campaign's record, before any version is stored. */
export function progressOf(record: Record<string, unknown>, readAt: string): CampaignProgress {
  const counts = countsIn(record);
  const handled = handledOf(counts);
  const status = statusIn(record);
  const samples = handled ? [{ at: readAt, status, handled: handled.count, total: handled.total }] : [];
  return {
    counts,
    meanings: {},
    figures: null,
    status,
    read_at: readAt,
    first_seen_at: readAt,
    samples,
    pace: paceIn(record, samples, Date.parse(readAt)),
    changes: [],
    changes_kept: 0,
    guard: { paused_by: null, closed_hours: null, left_running_until: null, outside_set_hours: null, night: null },
  };
}

export const mostChanges = 200;

/** Progress from the stored versions of a campaign's record. `data` is null until the first read. */
export const getCampaignProgress = operation({
  id: "campaigns.progress",
  label: "See a campaign's progress",
  method: "GET",
  path: "/console/campaigns/{campaign_id}/progress",
  output: ownAnswer<{ data: CampaignProgress | null }>(),
  allow: roles,
});

const windowMs = 10 * 60_000;
const minSpanMs = 60_000;
/** Contacts in the window of the expected end, enough to smooth out chance. */
const smoothingContacts = 60;
/** A campaign stalls after `gapFactor` times its mean gap between movements. `defaultMs` applies below `minMoves`. */
const stallAfter = { minMs: 60_000, defaultMs: 90_000, maxMs: 10 * 60_000, gapFactor: 2.5, minMoves: 3 };

/** The pace at `nowMs` from samples, oldest first. Time in which a campaign rested or could not call does not count. */
export function paceOf(samples: readonly CampaignSample[], nowMs: number, hours?: CallingHours): CampaignPace {
  const last = samples.at(-1);
  const left = last ? last.total - last.handled : 0;
  const mayMove = last !== undefined && left > 0 && !isResting(last.status);
  const opensAt = mayMove ? opensAtOf(hours, nowMs) : null;
  const none = {
    ...{ perMinute: null, overMinutes: 0, perMinuteInAll: null },
    ...{ endsAt: null, endsBetween: null, stillSince: null, opensAt },
  };
  if (!last) return none;
  const points = withRunTime(samples, hours);
  const stillSince = mayMove ? stalledSince(points, hours) : null;
  const end = points.at(-1);
  const first = points[0];
  if (!end || !first || end.ranMs - first.ranMs < minSpanMs) return { ...none, stillSince };

  const late = points.findLast(({ ranMs }) => end.ranMs - ranMs >= windowMs) ?? first;
  const steady =
    points.findLast(({ handled, ranMs }) => ranMs <= late.ranMs && end.handled - handled >= smoothingContacts) ?? first;
  const endPerMinute = rate(steady, end);
  const moves = mayMove && rate(late, end) > 0 && endPerMinute > 0;
  const endAfter = (factor: number) => {
    const leftMs = (left / endPerMinute) * 60_000 * factor;
    const endMs = moves ? afterOpenMs(hours, Math.max(nowMs, Date.parse(last.at)), leftMs) : undefined;
    return endMs === undefined ? null : new Date(endMs).toISOString();
  };
  const spread = 1 / Math.sqrt(end.handled - steady.handled);
  const [earliest, latest] = [endAfter(1 / (1 + spread)), endAfter(1 / (1 - spread))];
  return {
    perMinute: rate(late, end),
    overMinutes: Math.round((end.ranMs - late.ranMs) / 60_000),
    perMinuteInAll: rate(first, end),
    endsAt: endAfter(1),
    endsBetween: earliest && latest ? [earliest, latest] : null,
    stillSince,
    opensAt,
  };
}

/** When calling hours that are closed at `nowMs` open; null if they are open, undefined or never open. */
export function opensAtOf(hours: CallingHours | undefined, nowMs: number): string | null {
  const { isOpen, untilMs } = hours ? hoursAt(hours, nowMs) : { isOpen: true };
  return isOpen || untilMs === undefined ? null : new Date(untilMs).toISOString();
}

type Point = { ms: number; ranMs: number; handled: number; moved: boolean };

/** Adds to each sample how long the campaign had run since the first one. */
function withRunTime(samples: readonly CampaignSample[], hours: CallingHours | undefined): Point[] {
  let ranMs = 0;
  return samples.map((sample, index) => {
    const before = samples[index - 1];
    const ms = Date.parse(sample.at);
    if (before && !isResting(before.status)) ranMs += openMsBetween(hours, Date.parse(before.at), ms);
    const moved = before !== undefined && movement(before) !== movement(sample);
    // Cancelled contacts are not part of the pace, as they took no time.
    return { ms, ranMs, handled: sample.handled - (sample.counts?.cancelled ?? 0), moved };
  });
}

/** Fingerprint of a campaign's counts. It differs between two samples if the campaign moved. */
export const movement = ({ handled, total, status, counts }: Omit<CampaignSample, "at">) =>
  JSON.stringify([handled, total, isResting(status), counts]);

const rate = (from: Point, to: Point) =>
  Math.max(0, (to.handled - from.handled) / Math.max(1, (to.ranMs - from.ranMs) / 60_000));

/** Time of the last movement if the campaign has stalled since; otherwise null. */
function stalledSince(points: readonly Point[], hours: CallingHours | undefined): string | null {
  const end = points.at(-1);
  const moves = points.filter(({ moved }) => moved).slice(-20);
  const [first, last] = [moves[0] ?? points[0], moves.at(-1) ?? points[0]];
  if (!end || !first || !last || (hours && !hoursAt(hours, end.ms).isOpen)) return null;
  const { minMs, defaultMs, maxMs, gapFactor, minMoves } = stallAfter;
  const gapMs = (last.ranMs - first.ranMs) / Math.max(1, moves.length - 1);
  const waitMs = moves.length < minMoves ? defaultMs : Math.min(maxMs, Math.max(minMs, gapMs * gapFactor));
  return end.ranMs - last.ranMs >= waitMs ? new Date(last.ms).toISOString() : null;
}

export const paceIn = (record: Record<string, unknown>, samples: readonly CampaignSample[], nowMs: number) =>
  paceOf(samples, nowMs, hoursIn(record));
