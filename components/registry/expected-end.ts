import { byActor } from "@/lib/contract/console/automation/actors";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import type { CampaignPace } from "@/lib/contract/console/campaign-progress";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { formatNumber } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";

/** "20%", below one "0.2%"; a part is never 0% and never 100%. */
export function percent(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return "0%";
  const share = (part / whole) * 100;
  if (share < 0.1) return "<0.1%";
  if (share < 1) return `${formatNumber(share, 0, 1)}%`;
  return `${part < whole ? Math.min(99, Math.round(share)) : Math.round(share)}%`;
}

export const stillFor = (stillSince: string, readAt: string) =>
  formatSpan(Math.max(0, Math.round((Date.parse(readAt) - Date.parse(stillSince)) / 1_000)));

/** Expected end: a moment (`until` if it is a range) or a word, with the reason behind it. */
export type ExpectedEnd = { at?: string; until?: string; word?: string; sub?: string; subAt?: string };

export function expectedEnd(campaign: KnownCampaign): ExpectedEnd {
  const { status, handled, pace, reason, ended_at, paused_by, read_at } = campaign;
  const stage = stageOf(status);
  if (campaign.not_found_since) return { sub: read_at ? "no longer on the platform" : "not found on the platform" };
  if (stage === "ended")
    return { word: "Ended", ...(reason ? { sub: `“${reason}”` } : ended_at ? { subAt: ended_at } : {}) };
  if (stage === "paused") return { sub: paused_by ? `paused ${byActor(paused_by)}` : "paused" };
  if (stage === "unstarted") return { sub: "not started" };
  if (!read_at) return { sub: "no data yet" };
  if (!handled || !pace) return { sub: "no counts yet" };
  if (handled.count >= handled.total) return { sub: "every contact is done" };
  if (pace.stillSince) return { word: "Not known", sub: `no movement, ${stillFor(pace.stillSince, read_at)}` };
  if (pace.endsBetween) return { at: pace.endsBetween[0], until: pace.endsBetween[1], sub: "at this pace" };
  if (pace.endsAt) return { at: pace.endsAt, sub: "at this pace" };
  if (pace.opensAt) return { word: "Waiting for calling hours", sub: "they open", subAt: pace.opensAt };
  return { word: "Not known", sub: whyNoEnd(pace) };
}

export function whyNoEnd({ perMinute }: Pick<CampaignPace, "perMinute">) {
  if (perMinute === null) return "available in a minute";
  return perMinute > 0 ? "more than a year away at this pace" : "no recent movement";
}
