import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "@/components/query/use-me";
import { TextLink } from "@/components/ui/buttons/link";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { type AdminHours, holdFor, type SetHours, setCampaignHours } from "@/lib/contract/console/automation/hours";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { hoursAt, hoursIn, hoursOf, isReadable, isWithin, namesHours } from "@/lib/contract/console/campaign-hours";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import type { CampaignPace } from "@/lib/contract/console/campaign-progress";
import { idToPath } from "@/lib/contract/identifier";
import { rateOf, roughSpan } from "@/lib/format/format-count";
import { momentIn } from "./campaign-clock";
import { Check, notePlaceholder } from "./check";
import { weeklyText } from "./hours-text";

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
  const planned = useQuery(read(listPlanned, { campaign_id }));
  const { data, error } = planned;
  const admins = holdFor(readable(data?.value.admin_hours), campaign_id);
  const set = data?.value.hours.find((each) => each.campaign_id === campaign_id && each.is_readable);
  const ms = atMs ?? nowMs;
  const isOpen = admins && isWithin(admins, ms);
  const hasPaused =
    data?.value.data.some(({ cause, is_in_force }) => cause === "calling_hours" && is_in_force) ?? false;
  return (
    <>
      {hours && <OwnHours hours={hours} isPlanned={atMs !== undefined} />}
      {admins && !isOpen && <ClosedForAll {...{ admins, hasPaused, nowMs }} atMs={ms} />}
      {admins && isOpen && !hours && (
        <Check tone="ok" note={weeklyText(admins)}>
          <b className="font-[550]">The calling hours for all campaigns are open</b>. They pause the campaign outside
          them
        </Check>
      )}
      {set && <BySetHours set={set} isOpen={isWithin(set, ms)} />}
      {!admins && !hours && !set && Object.keys(record).length > 0 && (
        <NoHours
          campaign_id={campaign_id}
          isNone={namesHours(record) === false}
          isRead={data !== undefined}
          isFailed={error !== null}
          duration={durationMessage(waiting, pace)}
        />
      )}
    </>
  );
}

const readable = (hours: AdminHours | null | undefined) => (hours && isReadable(hours) ? hours : null);

/** The hours for all campaigns that hold for this one, if they are on. */
export const useAdminHours = (campaign_id: string) => {
  const planned = useQuery(read(listPlanned, { campaign_id }));
  return {
    hours: holdFor(readable(planned.data?.value.admin_hours), campaign_id),
    isReady: planned.data !== undefined || planned.error !== null,
  };
};

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
  return (
    <Check tone={isOpen ? "ok" : "wait"} note={`${weeklyText(set)}, set by ${set.set_by}`}>
      <b className="font-[550]">{isOpen ? "Its calling hours are open" : "Outside its calling hours"}</b>
      {isOpen ? ". Switchboard pauses the campaign outside them" : ": people are called anyway, until the next pause"}
    </Check>
  );
}

type ClosedForAllProps = { admins: AdminHours; hasPaused: boolean; nowMs: number; atMs: number };

/** Hours that paused the campaign do not pause it again before they were open once. */
function ClosedForAll({ admins, hasPaused, nowMs, atMs }: ClosedForAllProps) {
  const opensMs = hoursAt(hoursOf(admins), nowMs);
  const isStillClosed = hasPaused && !opensMs.isOpen && (opensMs.untilMs ?? Number.POSITIVE_INFINITY) > atMs;
  return (
    <Check tone="wait" note={weeklyText(admins)}>
      <b className="font-[550]">Outside the calling hours for all campaigns</b>,{" "}
      {isStillClosed ? "which paused it. If you resume it, people are called anyway" : "which will pause it"}
    </Check>
  );
}

type NoHoursProps = { campaign_id: string; isNone: boolean; isRead: boolean; isFailed: boolean; duration: string };

function NoHours({ campaign_id, isNone, isRead, isFailed, duration }: NoHoursProps) {
  const may = useMay(setCampaignHours);
  const note = may && <TextLink href={`/campaigns/${idToPath(campaign_id)}?ask=hours`}>Set hours…</TextLink>;
  if (!isRead && !isFailed)
    return (
      <Check tone="live" note={notePlaceholder}>
        Checking calling hours
      </Check>
    );
  if (!isRead) return <Check tone="unknown">Calling hours unknown: they could not be read</Check>;
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

/** How many of several campaigns have no calling hours. */
export function WithoutHours({ campaigns }: { campaigns: readonly KnownCampaign[] }) {
  const planned = useQuery(read(listPlanned, {}));
  const admins = readable(planned.data?.value.admin_hours);
  const unlimited = campaigns.filter(({ id, has_hours }) => !has_hours && !holdFor(admins, id));
  if (unlimited.length === 0 || (!planned.data && !planned.error)) return null;
  const none = planned.data ? unlimited.filter(({ has_hours }) => has_hours === false).length : 0;
  const unknown = unlimited.length - none;
  return (
    <Check tone={none > 0 ? "wait" : "unknown"}>
      {none > 0 &&
        `${none} of ${campaigns.length} ${none === 1 ? "has" : "have"} no calling hours: calls go on at night. `}
      {unknown > 0 && `Calling hours unknown for ${unknown}.`}
    </Check>
  );
}
