import { useId } from "react";
import type { CampaignPeople } from "@/lib/contract/console/contact-lists";
import { type PlaceHours, peopleHours, peopleIn, usualDay } from "@/lib/contract/console/people-hours";
import { countOf, formatCount } from "@/lib/format/format-count";
import { Check } from "./check";
import { type CallMoment, cityOf, clockOf, peopleSentence } from "./people-sentence";

type PeopleHoursProps = { people: CampaignPeople; moment: CallMoment };

export function PeopleHours({ people, moment }: PeopleHoursProps) {
  const { tone, main, when, notes } = peopleSentence(people, moment);
  return (
    <Check tone={tone} note={notes.join(" ")} below={<Strips people={people} moment={moment} />}>
      <b className="font-[550]">{main}</b>
      {when}
    </Check>
  );
}

const maxStrips = 5;

/** People with the same clock, the largest places first. */
type Strip = { places: readonly PlaceHours[]; from: number; minutes: number | undefined };

function Strips({ people, moment }: PeopleHoursProps) {
  const { places, minutes } = peopleHours(people.places, moment);
  const byClock = new Map<string, PlaceHours[]>();
  for (const place of places) byClock.set(keyOf(place), [...(byClock.get(keyOf(place)) ?? []), place]);
  const largest = [...byClock.values()].toSorted((a, b) => peopleIn(b) - peopleIn(a));
  const shown = largest.slice(0, maxStrips).toSorted(byLatest);
  const rest = largest.slice(maxStrips);
  if (shown.length === 0) return null;
  return (
    <ul className="mt-1.5 grid gap-1 text-sm/[17px]">
      {shown.map((places) => (
        <StripRow key={places.map(keyOf)[0]} strip={stripOf(places, minutes)} />
      ))}
      {rest.length > 0 && (
        <li className="text-ink-3">
          {countOf(peopleIn(rest.flat()), "more person", "more people")} at {countOf(rest.length, "other time")}
        </li>
      )}
    </ul>
  );
}

const keyOf = ({ earliest, latest }: PlaceHours) => `${earliest.offsetMs} ${latest.offsetMs}`;

const byLatest = ([a]: readonly PlaceHours[], [b]: readonly PlaceHours[]) =>
  (b?.latest.offsetMs ?? 0) - (a?.latest.offsetMs ?? 0);

/** From the start of calls where it is latest to their end where it is earliest, so that it covers all of its zones. */
function stripOf(places: readonly PlaceHours[], minutes: number | undefined): Strip {
  const [first] = places;
  const spread = first ? (first.latest.offsetMs - first.earliest.offsetMs) / 60_000 : 0;
  const all = minutes === undefined && spread === 0 ? undefined : Math.min(24 * 60, (minutes ?? 0) + spread);
  return { places, from: first?.earliest.from ?? 0, minutes: all };
}

function StripRow({ strip: { places, from, minutes } }: { strip: Strip }) {
  const isOutside = places.some((place) => place.isOutside);
  const clocks = minutes === undefined ? clockOf(from) : `${clockOf(from)}–${clockOf((from + minutes) % (24 * 60))}`;
  return (
    <li className="grid grid-cols-[minmax(0,9.5rem)_minmax(0,1fr)_auto] items-center gap-x-3 max-narrow:grid-cols-[1fr_auto]">
      <span className="truncate text-ink-2" title={cityNames(places)}>
        {cityNames(places)} <span className="text-ink-3">{formatCount(peopleIn(places))}</span>
      </span>
      <DayStrip from={from} minutes={minutes} />
      <span className={isOutside ? "text-wait-ink" : "text-ink-3"}>{clocks}</span>
    </li>
  );
}

function cityNames(places: readonly PlaceHours[]): string {
  const names = places.map(({ earliest, latest }) =>
    [...new Set([earliest, latest].map(({ zone }) => cityOf(zone)))].join(" to "),
  );
  return [...new Set(names)].slice(0, 2).join(", ");
}

const dayMinutes = 24 * 60;
const markMinutes = 12;

/** 24 hours with the calls in them, hatched outside 08:00 to 21:00. Without an end, only a mark at the moment. */
function DayStrip({ from, minutes }: { from: number; minutes: number | undefined }) {
  const hatch = useId();
  const outsideFill = minutes === undefined ? "var(--wait-fill)" : `url(#${hatch})`;
  const share = (value: number) => `${(value / dayMinutes) * 100}%`;
  return (
    <svg
      className="block h-2.5 w-full rounded-[2px] border border-rule-2 bg-sheet max-narrow:col-span-2 max-narrow:row-start-2"
      aria-hidden="true"
    >
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" fill="var(--wait-wash)" />
        <rect width="3" height="5" fill="var(--wait-fill)" />
      </pattern>
      {nights.map(([start, end]) => (
        <rect key={start} x={share(start)} width={share(end - start)} height="100%" fill="var(--rule)" />
      ))}
      {partsOf(from, minutes ?? markMinutes).map(([start, end]) => (
        <rect
          key={start}
          className="forced-colors:stroke-[CanvasText]"
          x={share(start)}
          width={share(end - start)}
          height="100%"
          fill={start >= usualDay.start && end <= usualDay.end ? "var(--bar-2)" : outsideFill}
        />
      ))}
    </svg>
  );
}

const nights = [
  [0, usualDay.start],
  [usualDay.end, dayMinutes],
] as const;

function partsOf(from: number, minutes: number) {
  const cuts = [0, usualDay.start, usualDay.end, dayMinutes];
  return [0, dayMinutes].flatMap((shift) =>
    cuts.slice(1).flatMap((end, index) => {
      const start = Math.max(from - shift, cuts[index] ?? 0);
      const stop = Math.min(from + minutes - shift, end);
      return stop > start ? [[start, stop] as const] : [];
    }),
  );
}
