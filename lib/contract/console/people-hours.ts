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

/** People who would be called outside 08:00 to 21:00 of their own day if a campaign goes on as it does. */
export type CampaignNight = { people: number };

type NightInput = {
  places: readonly CampaignPeople["places"][number][];
  /** People who wait to be called, and all people of the campaign. */
  waiting: number;
  total: number;
  /** Calls are made only while all of these are open. */
  hours: readonly CallingHours[];
  fromMs: number;
  /** How long calls last that are to come, without the time outside the hours. */
  openMs: number;
};

const stepMs = 10 * 60_000;
const mostSteps = (14 * 24 * 60 * 60_000) / stepMs;

/** An estimate by an even pace; null if it is nobody. People of unknown zones are left out. */
export function peopleAtNight({ places, waiting, total, hours, fromMs, openMs }: NightInput): CampaignNight | null {
  const timed = places.flatMap(({ people, zones }) => {
    const offsets = zones.map((zone) => offsetAt(fromMs, zone));
    return offsets.length > 0 ? [{ people, offsets: [Math.min(...offsets), Math.max(...offsets)], night: 0 }] : [];
  });
  const isOpenAt = openTest(hours, fromMs);
  const steps = Math.ceil(openMs / stepMs);
  let open = 0;
  for (let step = 0; open < steps && step < mostSteps; step += 1) {
    const ms = fromMs + step * stepMs;
    if (!isOpenAt(ms)) continue;
    open += 1;
    for (const place of timed) if (place.offsets.some((offset) => isOutside(minuteOf(ms + offset)))) place.night += 1;
  }
  if (open === 0) return null;
  const atNight = timed.reduce((sum, { people, night }) => sum + (people * night) / open, 0);
  const people = Math.round((atNight * waiting) / Math.max(total, peopleIn(timed), 1));
  return people > 0 ? { people } : null;
}

/** Changes of the clocks in the next days are left out: it is an estimate. */
function openTest(hours: readonly CallingHours[], fromMs: number): (ms: number) => boolean {
  const windows = hours.map(({ timezone, days, start, end }) => {
    const [from, to] = [start, end].map((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5)));
    return { offsetMs: offsetAt(fromMs, timezone), days, from: from ?? 0, to: to ?? 0 };
  });
  return (ms) =>
    windows.every(({ offsetMs, days, from, to }) => {
      const [minute, day] = [minuteOf(ms + offsetMs), new Date(ms + offsetMs).getUTCDay()];
      const isOn = (which: number) => days === null || days.includes(which);
      if (from < to) return isOn(day) && minute >= from && minute < to;
      return (isOn(day) && minute >= from) || (isOn((day + 6) % 7) && minute < to);
    });
}

/** How many people would be called outside 08:00 to 21:00 of their own day. */
export const peopleOutside = (...input: Parameters<typeof peopleHours>) =>
  peopleIn(peopleHours(...input).places.filter(({ isOutside }) => isOutside));
