import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/buttons/button";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { listPeople } from "@/lib/contract/console/contact-lists";
import { fittingTime } from "@/lib/contract/console/fitting-time";
import { usualDay } from "@/lib/contract/console/people-hours";
import { countOf } from "@/lib/format/format-count";
import { momentOf, wallTimeOf } from "@/lib/format/zoned-time";
import { cityOf, clockOf } from "./people-sentence";

const dayMinutes = 24 * 60;

type FittingStartProps = {
  campaign_id: string;
  /** The chosen local time; empty if none. */
  local: string;
  zone: string;
  onChoose: (local: string) => void;
};

/** Proposes the start that is between 08:00 and 21:00 for everybody. */
export function FittingStart({ campaign_id, local, zone, onChoose }: FittingStartProps) {
  const people = useQuery(read(listPeople, { campaign_id })).data?.value.data;
  const atMs = momentOf(local, zone);
  if (!people || atMs === undefined) return null;
  const fit = fittingTime(people, zone, atMs);
  const day = [usualDay.start, usualDay.end].map(clockOf).join(" and ");
  if (!fit) return null;
  const whom = fit.isEverybody ? "everybody" : `the ${countOf(fit.people, "person", "people")} whose time is known`;
  const minute = wallTimeOf(atMs, zone).minute;
  const isFitting = [minute - dayMinutes, minute, minute + dayMinutes].some(
    (each) => each >= fit.from && each < fit.to,
  );
  const start = startOf(fit.from, local, zone);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm/[17px] text-ink-2" role="status">
      <span>
        Between {day} for {whom}: {clockText(fit.from)}–{clockText(fit.to)} {cityOf(zone)}.
      </span>
      {!isFitting && start !== undefined && (
        <Button size="small" onClick={() => onChoose(start)}>
          Use {clockText(fit.from)}
        </Button>
      )}
    </p>
  );
}

const clockText = (minute: number) => clockOf((minute + dayMinutes) % dayMinutes);

/** The minute on the chosen day, or on the first day after on which it is not past. */
function startOf(minute: number, local: string, zone: string): string | undefined {
  const midnightMs = Date.parse(`${local.slice(0, 10)}T00:00Z`);
  for (const days of [0, 1, 2]) {
    const text = new Date(midnightMs + (days * dayMinutes + minute) * 60_000).toISOString().slice(0, 16);
    const ms = momentOf(text, zone);
    if (ms !== undefined && ms > clock.nowMs()) return text;
  }
  return undefined;
}
