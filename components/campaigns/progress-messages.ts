import type { CampaignCounts } from "@/lib/contract/console/campaign-counters";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import type { CampaignPace, CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { shortValue } from "@/lib/format/diff-records";
import { countOf, formatCount, formatNumber } from "@/lib/format/format-count";
import { dayNames, formatSpan, type Zone } from "@/lib/format/format-time";

/** "20%", below one "0.2%"; a part is never 0% and never 100%. */
export function percent(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return "0%";
  const share = (part / whole) * 100;
  if (share < 0.1) return "<0.1%";
  if (share < 1) return `${formatNumber(share, 0, 1)}%`;
  return `${part < whole ? Math.min(99, Math.round(share)) : Math.round(share)}%`;
}

/** "1.9", and from a hundred on without a fraction. */
export const rateOf = (perMinute: number) =>
  perMinute >= 100 ? formatCount(Math.round(perMinute)) : formatNumber(perMinute, 1);

/** "12 min": how long nothing has moved, by the last read. */
export const stillFor = (stillSince: string, readAt: string) =>
  formatSpan(Math.max(0, Math.round((Date.parse(readAt) - Date.parse(stillSince)) / 1_000)));

/** "8 days", "5 hours", "40 minutes". */
export function roughSpan(minutes: number): string {
  const [unit, noun] = minutes >= 2_160 ? [1_440, "day"] : minutes >= 90 ? [60, "hour"] : ([1, "minute"] as const);
  return countOf(Math.max(1, Math.round(minutes / unit)), noun);
}

/** "Mon–Fri", or each by its name. */
export function daysOf(days: readonly number[]): string {
  const sorted = days.map((each) => (each + 6) % 7).toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const name = (each: number) => dayNames[(each + 1) % 7] ?? "";
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${name(first)}–${name(last)}`;
  return sorted.map(name).join(", ");
}

/** When a campaign is expected to end, or why nobody can say: a moment or a word, and what is behind it. */
export type ExpectedEnd = { at?: string; word?: string; sub?: string; subAt?: string };

export function expectedEnd(campaign: KnownCampaign): ExpectedEnd {
  const { status, far, pace, reason, ended_at, paused_by, read_at } = campaign;
  const stage = stageOf(status);
  if (campaign.not_found_since) return { sub: "no longer on the platform" };
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
  if (perMinute === null) return "too early to say";
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
const plainTime =
  /(^|[._])((updated|modified)(_?at)?|(started|paused|resumed|stopped|finished|completed|ended|failed|cancell?ed)_?at)$/i;

type FieldChange = CampaignProgress["changes"][number]["fields"][number];

/** A change in a few words, the first of them bold: ["2", "more done"]. */
export type ChangePart = { lead?: string; text: string; end?: string };

/** Counters whose movement is shown, in this order. */
const counted: readonly string[] = ["done", "failed", "cancelled", "answered", "voicemail", "calls"];

/** One line of what changed from one read to the next: counts as what came to them, status as a sentence, the rest by name. */
export function changeParts(fields: readonly FieldChange[], counts: CampaignCounts, zone: Zone): ChangePart[] {
  const counterOf = new Map(Object.entries(counts).map(([counter, { field }]) => [field, counter]));
  const parts = fields.map((change): ChangePart & { rank: number } => {
    const { path, before, after } = change;
    const counter = counterOf.get(path);
    if (path === "status") return { rank: 0, text: `status from ${shortValue(before)} to`, end: shortValue(after) };
    if (counter === "total" && typeof before === "number")
      return {
        rank: 1,
        text: `contacts from ${formatCount(before)} to`,
        end: typeof after === "number" ? formatCount(after) : shortValue(after),
      };
    const rank = counter === undefined ? -1 : counted.indexOf(counter);
    if (counter && rank >= 0 && typeof before === "number" && typeof after === "number") {
      const more = Math.abs(after - before);
      const word = counter === "calls" && more === 1 ? "call" : counter;
      return { rank: 2 + rank, lead: formatCount(more), text: `${after < before ? "fewer" : "more"} ${word}` };
    }
    const isPlain = counter === "waiting" || counter === "active" || plainTime.test(path);
    return {
      rank: isPlain ? 99 : 20,
      text: `${path} from ${shortValue(before, zone)} to`,
      end: shortValue(after, zone),
    };
  });
  const shown = parts.filter(({ rank }) => rank < 99);
  return (shown.length > 0 ? shown : parts).toSorted((a, b) => a.rank - b.rank);
}

/** A campaign in a sheet, as it was last read. */
export const campaignRecord = ({ far, counts, pace, ...each }: KnownCampaign) => ({
  id: each.id,
  name: each.name,
  label: each.label,
  status: each.status,
  assistant_id: each.assistant?.id,
  assistant: each.assistant?.name,
  done_or_failed: far?.through,
  total: far?.total,
  failed: counts.failed,
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
