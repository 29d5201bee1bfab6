import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "@/components/query/use-me";
import { TextLink } from "@/components/ui/buttons/link";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { type GuardRail, listGuardRails, setGuardRail } from "@/lib/contract/console/automation/guard-rails";
import type { SetHours } from "@/lib/contract/console/automation/hours";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { hoursAt, hoursIn, hoursOf, isWithin, namesHours } from "@/lib/contract/console/campaign-hours";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import type { CampaignPace } from "@/lib/contract/console/campaign-progress";
import { rateOf, roughSpan } from "@/lib/format/format-count";
import { daysOf } from "@/lib/format/format-time";
import { momentIn } from "./campaign-clock";
import { Check, notePlaceholder } from "./check";

/** A record's calling hours, whether they are open at a moment, by default now, and when that changes, by their clock. */
export function useHours(record: Record<string, unknown>, atMs?: number) {
  const [nowMs] = useState(() => clock.nowMs());
  const hours = hoursIn(record);
  if (!hours) return undefined;
  const { isOpen, untilMs } = hoursAt(hours, atMs ?? nowMs);
  return { ...hours, isOpen, untilMs, until: untilMs === undefined ? "" : momentIn(untilMs, hours.timezone, nowMs) };
}

type HoursCheckProps = {
  campaign_id: string;
  record: Record<string, unknown>;
  hours: ReturnType<typeof useHours>;
  waiting: number | undefined;
  pace: CampaignPace | undefined;
  /** The moment for which it is checked; undefined for now. */
  atMs: number | undefined;
};

export function HoursCheck({ campaign_id, record, hours, waiting, pace, atMs }: HoursCheckProps) {
  const [nowMs] = useState(() => clock.nowMs());
  const rails = useQuery(read(listGuardRails, {}));
  const rail = hoursRailOf(rails.data?.value.data, campaign_id);
  const planned = useQuery(read(listPlanned, { campaign_id }));
  const set = planned.data?.value.hours.find((each) => each.campaign_id === campaign_id && each.is_readable);
  const ms = atMs ?? nowMs;
  const isOpen = rail && isWithin(rail.limit, ms);
  return (
    <>
      {hours && <OwnHours hours={hours} isPlanned={atMs !== undefined} />}
      {rail && !isOpen && <ClosedByRail {...{ rail, campaign_id, nowMs }} atMs={ms} />}
      {rail && isOpen && !hours && (
        <Check tone="ok" note={railHours(rail)}>
          <b className="font-[550]">Calling hours of the guard rail are open</b>. It pauses the campaign outside them
        </Check>
      )}
      {set && <BySetHours set={set} isOpen={isWithin(set, ms)} />}
      {!rail && !hours && !set && Object.keys(record).length > 0 && (
        <NoHours
          campaign_id={campaign_id}
          isNone={namesHours(record) === false}
          isRead={rails.data !== undefined}
          isFailed={rails.error !== null}
          duration={durationMessage(waiting, pace)}
        />
      )}
    </>
  );
}

/** The guard rail that keeps a campaign within calling hours, if it is on. */
export const hoursRailOf = (rails: readonly GuardRail[] | undefined, campaign_id: string) =>
  rails?.find(
    ({ guard_rail, is_on, campaigns }) =>
      guard_rail === "calling_hours" && is_on && (campaigns?.includes(campaign_id) ?? true),
  );

type OwnHoursProps = { hours: NonNullable<ReturnType<typeof useHours>>; isPlanned: boolean };

function OwnHours({ hours: { isOpen, until, start, end, timezone }, isPlanned }: OwnHoursProps) {
  const then = isPlanned ? " then" : "";
  return (
    <Check tone={isOpen ? "ok" : "wait"} note={`${start} to ${end} in ${timezone}`}>
      <b className="font-[550]">
        Calling hours are {isOpen ? "open" : "closed"}
        {then}
      </b>
      {until && (isOpen ? ` until ${until}` : `, and open ${until}`)}
    </Check>
  );
}

