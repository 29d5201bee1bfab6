import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";
import { type CampaignCounts, countsIn, throughOf } from "./campaign-counters";

/** A campaign's counts at one read. */
export type CampaignSample = { at: string; status: string | null; through: number; total: number };

export type CampaignProgress = {
  counts: CampaignCounts;
  status: string | null;
  read_at: string;
  first_seen_at: string;
  /** Oldest first, thinned out evenly where there are many; the first and the last are always there. */
  samples: CampaignSample[];
  pace: CampaignPace;
  /** What changed from one read to the next, newest first. */
  changes: { at: string; fields: { path: string; before: unknown; after: unknown }[] }[];
};

/** How fast contacts come through, from the last minutes, and what follows from it. */
export type CampaignPace = {
  /** Contacts a minute; null until two reads a minute apart are known. */
  perMinute: number | null;
  /** Over how many minutes that was. */
  overMinutes: number;
  /** Null where nothing moves, or nobody can know. */
  endsAt: string | null;
  /** Since when the counts stand, where contacts wait and nothing moved in the last minutes. */
  stillSince: string | null;
};

/** What a single read of a campaign's record says, before anything of it was kept. */
export function progressOf(record: Record<string, unknown>, readAt: string): CampaignProgress {
  const counts = countsIn(record);
  const far = throughOf(counts);
  const status = typeof record.status === "string" ? record.status : null;
  const samples = far ? [{ at: readAt, status, ...far }] : [];
  return { counts, status, read_at: readAt, first_seen_at: readAt, samples, pace: paceOf(samples, 0), changes: [] };
}

/** How far a campaign is, from what was kept of its record. `data` is null until it was read once. */
export const getCampaignProgress = operation({
  id: "campaigns.progress",
  label: "See a campaign's progress",
  method: "GET",
  path: "/console/campaigns/{campaign_id}/progress",
  input: z.object({ campaign_id: keptText(500) }),
  output: ownAnswer<{ data: CampaignProgress | null }>(),
  allow: roles,
});

/** Words by which platforms of this kind say that a campaign makes no calls now. Any other may be moving. */
export const isResting = (status: string | null) =>
  status !== null &&
  /^(draft|created|new|scheduled|paused|suspended|completed?|finished|ended|cancell?ed|aborted|failed|stopped|archived|done)$/i.test(
    status,
  );

const windowMs = 10 * 60_000;
const leastMs = 60_000;
const stillAfterMs = 2 * 60_000;

/** The pace at `nowMs` from samples, oldest first. */
export function paceOf(samples: readonly CampaignSample[], nowMs: number): CampaignPace {
  const none = { perMinute: null, overMinutes: 0, endsAt: null, stillSince: null };
  const last = samples.at(-1);
  if (!last) return none;
  const lastMs = Date.parse(last.at);
  const moved = samples.findLast((each) => each.through !== last.through);
  const stoodSinceMs = Date.parse((moved ? samples[samples.indexOf(moved) + 1] : samples[0])?.at ?? last.at);
  const left = last.total - last.through;
  const mayMove = left > 0 && !isResting(last.status);
  const isStill = mayMove && lastMs - stoodSinceMs >= stillAfterMs;
  const stillSince = isStill ? new Date(stoodSinceMs).toISOString() : null;

  const from = samples.findLast((each) => lastMs - Date.parse(each.at) >= windowMs) ?? samples[0];
  const overMs = from ? lastMs - Date.parse(from.at) : 0;
  if (!from || overMs < leastMs) return { ...none, stillSince };
  const perMinute = Math.max(0, (last.through - from.through) / (overMs / 60_000));
  return {
    perMinute,
    overMinutes: Math.round(overMs / 60_000),
    endsAt:
      mayMove && perMinute > 0 ? new Date(Math.max(nowMs, lastMs) + (left / perMinute) * 60_000).toISOString() : null,
    stillSince,
  };
}
