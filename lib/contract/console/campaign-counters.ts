import { isDigits, isPlainObject } from "@/lib/format/json";

/** What a campaign's record may count. Contacts are `total` in all; `calls` and `answered` count calls. */
const counters = [
  "total",
  "waiting",
  "active",
  "done",
  "failed",
  "cancelled",
  "calls",
  "answered",
  "voicemail",
] as const;
type Counter = (typeof counters)[number];

/** The counters that a record holds, each with the field it was read from. */
export type CampaignCounts = { [Name in Counter]?: { count: number; field: string } };

const people = "(contacts?|recipients?|leads?|numbers?|rows|people|customers?)";

/** Names of fields, in the words that platforms of this kind use. The first that fits a counter is taken. */
const names: Record<Counter, RegExp> = {
  total: new RegExp(`^(total|total_${people}|${people}_total|${people}_count|num_${people})$`),
  waiting: new RegExp(`^(pending|queued|waiting|remaining|scheduled|not_called)(_${people})?$`),
  active: new RegExp(`^(in_progress|active|dialing|dispatched|claimed|processing|ongoing)(_${people})?$`),
  done: new RegExp(`^(completed|complete|done|finished|processed|succeeded|successful|called)(_${people})?$`),
  failed: new RegExp(`^(failed|failures|errored|unreachable)(_${people})?$`),
  cancelled: new RegExp(`^(cancelled|canceled|skipped)(_${people})?$`),
  calls: /^(calls|total_calls|calls_total|calls_made|calls_count|call_count)$/,
  answered: /^(answered|answered_calls|calls_answered|connected|connected_calls)$/,
  voicemail: /^(voicemail|voicemails|voicemail_calls|calls_voicemail)$/,
};

/** A record's counters, looked for in its own fields and in the objects right within it. None is assumed. */
export function countsIn(record: Record<string, unknown>): CampaignCounts {
  const found: CampaignCounts = {};
  const within = Object.entries(record).flatMap(([key, value]) =>
    isPlainObject(value) && !isDigits(value)
      ? Object.entries(value).map(([name, each]) => [`${key}.${name}`, each])
      : [],
  ) as [string, unknown][];
  for (const [field, value] of [...Object.entries(record), ...within]) {
    const count = wholeNumber(value);
    const counter = count === undefined ? undefined : counterOf(field);
    if (counter && count !== undefined) found[counter] ??= { count, field };
  }
  return found;
}

function counterOf(field: string): Counter | undefined {
  const name = field
    .slice(field.lastIndexOf(".") + 1)
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase();
  return counters.find((counter) => names[counter].test(name));
}

function wholeNumber(value: unknown): number | undefined {
  const number = isDigits(value) ? Number(value.$digits) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** How many contacts are through, whatever became of them, and of how many; undefined where the record does not say. */
export function throughOf(counts: CampaignCounts): { through: number; total: number } | undefined {
  const [total, waiting, active] = [counts.total, counts.waiting, counts.active].map((each) => each?.count);
  const ended = [counts.done, counts.failed, counts.cancelled].flatMap((each) => each?.count ?? []);
  const through =
    ended.length > 0
      ? ended.reduce((sum, each) => sum + each, 0)
      : total !== undefined && waiting !== undefined
        ? total - waiting - (active ?? 0)
        : undefined;
  if (through === undefined || through < 0) return undefined;
  const all = total ?? (waiting === undefined ? undefined : through + waiting + (active ?? 0));
  return all === undefined || all < through ? undefined : { through, total: all };
}
