import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { NewRows } from "@/components/data-table/new-rows";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { ZoneName } from "@/components/ui/time/zone";
import type { Delivery } from "@/lib/contract/console/webhook-log/deliveries";
import { Arrival, ArrivedHere, Attempts, EventName, FirstTry, LateBy, WebhookTarget } from "./log-cells";
import type { WebhookLogState } from "./use-webhook-log";

const columns: readonly DataColumn<Delivery>[] = [
  {
    id: "at",
    header: "First tried",
    headerNote: <ZoneName />,
    cell: (entry) => <FirstTry entry={entry} />,
    fit: true,
    className:
      "[--fit:168px] max-wide:[--fit:150px] max-narrow:order-5 max-narrow:text-sm max-narrow:leading-6 max-narrow:text-ink-3",
  },
  {
    id: "arrived",
    header: "Arrived",
    cell: (entry) => <Arrival entry={entry} />,
    fit: true,
    className: "[--fit:172px] max-wide:[--fit:148px] max-narrow:order-2 max-narrow:text-right",
  },
  {
    id: "late",
    header: "Late by",
    cell: (entry) => <LateBy entry={entry} />,
    fit: true,
    num: true,
    className: "[--fit:104px] beside-drawer:hidden max-narrow:order-4 max-narrow:text-right",
  },
  {
    id: "event",
    header: "Event",
    cell: (entry) => <EventName entry={entry} />,
    fit: true,
    className: "[--fit:180px] max-wide:[--fit:148px] max-narrow:order-1",
    isRowHeader: true,
  },
  {
    id: "webhook",
    header: "Webhook",
    cell: (entry) => <WebhookTarget entry={entry} />,
    className: "max-narrow:order-3 max-narrow:text-ink-2",
  },
  {
    id: "attempts",
    header: "Attempts",
    cell: (entry) => <Attempts entry={entry} />,
    fit: true,
    className: "[--fit:112px] beside-drawer:hidden max-narrow:order-6 max-narrow:text-right",
  },
  {
    id: "here",
    header: "Arrived here",
    cell: (entry) => <ArrivedHere entry={entry} />,
    fit: true,
    className: "[--fit:148px] max-wide:[--fit:136px] max-narrow:order-7 max-narrow:col-span-full max-narrow:text-right",
  },
  {
    id: "entry",
    header: "ID",
    cell: (entry) => <CopyId id={entry.key} quiet />,
    fit: true,
    className: "beside-drawer:hidden max-mid:hidden max-narrow:hidden",
  },
];

const keyOf = ({ key }: Delivery) => key;

export function LogTable({ log }: { log: WebhookLogState }) {
  const { url, opened, held, isCurrent } = log;
  return (
    <>
      <NewRows waiting={held.waiting} onShow={held.showWaiting} />
      <div id="deliveries" aria-busy={!isCurrent || undefined}>
        <DataTable
          name="webhook-log"
          caption="Deliveries, newest first"
          columns={columns}
          rows={held.rows}
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
