import { percent } from "@/components/registry/expected-end";
import type { CampaignCounts } from "@/lib/contract/console/campaign-counters";
import { fewContacts } from "@/lib/contract/console/campaign-figures";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { shortValue } from "@/lib/format/diff-records";
import { countOf, formatCount, rateOf } from "@/lib/format/format-count";
import type { Zone } from "@/lib/format/format-time";

type Amount = { amount: string; unit?: string; sub?: string | undefined };

const afterFew = `available after ${fewContacts} contacts`;

/** How many calls were made; undefined if the record does not count them. */
export function callsMessage({ calls, voicemail }: CampaignCounts): Amount | undefined {
  if (!calls) return undefined;
  return {
    amount: formatCount(calls.count),
    ...(voicemail ? { sub: `${formatCount(voicemail.count)} reached voicemail` } : {}),
  };
}

export function answeredMessage({ calls, answered }: CampaignCounts, handled: number): Amount | undefined {
  if (!answered) return undefined;
  if (!calls || handled < fewContacts)
    return { amount: formatCount(answered.count), sub: calls && `share ${afterFew}` };
  return {
    amount: percent(answered.count, calls.count),
    unit: countOf(answered.count, "call"),
    sub: "of all calls made",
  };
}

/** "1.9 a minute", over how long that was, and how it was in all. Of a campaign that is over, only in all. */
export function paceMessage(
  { perMinute, overMinutes, perMinuteInAll }: CampaignProgress["pace"],
  handled: number,
  { isOver = false, isResting = false } = {},
): Amount {
  if (isOver && perMinuteInAll === null) return { amount: "Not known", sub: "too few updates while it was running" };
  if (isOver) return { amount: rateOf(perMinuteInAll ?? 0), unit: "a minute", sub: "while it was running" };
  if (perMinute === null && isResting) return { amount: "Not known yet", sub: "no calls are being made" };
  if (handled < fewContacts) return { amount: "Not known yet", sub: afterFew };
  if (perMinute === null) return { amount: "Not known yet", sub: "available after a minute" };
  const inAll = perMinuteInAll === null ? "" : `; ${rateOf(perMinuteInAll)} since first seen`;
  const over = overMinutes === 1 ? "minute" : countOf(overMinutes, "minute");
  return { amount: rateOf(perMinute), unit: "a minute", sub: `last ${over}${inAll}` };
}

/** Times that repeat another change, or move at every read. */
const plainTime =
  /(^|[._])(created|started|paused|resumed|stopped|finished|completed|ended|failed|cancell?ed|updated|modified)_?at$/i;

type FieldChange = CampaignProgress["changes"][number]["fields"][number];

/** "contacts from 720 to 1,123, note from null to x": changes apart from the status, counters and plain times. */
export function changesText(fields: readonly FieldChange[], counts: CampaignCounts, zone: Zone): string {
  const { total, ...moving } = counts;
  const movingFields = Object.values(moving).map(({ field }) => field);
  return fields
    .filter(
      ({ path }) => path !== "status" && path !== "state" && !plainTime.test(path) && !movingFields.includes(path),
    )
    .toSorted((one, other) => Number(other.path === total?.field) - Number(one.path === total?.field))
    .flatMap(({ path, before, after }) => {
      const isTotal = path === total?.field;
      const text = (value: unknown) =>
        isTotal && typeof value === "number" ? formatCount(value) : shortValue(value, zone);
      const [from, to] = [text(before), text(after)];
      // A time can differ by less than is shown.
      return from === to ? [] : [`${isTotal ? "contacts" : path} from ${from} to ${to}`];
    })
    .join(", ");
}