function BySetHours({ set, isOpen }: { set: SetHours; isOpen: boolean }) {
  const note = `${daysOf(set.days)} ${set.from} to ${set.to} in ${set.zone}, set by ${set.set_by}`;
  return (
    <Check tone={isOpen ? "ok" : "wait"} note={note}>
      <b className="font-[550]">{isOpen ? "The set hours are open" : "Outside the set hours"}</b>
      {isOpen ? ". Switchboard pauses the campaign outside them" : ": people are called anyway, until the next pause"}
    </Check>
  );
}

type ClosedByRailProps = { rail: GuardRail; campaign_id: string; nowMs: number; atMs: number };

/** A guard rail that paused the campaign does not pause it again before its calling hours were open once. */
function ClosedByRail({ rail, campaign_id, nowMs, atMs }: ClosedByRailProps) {
  const hasPaused = rail.pauses.some((pause) => pause.campaign_id === campaign_id);
  const opensMs = hoursAt(hoursOf(rail.limit), nowMs);
  const isStillClosed = hasPaused && !opensMs.isOpen && (opensMs.untilMs ?? Number.POSITIVE_INFINITY) > atMs;
  return (
    <Check tone="wait" note={railHours(rail)}>
      <b className="font-[550]">Outside the calling hours of the guard rail</b>,{" "}
      {isStillClosed ? "which paused it. If you resume it, people are called anyway" : "which will pause it"}
    </Check>
  );
}

const railHours = ({ limit: { days, from, to, zone } }: GuardRail) => `${daysOf(days)} ${from} to ${to} in ${zone}`;

type NoHoursProps = { campaign_id: string; isNone: boolean; isRead: boolean; isFailed: boolean; duration: string };

function NoHours({ campaign_id, isNone, isRead, isFailed, duration }: NoHoursProps) {
  const may = useMay(setGuardRail);
  const note = may ? (
    <TextLink href={`/settings/automation?${new URLSearchParams({ ask: "calling_hours", campaign: campaign_id })}`}>
      Set calling hours
    </TextLink>
  ) : (
    "Press Set hours… on the campaign’s page to pause it at night."
  );
  if (!isRead && !isFailed)
    return (
      <Check tone="live" note={notePlaceholder}>
        Checking calling hours
      </Check>
    );
  if (!isRead) return <Check tone="unknown">Calling hours unknown: the guard rails could not be read</Check>;
  if (!isNone)
    return (
      <Check tone="unknown" note={note}>
        Calling hours unknown: Switchboard does not recognize them in the record
      </Check>
    );
  return (
    <Check tone="wait" note={note}>
      <b className="font-[550]">No calling hours</b>: calls go on at night.{duration}
    </Check>
  );
}

/** " About 8 days at 4.4 a minute.", by the pace that was measured; empty if none was. */
function durationMessage(waiting: number | undefined, pace: CampaignPace | undefined): string {
  const perMinute = pace?.perMinute || pace?.perMinuteInAll || 0;
  if (!waiting || perMinute < 0.1) return "";
  return ` About ${roughSpan(waiting / perMinute)} at ${rateOf(perMinute)} a minute.`;
}

export function WithoutHours({ campaigns }: { campaigns: readonly KnownCampaign[] }) {
  const rails = useQuery(read(listGuardRails, {}));
  const unlimited = campaigns.filter(({ id, has_hours }) => !has_hours && !hoursRailOf(rails.data?.value.data, id));
  if (unlimited.length === 0 || (!rails.data && !rails.error)) return null;
  const none = rails.data ? unlimited.filter(({ has_hours }) => has_hours === false).length : 0;
  const unknown = unlimited.length - none;
  return (
    <p className="mt-3 grid grid-cols-[12px_minmax(0,1fr)] gap-x-2.5 text-ink">
      <StatusIcon tone={none > 0 ? "wait" : "unknown"} tinted className="mt-1" />
      <span>
        {none > 0 &&
          `${none} of ${campaigns.length} ${none === 1 ? "has" : "have"} no calling hours: calls go on at night. `}
        {unknown > 0 && `Calling hours unknown for ${unknown}.`}
      </span>
    </p>
  );
}
