import { offsetAt } from "@/lib/format/zoned-time";
import type { CampaignPeople } from "./contact-lists";
import { peopleIn, usualDay } from "./people-hours";

/** Minutes from midnight of the day by the clocks of one zone. They can be past its end or before its start. */
export type FittingTime = {
  from: number;
  to: number;
  /** People whose time is known, and whether they are all of the campaign. */
  people: number;
  isEverybody: boolean;
};

/** The part of a day that is between 08:00 and 21:00 for all people whose time is known; undefined if there is none. */
export function fittingTime({ places, others }: CampaignPeople, zone: string, atMs: number): FittingTime | undefined {
  const timed = places.filter(({ zones }) => zones.length > 0);
  const ahead = timed
    .flatMap(({ zones }) => zones)
    .map((other) => (offsetAt(atMs, zone) - offsetAt(atMs, other)) / 60_000);
  if (ahead.length === 0) return undefined;
  const [from, to] = [usualDay.start + Math.max(...ahead), usualDay.end + Math.min(...ahead)];
  if (to <= from) return undefined;
  return { from, to, people: peopleIn(timed), isEverybody: timed.length === places.length && others === 0 };
}
