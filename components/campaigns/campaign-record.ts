import { calledOf } from "@/lib/contract/console/campaign-counters";
import { type ComparedFigures, compareFigures } from "@/lib/contract/console/campaign-figures";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";

/** A campaign as a row of CSV. */
export const campaignRecord = ({ handled, counts, pace, figures, ...each }: KnownCampaign) => ({
  id: each.id,
  name: each.name,
  label: each.label,
  status: each.status,
  assistant_id: each.assistant?.id,
  assistant: each.assistant?.name,
  total: handled?.total,
  done: counts.done,
  failed: counts.failed,
  cancelled: counts.cancelled,
  in_progress: counts.active,
  waiting: counts.waiting,
  ...figureFields(compareFigures(figures, { made: counts.calls, called: calledOf(handled, counts.cancelled) })),
  per_minute: pace?.perMinute?.toFixed(2),
  expected_end: pace?.endsAt,
  no_movement_since: pace?.stillSince,
  ended_at: each.ended_at,
  reason: each.reason,
  last_change: each.changed_at,
  last_read: each.read_at,
});

/** Plain numbers, so that a spreadsheet can compare them. A sum that can be higher says so in a field of its own. */
const figureFields = (figures: ComparedFigures) => ({
  answered_percent: figures.answered === undefined ? undefined : (figures.answered * 100).toFixed(1),
  calls_per_person: figures.callsPerPerson?.toFixed(2),
  talk_seconds: figures.talkSeconds,
  talk_or_more: figures.isTalkAtLeast ? "yes" : undefined,
  cost:
    figures.costs.map(({ amount, currency }) => (currency === null ? amount : `${amount} ${currency}`)).join("; ") ||
    undefined,
  cost_or_more: figures.isCostAtLeast ? "yes" : undefined,
});
