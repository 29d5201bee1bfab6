import { type ReactNode, useState } from "react";
import { useMay } from "@/components/query/use-me";
import { useOwnSend } from "@/components/send/use-send-fault";
import { deferred } from "@/components/ui/browser/deferred";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { clock } from "@/lib/clock";
import {
  type AdminHours,
  removeCampaignHours,
  type SetHours,
  setHoursForAll,
} from "@/lib/contract/console/automation/hours";
import type { PauseInForce } from "@/lib/contract/console/automation/pauses";
import type { PlannedAction } from "@/lib/contract/console/automation/planned";
import { type CallingHours, hoursAt, hoursOf, isReadable } from "@/lib/contract/console/campaign-hours";
import { daysOf, formatMoment } from "@/lib/format/format-time";
import { offsetAt } from "@/lib/format/zoned-time";
import { forReader, momentIn } from "./campaign-clock";
import { placeText, scopeText, timeText, weeklyText } from "./hours-text";
import { PauseList } from "./pauses-in-force";

export const HoursDialog = deferred(async () => (await import("./hours-dialog")).HoursDialog);

type LineProps = { tone: Tone; children: ReactNode; note: ReactNode; actions?: ReactNode };

export const Line = ({ tone, children, note, actions }: LineProps) => (
  <li className="grid grid-cols-[12px_minmax(0,1fr)] gap-x-2.5 py-1">
    <StatusIcon tone={tone} tinted className="mt-1" />
    <div className="flex flex-wrap items-start gap-x-2.5">
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {children}
        <div className="text-sm/[18px] text-ink-3">{note}</div>
      </div>
      {actions && <span className="-ml-2 flex gap-1">{actions}</span>}
    </div>
  </li>
);

/** ", open until today 20:00" */
function useOpenState(hours: CallingHours) {
  const nowMs = useNow(60_000) ?? clock.nowMs();
  const { isOpen, untilMs } = hoursAt(hours, nowMs);
  const until = untilMs === undefined ? "" : ` until ${momentIn(untilMs, hours.timezone, nowMs)}`;
  return { tone: isOpen ? ("ok" as const) : ("idle" as const), text: `, ${isOpen ? "open" : "closed"}${until}` };
}

type OwnHoursProps = {
  hours: SetHours;
  planned: readonly PlannedAction[];
  isNamed?: boolean;
  onChange: (() => void) | undefined;
};

/** Hours that are set for a campaign, until they are switched off. */
export function OwnHours({ hours, planned, isNamed = false, onChange }: OwnHoursProps) {
  const { campaign_id, campaign_name, zone, from, to, is_readable, set_by } = hours;
  const remove = useOwnSend(removeCampaignHours, "Switch off");
  const name = campaign_name ?? campaign_id;
  const actions = onChange && (
    <>
      <ChangeButton name={name} onClick={onChange} />
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
    </>
  );
  if (!is_readable)
    return (
      <Line tone="fault" note={`Set by ${set_by}`} actions={actions}>
        <span className="text-fault-ink">
          {isNamed && `${name}: `}Nothing is paused or resumed: the time zone or the times of these hours are not known
          ({zone}, {from}–{to}).
        </span>
      </Line>
    );
  return (
    <OpenHours
      hours={hoursOf(hours)}
      actions={actions}
      note={
        <>
          Set by {set_by}, until switched off. <NextAction planned={planned} />
        </>
      }
    >
      {isNamed && <b className="font-[550]">{name}: </b>}
      {weeklyText(hours)}
    </OpenHours>
  );
}

type OpenHoursProps = { hours: CallingHours; children: ReactNode; note: ReactNode; actions?: ReactNode };

function OpenHours({ hours, children, note, actions }: OpenHoursProps) {
  const { tone, text } = useOpenState(hours);
  return (
    <Line tone={tone} note={note} actions={actions}>
      {children}
      <span className="text-ink-2">{text}</span>
    </Line>
  );
}

const ChangeButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button
    size="small"
    variant="bare"
    aria-haspopup="dialog"
    load={HoursDialog.load}
    aria-label={`Change hours of ${name}`}
    onClick={onClick}
  >
    Change…
  </Button>
);

/** The hours that an admin set for all campaigns. Only admins can change them. */
export function AdminHoursLine({ hours, pauses = [] }: { hours: AdminHours; pauses?: readonly PauseInForce[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const set = useOwnSend(setHoursForAll, "Switch off");
  const may = useMay(setHoursForAll);
  const actions = may && (
    <>
      <ChangeButton name="all campaigns" onClick={() => setIsOpen(true)} />
      <Button
        size="small"
        variant="bare"
        aria-label="Switch off hours of all campaigns"
        isSending={set.isPending}
        sendingLabel="…"
        onClick={() => set.mutate({ is_on: false })}
      >
        Switch off
      </Button>
    </>
  );
  const note = (
    <>
      For {scopeText(hours)}, set by {hours.set_by}. A campaign that runs outside them is paused, and somebody has to
      resume it.
      <PauseList pauses={pauses} />
    </>
  );
  return (
    <>
      {isReadable(hours) ? (
        <OpenHours hours={hoursOf(hours)} note={note} actions={actions}>
          {weeklyText(hours)}
        </OpenHours>
      ) : (
        <Line tone="fault" note={note} actions={actions}>
          <span className="text-fault-ink">
            Nothing is paused: the time zone or the times of these hours are not known ({hours.zone}).
          </span>
        </Line>
      )}
      {isOpen && <HoursDialog isForAll onClose={() => setIsOpen(false)} />}
    </>
  );
}

export const PlatformLine = ({ hours }: { hours: CallingHours }) => (
  <OpenHours hours={hours} note="The platform’s, by the campaign’s record.">
    {hours.days ? `${daysOf(hours.days)} ` : "every day "}
    {timeText(hours.start)}–{timeText(hours.end)} {placeText(hours.timezone)}
  </OpenHours>
);

function NextAction({ planned }: { planned: readonly PlannedAction[] }) {
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
