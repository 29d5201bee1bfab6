import { createContext, useContext } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { NewRows } from "@/components/data-table/new-rows";
import { PhoneNumber } from "@/components/record/phone-number";
import { logWords } from "@/components/status/log-words";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone, ZoneName } from "@/components/ui/time/zone";
import { dayWords, EventName } from "@/components/webhooks/log-cells";
import type { LogMatch, ReceivedEvent } from "@/lib/contract/console/inbox/received";
import { endedReason } from "@/lib/contract/shapes/call";
import { formatBytes, formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import type { ReceivedState } from "./use-received";

type Shown = { match: LogMatch | undefined; nowMs: number };

const ShownContext = createContext<Shown>({ match: undefined, nowMs: 0 });

const receivedColumns: readonly DataColumn<ReceivedEvent>[] = [
  {
    id: "at",
    header: "Time",
    headerNote: <ZoneName />,
    cell: (event) => <EventTime event={event} />,
    fit: true,
    className: "[--fit:140px] max-narrow:order-2 max-narrow:text-right max-narrow:text-sm max-narrow:text-ink-3",
  },
  {
    id: "event",
    header: "Event",
    cell: (event) => <Name event={event} />,
    fit: true,
    className: "[--fit:200px] max-narrow:order-1",
    isRowHeader: true,
  },
  {
    id: "contact",
    header: "Contact",
    cell: (event) => <Contact event={event} />,
    fit: true,
    className: "[--fit:320px] max-narrow:order-3 max-narrow:col-span-full",
  },
  {
    id: "campaign",
    header: "Campaign",
    cell: (event) => visibleControls(event.campaign_name ?? event.campaign_id ?? "") || <Nothing />,
    className: "beside-drawer:hidden max-wide:hidden",
  },
  {
    id: "result",
    header: "Result",
    cell: (event) => <Result event={event} />,
    fit: true,
    className: "[--fit:190px] max-narrow:order-4",
  },
  {
    id: "call",
    header: "Call",
    cell: ({ call_id }) => (call_id ? <CopyId id={call_id} quiet /> : <Nothing />),
    fit: true,
    className: "beside-drawer:hidden max-wide:hidden",
  },
  {
    id: "size",
    header: "Size",
    cell: ({ size }) => formatBytes(size),
    fit: true,
    num: true,
    className: "beside-drawer:hidden max-wide:hidden",
  },
  {
    id: "log",
    header: "Log",
    cell: (event) => <InLog event={event} />,
    fit: true,
    className: "[--fit:160px] max-narrow:order-5 max-narrow:text-right",
  },
];

const idOf = ({ id }: ReceivedEvent) => id;

export function ReceivedTable({ received }: { received: ReceivedState }) {
  const { url, opened, held, match, nowMs } = received;
  return (
    <ShownContext value={{ match, nowMs }}>
      <NewRows waiting={held.waiting} onShow={held.showWaiting} />
      <div id="received" aria-busy={received.list.isPlaceholderData || undefined}>
        <DataTable
          name="received"
          caption="Received events, newest first"
          columns={receivedColumns}
          rows={held.rows}
          rowId={idOf}
          selectedId={opened}
          rowHref={({ id }) => url.href({ entry: id })}
          onOpen={({ id }) => url.open("entry", id)}
          isLog
        />
      </div>
    </ShownContext>
  );
}

const Nothing = () => <span className="text-ink-3">–</span>;

function EventTime({ event: { first_at } }: { event: ReceivedEvent }) {
  const zone = useZone();
  const day = dayWords(Date.parse(first_at), zone, useContext(ShownContext).nowMs);
  return (
    <>
      {day && <span className="text-ink-3">{day} </span>}
      <TimeText at={first_at} variant="clock" quiet />
    </>
  );
}

function Name({ event: { name, call_id, arrivals, fault } }: { event: ReceivedEvent }) {
  return (
    <>
      <EventName entry={{ event: name }} />
      {arrivals > 1 && <span className="text-ink-3"> ×{formatCount(arrivals)}</span>}
      {fault !== null && (
        <span className="text-sm text-wait-ink">
          {name === null && call_id === null ? " not readable" : " read in part"}
        </span>
      )}
    </>
  );
}

function Contact({ event: { contact, contact_name } }: { event: ReceivedEvent }) {
  if (!contact && !contact_name) return <Nothing />;
  return (
    <>
      {contact_name && <b className="mr-2 font-semibold">{visibleControls(contact_name)}</b>}
      {contact && <PhoneNumber number={`+${contact}`} />}
    </>
  );
}

function Result({ event: { reason, status } }: { event: ReceivedEvent }) {
  const toneOf = useStatusMeaning("calls");
  const word = reason ?? status;
  if (word === null) return <Nothing />;
  return (
    <span className="inline-flex items-center gap-1.5">
      <StatusIcon tone={reason === null ? toneOf("status", status) : "done"} tinted className="flex-none" />
      {endedReason(reason ?? undefined)?.label ?? visibleControls(word)}
    </span>
  );
}

function InLog({ event }: { event: ReceivedEvent }) {
  const words = logWords(event, useContext(ShownContext).match);
  if (!words) return <Nothing />;
  return (
    <span className={`inline-flex items-center gap-1.5 ${words.tone === "wait" ? "text-wait-ink" : ""}`}>
      <StatusIcon tone={words.tone} tinted className="flex-none" />
      {words.text}
    </span>
  );
}
