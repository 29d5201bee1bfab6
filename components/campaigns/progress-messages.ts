import { percent } from "@/components/registry/expected-end";
import type { CampaignCounts } from "@/lib/contract/console/campaign-counters";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { shortValue } from "@/lib/format/diff-records";
import { countOf, formatCount, formatNumber, rateOf } from "@/lib/format/format-count";
import type { Zone } from "@/lib/format/format-time";

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
