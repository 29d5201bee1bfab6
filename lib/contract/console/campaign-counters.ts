import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { isDigits, isPlainObject } from "@/lib/format/json";

/** What a campaign's record may count. Contacts are `total` in all; `calls` and `answered` count calls. */
export const counters = [
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
export type Counter = (typeof counters)[number];

/** What an admin said that a field counts, where that is not what its name says; null for nothing of these. */
export type CounterMeanings = Readonly<Record<string, Counter | null>>;

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

/** A record's counters. None is assumed; what an admin said of a field goes before its name. */
export function countsIn(record: Record<string, unknown>, meanings: CounterMeanings = {}): CampaignCounts {
  const found: CampaignCounts = {};
  const numbers = Object.entries(numbersIn(record));
  const isSet = ([field]: [string, number]) => Object.hasOwn(meanings, field);
  for (const [field, count] of numbers.filter(isSet)) {
    const counter = meanings[field];
    if (counter) found[counter] ??= { count, field };
  }
  for (const [field, count] of numbers.filter((each) => !isSet(each))) {
    const counter = counterOf(field);
    if (counter) found[counter] ??= { count, field };
  }
  return found;
}

/** Every whole number in a record's own fields and in the objects right within it. */
export function numbersIn(record: Record<string, unknown>): Record<string, number> {
  const within = Object.entries(record).flatMap(([key, value]) =>
    isPlainObject(value) && !isDigits(value)
      ? Object.entries(value).map(([name, each]) => [`${key}.${name}`, each] as const)
      : [],
  );
  return Object.fromEntries(
    [...Object.entries(record), ...within].flatMap(([field, value]) => {
      const number = wholeNumber(value);
      return number === undefined ? [] : [[field, number] as const];
    }),
  );
}

/** What a field's name says that it counts. */
export function counterOf(field: string): Counter | undefined {
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

/** `none` counts nothing of these; `usual` is what its name says. */
export const counterChoices = [...counters, "none", "usual"] as const;

/** Says what a field of this platform's campaigns counts. What was counted before is counted again. */
export const setCounterMeaning = operation({
  id: "campaigns.set_counter",
  label: "Set what a campaign's counter means",
  act: "set what the counter {it} means",
  method: "POST",
  path: "/console/campaigns/counters",
  input: z.object({ field: keptText(200).min(1), counter: z.enum(counterChoices) }),
  output: ownAnswer<{ data: CounterMeanings }>(),
  allow: ["admin"],
  about: "field",
  isInputKept: true,
});
