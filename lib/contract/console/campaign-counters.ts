import { ownAnswer } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { isDigits, isPlainObject } from "@/lib/format/json";

/** Counters of a campaign. `calls`, `answered` and `voicemail` count calls, the others contacts. */
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

/** Counters that an admin set, by field name; null if the field counts none of them. */
export type CounterMeanings = Readonly<Record<string, Counter | null>>;

/** The counters that a record holds, each with the field it was read from. */
export type CampaignCounts = { [Name in Counter]?: { count: number; field: string } };

/** The names that are counted without an admin's word: those of the built-in platform, and without their noun. */
const names: Record<Counter, readonly string[]> = {
  total: ["total_contacts", "total"],
  waiting: ["pending_contacts", "pending"],
  active: ["in_progress_contacts", "in_progress"],
  done: ["completed_contacts", "completed"],
  failed: ["failed_contacts", "failed"],
  cancelled: ["cancelled_contacts", "cancelled"],
  calls: ["total_calls", "calls"],
  answered: ["answered_calls", "answered"],
  voicemail: ["voicemail_calls", "voicemail"],
};

/** A record's counters. None is assumed; what an admin said of a field goes before its name. */
export function countsIn(record: Record<string, unknown>, meanings: CounterMeanings = {}): CampaignCounts {
  const numbers = Object.entries(numbersIn(record)).map(([field, count]) => ({ field, count }));
  const isSet = ({ field }: { field: string }) => Object.hasOwn(meanings, field);
  const unset = numbers.filter((each) => !isSet(each));
  const found: CampaignCounts = {};
  for (const counter of counters) {
    const named = names[counter].flatMap((name) => unset.filter(({ field }) => snakeCase(field) === name));
    const [first] = [...numbers.filter((each) => isSet(each) && meanings[each.field] === counter), ...named];
    if (first) found[counter] = first;
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

export const counterOf = (field: string): Counter | undefined =>
  counters.find((counter) => names[counter].includes(snakeCase(field)));

/** `contacts.total` is written as `total_contacts`. */
const snakeCase = (field: string) =>
  field
    .split(".")
    .toReversed()
    .join("_")
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase();

function wholeNumber(value: unknown): number | undefined {
  const number = isDigits(value) ? Number(value.$digits) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** How many contacts are done or failed, whatever became of them, and of how many; undefined where the record does not say. */
export function handledOf(counts: CampaignCounts): { count: number; total: number } | undefined {
  const [total, waiting, active] = [counts.total, counts.waiting, counts.active].map((each) => each?.count);
  const ended = [counts.done, counts.failed, counts.cancelled].flatMap((each) => each?.count ?? []);
  const handled =
    ended.length > 0
      ? ended.reduce((sum, each) => sum + each, 0)
      : total !== undefined && waiting !== undefined
        ? total - waiting - (active ?? 0)
        : undefined;
  if (handled === undefined || handled < 0) return undefined;
  const all = total ?? (waiting === undefined ? undefined : handled + waiting + (active ?? 0));
  return all === undefined || all < handled ? undefined : { count: handled, total: all };
}

/** Contacts that were called, of those that have ended: cancelled ones were not. */
export const calledOf = (handled: { count: number } | null | undefined, cancelled: number | undefined) =>
  handled ? handled.count - (cancelled ?? 0) : undefined;

/** Contacts that wait to be called; undefined where the record does not say. */
export function waitingOf(counts: CampaignCounts): number | undefined {
  const handled = handledOf(counts);
  return counts.waiting?.count ?? (handled && handled.total - handled.count);
}

const manyPeople = 1_000;

/** True if so many people are called at once that their number has to be confirmed, by what the campaign holds already. */
export const areManyPeople = (people: number, inCampaign = 0) =>
  people > manyPeople || (inCampaign > 0 && people >= inCampaign * 10);

/** `none` counts nothing of these; `usual` is what its name says. */
export const counterChoices = [...counters, "none", "usual"] as const;

/** Says what a field of this platform's campaigns counts. What was counted before is counted again. */
export const setCounterMeaning = operation({
  id: "campaigns.set_counter",
  label: "Set what a campaign's counter means",
  phrase: "set what the counter {it} means",
  method: "POST",
  path: "/console/campaigns/counters",
  output: ownAnswer<{ data: CounterMeanings }>(),
  allow: ["admin"],
  about: "field",
  isInputKept: true,
});
