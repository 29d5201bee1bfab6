import { useMemo } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { PersonMenu } from "@/components/person/person-menu";
import { useMay } from "@/components/query/use-me";
import { CallOutcome } from "@/components/record/call-outcome";
import { Icon } from "@/components/ui/buttons/icon";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { getCall } from "@/lib/contract/api/calls";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { idToPath } from "@/lib/contract/identifier";
import { visibleControls } from "@/lib/format/format-raw";
import { clockSpan, formatDay, type Zone } from "@/lib/format/format-time";
import { CallParty } from "./call-party";
import { plus } from "./found-call";
import { CallCampaign } from "./live-calls";

export const callsTableId = "ended-calls";

type CallRow = { key: string; call: FoundCall } | { key: string; day: string };

const dash = <span className="text-ink-3">–</span>;

const columns: readonly DataColumn<CallRow>[] = [
  {
    id: "when",
    header: "When",
    cell: (row) => "call" in row && <TimeText at={row.call.at} variant="clock" quiet />,
    fit: true,
    className: "[--fit:132px] max-narrow:order-4 max-narrow:text-right max-narrow:text-ink-3",
  },
  {
    id: "direction",
    header: "",
    cell: (row) => "call" in row && <Direction direction={row.call.direction} />,
    fit: true,
    className: "max-narrow:hidden!",
  },
  {
    id: "who",
    header: "Who and number",
    cell: (row) => "call" in row && <CallParty found={row.call} />,
    isRowHeader: true,
    className: "max-narrow:order-1 [th&]:whitespace-normal",
  },
  {
    id: "length",
    header: "Length",
    cell: (row) => "call" in row && (row.call.seconds ? <b>{clockSpan(row.call.seconds)}</b> : dash),
    fit: true,
    num: true,
    className: "max-narrow:order-2 max-narrow:text-right",
  },
  {
    id: "reason",
    header: "Why it ended",
    cell: (row) => "call" in row && <CallOutcome call={row.call} />,
    className: "max-narrow:order-3",
  },
  {
    id: "campaign",
    header: "Campaign",
    cell: (row) => "call" in row && <CallCampaign found={row.call} />,
    className: "max-narrow:order-5",
  },
  {
    id: "more",
    header: "",
    cell: (row) => "call" in row && <RowMenu call={row.call} />,
    fit: true,
    className: "[--fit:72px] max-narrow:order-6 max-narrow:text-right print:hidden [td&]:overflow-visible",
  },
];

const RowMenu = ({ call: { call_id, contact, contact_name } }: { call: FoundCall }) => (
  <PersonMenu call_id={call_id} number={plus(contact)} name={contact_name} />
);

const keyOf = ({ key }: CallRow) => key;
const hrefOf = ({ key }: CallRow) => `/calls/${idToPath(key)}`;
const wideOf = (row: CallRow) => ("day" in row ? <b className="font-semibold">{row.day}</b> : undefined);

export function CallsTable({ calls }: { calls: readonly FoundCall[] }) {
  const zone = useZone();
  const mayOpen = useMay(getCall);
  const nowMs = useNow(60_000);
  const rows = useMemo(() => rowsOf(calls, zone, nowMs), [calls, zone, nowMs]);
  return (
    <DataTable
      name="found-calls"
      caption="Calls, newest first"
      columns={columns}
      rows={rows}
      rowId={keyOf}
      wide={wideOf}
      {...(mayOpen ? { rowHref: hrefOf } : {})}
    />
  );
}

/** Adds day headings. */
function rowsOf(calls: readonly FoundCall[], zone: Zone, nowMs: number | undefined): CallRow[] {
  let day = "";
  return calls.flatMap((call): CallRow[] => {
    const row = { key: call.call_id, call };
    const next = formatDay(Date.parse(call.at), zone);
    if (next === day) return [row];
    day = next;
    const isToday = nowMs !== undefined && next === formatDay(nowMs, zone);
    return [{ key: `day ${next}`, day: isToday ? `Today, ${next}` : next }, row];
  });
}

function Direction({ direction }: { direction: string | null }) {
  if (direction === null) return undefined;
  const isInbound = /^(inbound|incoming)/i.test(direction);
  return (
    <span title={visibleControls(direction)}>
      {isInbound || /^(outbound|outgoing)/i.test(direction) ? (
        <Icon name="right" small className={isInbound ? "rotate-135" : "-rotate-45"} />
      ) : null}
      <span className="sr-only">{visibleControls(direction)}</span>
    </span>
  );
}
