import type { CampaignCounts } from "@/lib/contract/console/campaign-counters";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import type { CampaignPace, CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { shortValue } from "@/lib/format/diff-records";
import { countOf, formatCount, formatNumber, rateOf } from "@/lib/format/format-count";
import { formatSpan, type Zone } from "@/lib/format/format-time";

/** "20%", below one "0.2%"; a part is never 0% and never 100%. */
export function percent(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return "0%";
  const share = (part / whole) * 100;
  if (share < 0.1) return "<0.1%";
  if (share < 1) return `${formatNumber(share, 0, 1)}%`;
  return `${part < whole ? Math.min(99, Math.round(share)) : Math.round(share)}%`;
}

/** "12 min": how long nothing has moved, by the last read. */
export const stillFor = (stillSince: string, readAt: string) =>
  formatSpan(Math.max(0, Math.round((Date.parse(readAt) - Date.parse(stillSince)) / 1_000)));

/** When a campaign is expected to end, or why nobody can say: a moment or a word, and what is behind it. */
export type ExpectedEnd = { at?: string; word?: string; sub?: string; subAt?: string };

export function expectedEnd(campaign: KnownCampaign): ExpectedEnd {
  const { status, far, pace, reason, ended_at, paused_by, read_at } = campaign;
  const stage = stageOf(status);
  if (campaign.not_found_since) return { sub: read_at ? "no longer on the platform" : "not found on the platform" };
  if (stage === "ended")
    return { word: "Ended", ...(reason ? { sub: `“${reason}”` } : ended_at ? { subAt: ended_at } : {}) };
  if (stage === "paused") return { sub: paused_by ? `paused by ${paused_by}` : "paused" };
  if (stage === "unstarted") return { sub: "not started" };
  if (!read_at) return { sub: "no data yet" };
  if (!far || !pace) return { sub: "no counts yet" };
  if (far.through >= far.total) return { sub: "every contact is done" };
  if (pace.stillSince) return { word: "Not known", sub: `no movement, ${stillFor(pace.stillSince, read_at)}` };
  if (pace.endsAt) return { at: pace.endsAt, sub: "at this pace" };
  if (pace.opensAt) return { word: "Waiting for calling hours", sub: "they open", subAt: pace.opensAt };
  return { word: "Not known", sub: whyNoEnd(pace) };
}

/** Why a campaign that may move has no expected end. */
export function whyNoEnd({ perMinute }: Pick<CampaignPace, "perMinute">) {
  if (perMinute === null) return "available in a minute";
  return perMinute > 0 ? "more than a year away at this pace" : "no recent movement";
}

type Amount = { amount: string; unit?: string; sub: string };

/** How many calls were made, as far as the record counts them. */
export function callsMessage({ calls, voicemail }: CampaignCounts, through: number): Amount {
  if (!calls) return { amount: "Not counted", sub: "the record has no call count" };
  return {
    amount: formatCount(calls.count),
    ...(through > 0 ? { unit: `${formatNumber(calls.count / through, 2)} a contact` } : {}),
    sub: voicemail ? `${formatCount(voicemail.count)} reached voicemail` : "made in total",
  };
}

export function answeredMessage({ calls, answered }: CampaignCounts): Amount {
  if (!calls || !answered) return { amount: "Not counted", sub: "the record has no count of answered calls" };
  return {
    amount: percent(answered.count, calls.count),
    unit: countOf(answered.count, "call"),
    sub: "of all calls made",
  };
}

/** "1.9 a minute", over how long that was, and how it was in all. */
export function paceMessage(
  { perMinute, overMinutes, perMinuteInAll }: CampaignProgress["pace"],
  { isOver = false, isResting = false } = {},
): Amount {
  if (perMinute === null && isOver) return { amount: "Not known", sub: "too few updates while it was running" };
  if (perMinute === null && isResting) return { amount: "Not known yet", sub: "no calls are being made" };
  if (perMinute === null) return { amount: "Not known yet", sub: "available after a minute" };
  const inAll = perMinuteInAll === null ? "" : `; ${rateOf(perMinuteInAll)} since first seen`;
  const over = overMinutes === 1 ? "minute" : countOf(overMinutes, "minute");
  return { amount: rateOf(perMinute), unit: "a minute", sub: `last ${over}${inAll}` };
}

/** Times that only say when something else came to be. */
const plainTime = /(^|[._])(started|paused|resumed|stopped|finished|completed|ended|failed|cancell?ed)_?at$/i;

type FieldChange = CampaignProgress["changes"][number]["fields"][number];

/** A change in a few words: ["status from paused to", "running"]. */
export type ChangePart = { text: string; end: string };

/** One line of what changed from one read to the next, without times that only repeat it. */
export function changeParts(fields: readonly FieldChange[], counts: CampaignCounts, zone: Zone): ChangePart[] {
  const told = fields.filter(({ path }) => !plainTime.test(path));
  return (told.length > 0 ? told : fields)
    .map(({ path, before, after }) => {
      const isTotal = path === counts.total?.field;
      const shownValue = (value: unknown) =>
        isTotal && typeof value === "number" ? formatCount(value) : shortValue(value, zone);
      return {
        rank: path === "status" ? 0 : isTotal ? 1 : 2,
        text: `${isTotal ? "contacts" : path} from ${shownValue(before)} to`,
        end: shownValue(after),
      };
    })
    .toSorted((one, other) => one.rank - other.rank);
}

/** A campaign in a sheet, as it was last read. */
export const campaignRecord = ({ far, counts, pace, ...each }: KnownCampaign) => ({
  id: each.id,
  name: each.name,
  label: each.label,
  status: each.status,
  assistant_id: each.assistant?.id,
  assistant: each.assistant?.name,
  total: far?.total,
  done: counts.done,
  failed: counts.failed,
  cancelled: counts.cancelled,
  in_progress: counts.active,
  waiting: counts.waiting,
  per_minute: pace?.perMinute?.toFixed(2),
  expected_end: pace?.endsAt,
  no_movement_since: pace?.stillSince,
  ended_at: each.ended_at,
  reason: each.reason,
  last_change: each.changed_at,
  last_read: each.read_at,
});
