import { offsetAt } from "@/lib/format/zoned-time";
import { type CallingHours, spanAt } from "./campaign-hours";
import type { CampaignPeople } from "./contact-lists";

/** Calls outside these minutes of a person's own day are marked: 08:00 to 21:00. */
export const usualDay = { start: 8 * 60, end: 21 * 60 };
const minutesOfDay = 24 * 60;

/** Local time of calls in one zone, in minutes of the day. `from` is the start of calling hours. */
type ZoneClock = { zone: string; offsetMs: number; from: number };

/** Calls to people of one place. Several zones if their numbers do not tell which. */
export type PlaceHours = CampaignPeople["places"][number] & {
  /** Where it is earliest, and where it is latest. */
  earliest: ZoneClock;
  latest: ZoneClock;
  isOutside: boolean;
};

type PeopleHours = {
  places: readonly PlaceHours[];
  /** Minutes from start to end of the calling hours; undefined without: then `from` is the moment. */
  minutes: number | undefined;
};

/**
 * Local times at which people are called, by the calling hours around a moment or the next ones. Without calling hours,
 * the moment itself. People of unknown zones are left out.
 */
export function peopleHours(
  places: readonly CampaignPeople["places"][number][],
  { hours, atMs }: { hours: CallingHours | undefined; atMs: number },
): PeopleHours {
  const [startMs, endMs] = (hours && spanAt(hours, atMs)) ?? [atMs, undefined];
  const minutes = endMs === undefined ? undefined : (endMs - startMs) / 60_000;
  const clockIn = (zone: string): ZoneClock => {
    const offsetMs = offsetAt(startMs, zone);
    return { zone, offsetMs, from: minuteOf(startMs + offsetMs) };
  };
  const timed = places.flatMap((place) => {
    const clocks = place.zones.map(clockIn).toSorted((a, b) => a.offsetMs - b.offsetMs);
    const [earliest, latest] = [clocks[0], clocks.at(-1)];
    if (!earliest || !latest) return [];
    return [{ ...place, earliest, latest, isOutside: clocks.some(({ from }) => isOutside(from, minutes)) }];
  });
  return { places: timed, minutes };
}

const minuteOf = (localMs: number) => Math.floor(localMs / 60_000) % minutesOfDay;

/** A call at the last minute would still be in progress afterwards. */
const isOutside = (from: number, minutes = 1) => from < usualDay.start || from + minutes > usualDay.end;

export const isTooEarly = ({ from }: ZoneClock) => from < usualDay.start || from >= usualDay.end;

export const endOf = ({ from }: ZoneClock, minutes = 0) => (from + minutes) % minutesOfDay;

export const peopleIn = (places: readonly { people: number }[]) => places.reduce((sum, { people }) => sum + people, 0);

/** How many people would be called outside 08:00 to 21:00 of their own day. */
export const peopleOutside = (...input: Parameters<typeof peopleHours>) =>
  peopleIn(peopleHours(...input).places.filter(({ isOutside }) => isOutside));
