import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { NewRows } from "@/components/data-table/new-rows";
import { ZoneName } from "@/components/ui/time/zone";
import type { LogRow } from "@/lib/contract/console/webhook-log/deliveries";
import {
  AddressTarget,
  Arrival,
  ArrivedHere,
  Attempts,
  CallWith,
  EventName,
  EventTime,
  FirstTry,
  LateBy,
  WebhookTarget,
} from "./log-cells";
import type { WebhookLogState } from "./use-webhook-log";

const columns: readonly DataColumn<LogRow>[] = [
  {
    id: "at",
    header: "First tried",
    headerNote: <ZoneName />,
    cell: ({ delivery, event }) => (delivery ? <FirstTry entry={delivery} /> : event && <EventTime event={event} />),
    fit: true,
    className:
      "[--fit:168px] max-wide:[--fit:150px] max-narrow:order-5 max-narrow:text-sm max-narrow:leading-6 max-narrow:text-ink-3",
  },
  {
    id: "arrived",
    header: "Arrived",
    cell: ({ delivery }) => delivery && <Arrival entry={delivery} />,
    fit: true,
    className: "[--fit:172px] max-wide:[--fit:148px] max-narrow:order-2 max-narrow:text-right",
  },
  {
    id: "late",
    header: "Late by",
    cell: ({ delivery }) => delivery && <LateBy entry={delivery} />,
    fit: true,
    num: true,
    className: "[--fit:104px] beside-drawer:hidden max-narrow:order-4 max-narrow:text-right",
  },
  {
    id: "event",
    header: "Event",
    cell: ({ delivery, event }) => <EventName event={delivery ? delivery.event : (event?.name ?? null)} />,
    fit: true,
    className: "[--fit:180px] max-wide:[--fit:148px] max-rail:[--fit:116px] max-narrow:order-1",
    isRowHeader: true,
  },
  {
    id: "webhook",
    header: "Webhook",
    cell: ({ delivery, event }) =>
      delivery ? <WebhookTarget entry={delivery} /> : event && <AddressTarget event={event} />,
    className: "max-narrow:order-3 max-narrow:text-ink-2",
  },
  {
    id: "attempts",
    header: "Attempts",
    cell: ({ delivery }) => delivery && <Attempts entry={delivery} />,
    fit: true,
    className:
      "[--fit:112px] beside-drawer:hidden max-rail:hidden max-narrow:order-6 max-narrow:block max-narrow:text-right",
  },
  {
    id: "here",
    header: "Arrived here",
    cell: (row) => <ArrivedHere row={row} />,
    fit: true,
    className: "[--fit:172px] max-narrow:order-8 max-narrow:col-start-2 max-narrow:text-right",
  },
  {
    id: "call",
    header: "Call with",
    cell: ({ event }) => <CallWith event={event} />,
    fit: true,
    className:
      "[--fit:168px] beside-drawer:hidden max-mid:hidden max-narrow:order-7 max-narrow:col-start-1 max-narrow:block",
  },
];

const keyOf = ({ key }: LogRow) => key;

export function LogTable({ log }: { log: WebhookLogState }) {
  const { url, opened, shown, isCurrent } = log;
  return (
    <>
      <NewRows waiting={shown.waiting} onShow={shown.showWaiting} />
      <div id="deliveries" aria-busy={!isCurrent || undefined}>
        <DataTable
          name="webhook-log"
          caption="Deliveries, newest first"
          columns={columns}
          rows={shown.rows}
          rowId={keyOf}
          selectedId={opened}
          rowHref={({ key }) => url.href({ entry: key })}
          onOpen={({ key }) => url.open("entry", key)}
          isLog
          hasOwnCopy
        />
      </div>
    </>
  );
}
