import { useState } from "react";
import { useOwnSend } from "@/components/send/use-send-fault";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { useZone } from "@/components/ui/time/zone";
import { clock } from "@/lib/clock";
import { removeCampaignHours, type SetHours } from "@/lib/contract/console/automation/hours";
import type { PlannedAction } from "@/lib/contract/console/automation/planned";
import { clockText, daysOf, formatMoment } from "@/lib/format/format-time";
import { offsetAt } from "@/lib/format/zoned-time";
import { forReader } from "./campaign-clock";

export const HoursDialog = deferred(async () => (await import("./hours-dialog")).HoursDialog);

type SetHoursProps = {
  hours: SetHours;
  planned: readonly PlannedAction[];
  isNamed: boolean;
  mayChange: boolean;
};

export function SetHoursNote({ hours, planned, isNamed, mayChange }: SetHoursProps) {
  const [isOpen, setIsOpen] = useState(false);
  const remove = useOwnSend(removeCampaignHours, "Switch off");
  const { campaign_id, campaign_name, days, from, to, zone, is_readable, set_by } = hours;
  const name = campaign_name ?? campaign_id;
  return (
    <div className="flex flex-wrap items-start gap-x-2.5 border-b border-rule pb-2">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {isNamed && <b className="font-[550]">{name}: </b>}
        {is_readable ? (
          <>
            Calls {daysText(days)} {timeText(from)}–{timeText(to)} {cityOf(zone)} time, until switched off.{" "}
            <NextAction planned={planned} />
          </>
        ) : (
          <span className="text-fault-ink">
            Nothing is paused or resumed: the time zone or the times of these hours are not known ({zone}, {from}–{to}).
          </span>
        )}
        <small className="block text-sm text-ink-3">Hours set by {set_by}</small>
      </p>
      {mayChange && (
        <span className="flex gap-1">
          <Button
            size="small"
            variant="bare"
            aria-haspopup="dialog"
            load={HoursDialog.load}
            aria-label={`Change hours of ${name}`}
            onClick={() => setIsOpen(true)}
          >
            Change…
          </Button>
          <Button
            size="small"
            variant="bare"
            aria-label={`Switch off hours of ${name}`}
            isSending={remove.isPending}
            sendingLabel="…"
            onClick={() => remove.mutate({ campaign_id })}
          >
            Switch off
          </Button>
        </span>
      )}
      {isOpen && <HoursDialog campaign_id={campaign_id} hours={hours} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function NextAction({ planned }: Pick<SetHoursProps, "planned">) {
  const shown = useZone();
  const next = planned.find(({ is_by_hours, state }) => is_by_hours && (state === "planned" || state === "sending"));
  if (!next) return null;
  const [atMs, nowMs] = [Date.parse(next.at), clock.nowMs()];
  return (
    <>
      Next: {next.action} {localMoment(next, nowMs)}
      {forReader(atMs, next.zone, shown)}
      {next.blocked_by !== null && `, but it will not be sent: ${next.blocked_by}`}.
    </>
  );
}

function localMoment({ local, zone }: PlannedAction, nowMs: number): string {
  const localMs = Date.parse(`${local}Z`);
  const localNowMs = nowMs + offsetAt(nowMs, zone);
  const isToday = local.slice(0, 10) === new Date(localNowMs).toISOString().slice(0, 10);
  return isToday ? `today ${timeText(local.slice(11))}` : formatMoment(localMs, "utc", localNowMs);
}

const timeText = (time: string) => clockText(Number(time.slice(0, 2)), time.slice(3));

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");

function daysText(days: readonly number[]): string {
  if (days.length === 7) return "every day";
  return days.length === 5 && days.every((day) => day <= 5) ? "weekdays" : daysOf(days);
}
