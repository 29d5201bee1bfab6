import { countryName } from "@/lib/contacts/country-name";
import { type CallingHours, hoursAt } from "@/lib/contract/console/campaign-hours";
import type { CampaignPeople } from "@/lib/contract/console/contact-lists";
import {
  endOf,
  isTooEarly,
  type PlaceHours,
  peopleHours,
  peopleIn,
  usualDay,
} from "@/lib/contract/console/people-hours";
import { countOf, formatCount } from "@/lib/format/format-count";
import { clockText, twoDigits } from "@/lib/format/format-time";

export type CallMoment = { hours: CallingHours | undefined; atMs: number };

type Sentence = { tone: "wait" | "ok" | "unknown"; main: string; when: string; notes: string[] };

/** When people are called in their own time, in words. A tick only if the time of all of them is known and in the day. */
export function peopleSentence({ places, others }: CampaignPeople, moment: CallMoment): Sentence {
  const { places: timed, minutes } = peopleHours(places, moment);
  const known = peopleIn(timed);
  const total = peopleIn(places) + (others ?? 0);
  const people = countOf(total, "person", "people");
  const notes = unknownNotes(peopleIn(places) - known, others);
  const outside = timed.filter((place) => place.isOutside);
  const own = largestCountry(outside);
  const day = [usualDay.start, usualDay.end].map(clockOf);
  if (own[0]) {
    const [count, rest] = [peopleIn(own), peopleIn(outside) - peopleIn(own)];
    return {
      tone: "wait",
      main: `${formatCount(count)} of ${people} ${count === 1 ? "is" : "are"} in ${placeName(own[0].country)}`,
      when: `: ${clocksOf(own, minutes)}`,
      notes: [
        ...nowNotes(own, moment),
        ...(rest > 0 ? [`Also too early or too late for ${formatCount(rest)} elsewhere.`] : []),
        `Marked: before ${day.join(" or after ")}.`,
        byCode,
        ...notes,
      ],
    };
  }
  if (known === 0) return { tone: "unknown", main: "Unknown what time it is for these people", when: "", notes };
  const isAll = known === total && others === 0;
  const share = isAll ? `All ${people}` : `${formatCount(known)} of ${people}`;
  return {
    tone: isAll && minutes !== undefined ? "ok" : "unknown",
    main: share,
    when:
      minutes === undefined ? `: ${rangeOf(timed)} their time` : ` are called between ${day.join(" and ")} their time`,
    notes: [byCode, ...notes],
  };
}

const byCode = "By area code: a mobile may be elsewhere.";

/** Places of the country with most people, the largest place first. */
function largestCountry(places: readonly PlaceHours[]): readonly PlaceHours[] {
  const inCountry = (name: string) => places.filter(({ country }) => country === name);
  const countries = [...new Set(places.map(({ country }) => country))].map(inCountry);
  const [largest = []] = countries.toSorted((a, b) => peopleIn(b) - peopleIn(a));
  return largest.toSorted((a, b) => b.people - a.people);
}

/** If calls begin at the moment itself, its time there, because the calling hours have begun earlier. */
function nowNotes(places: readonly PlaceHours[], { hours, atMs }: CallMoment): string[] {
  if (!hours || !hoursAt(hours, atMs).isOpen) return [];
  return [`Calls begin at ${rangeOf(peopleHours(places, { hours: undefined, atMs }).places)} there.`];
}

function unknownNotes(unknown: number, others: number | null): string[] {
  return [
    ...(unknown > 0 ? [`Unknown for ${formatCount(unknown)}: their numbers belong to no one place.`] : []),
    ...(others ? [`Unknown for ${formatCount(others)} who were not uploaded from here.`] : []),
    ...(others === null ? ["People may have been added outside Switchboard."] : []),
  ];
}

/** "from 04:00 their time, in Los Angeles from 01:00", or "01:00 to 04:00 their time" without calling hours. */
function clocksOf(places: readonly PlaceHours[], minutes: number | undefined): string {
  if (minutes === undefined) return `${rangeOf(places)} their time`;
  const [most] = places;
  const [earliest, latest] = endsOf(places);
  if (!most || !earliest || !latest) return "";
  const isEarly = isTooEarly(earliest);
  const at = (clock: PlaceHours["earliest"]) =>
    isEarly ? `from ${clockOf(clock.from)}` : `until ${clockOf(endOf(clock, minutes))}`;
  const [usual, worst] = isEarly ? [most.earliest, earliest] : [most.latest, latest];
  const elsewhere = worst.offsetMs === usual.offsetMs ? "" : `, in ${cityOf(worst.zone)} ${at(worst)}`;
  return `${at(usual)} their time${elsewhere}`;
}

function rangeOf(places: readonly PlaceHours[]): string {
  const [earliest, latest] = endsOf(places).map((clock) => clock && clockOf(clock.from));
  return earliest === latest ? `${earliest}` : `${earliest} to ${latest}`;
}

const endsOf = (places: readonly PlaceHours[]) => [
  places.map(({ earliest }) => earliest).toSorted((a, b) => a.offsetMs - b.offsetMs)[0],
  places.map(({ latest }) => latest).toSorted((a, b) => b.offsetMs - a.offsetMs)[0],
];

export const clockOf = (minute: number) => clockText(Math.floor(minute / 60) % 24, twoDigits(Math.floor(minute % 60)));

/** "New York" */
export const cityOf = (zone: string) => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");

function placeName(country: string): string {
  const name = countryName(country);
  return /^(United|Netherlands|Philippines|Dominican|Bahamas|Gambia|Maldives|Central|.* Islands$)/.test(name)
    ? `the ${name}`
    : name;
}
