import { useMemo } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { isWholeDay, type PageEnds } from "@/components/list/whole-days";
import { PersonMenu } from "@/components/person/person-menu";
import { useMay } from "@/components/query/use-me";
import { CallOutcome } from "@/components/record/call-outcome";
import { Icon } from "@/components/ui/buttons/icon";
import { TimeText } from "@/components/ui/time/time-text";
import { useNow, useNowOf } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { getCall } from "@/lib/contract/api/calls";
import { type FoundCall, mostLiveCalls } from "@/lib/contract/console/inbox/found-calls";
import { idToPath } from "@/lib/contract/identifier";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { clockSpan, formatDay, type Zone } from "@/lib/format/format-time";
import { CallParty } from "./call-party";
import { CopyRowCall } from "./copy-row-call";
import { EndInList } from "./end-in-list";
import { clockOf, plus } from "./found-call";
import { CallCampaign, LiveStatus } from "./live-calls";
import type { ShownCall } from "./use-shown-calls";

export const callsTableId = "ended-calls";

type CallRow = { key: string; call: ShownCall } | { key: string; group: string; note?: string };

const columns: readonly DataColumn<CallRow>[] = [
  {
    id: "when",
    header: "Started",
    cell: (row) => "call" in row && <TimeText at={row.call.at} variant="clock" quiet />,
    fit: true,
    className: "[--fit:132px] max-narrow:order-7 max-narrow:text-right max-narrow:text-ink-3",
  },
  {
    id: "direction",
    header: "",
    cell: (row) => "call" in row && <Direction direction={row.call.direction} />,
    fit: true,
    className: "max-rail:hidden",
  },
  {
    id: "who",
    header: "Who",
    cell: (row) => "call" in row && <CallParty found={row.call} />,
    isRowHeader: true,
    className: "narrow:w-[30%] max-narrow:order-1 [th&]:whitespace-normal",
  },
  {
    id: "campaign",
    header: "Campaign",
    cell: (row) => "call" in row && <CallCampaign found={row.call} />,
    className: "max-rail:w-[1%] max-rail:max-w-28 max-narrow:order-3 max-narrow:w-auto max-narrow:max-w-none",
  },
  {
    id: "length",
    header: "Length",
    cell: (row) => "call" in row && <CallLength call={row.call} />,
    fit: true,
    num: true,
    className: "max-narrow:order-2 max-narrow:text-right",
  },
  {
    id: "status",
    header: "Status",
    cell: (row) =>
      "call" in row && (row.call.is_over ? <CallOutcome call={row.call} /> : <LiveStatus found={row.call} />),
    fit: true,
    className:
      "max-rail:max-w-34 max-narrow:order-4 max-narrow:w-auto max-narrow:max-w-full max-narrow:min-w-0 max-narrow:justify-self-end",
  },
  {
    id: "more",
    header: "",
    cell: (row) => "call" in row && (row.call.is_over ? <RowMenu call={row.call} /> : <EndInList found={row.call} />),
    fit: true,
    className: "[--fit:124px] max-narrow:order-8 max-narrow:text-right print:hidden [td&]:overflow-visible",
  },
];

const RowMenu = ({ call }: { call: FoundCall }) => (
  <PersonMenu call_id={call.call_id} number={plus(call.contact)} name={call.contact_name}>
    <CopyRowCall found={call} />
  </PersonMenu>
);

/** A dash for a call that was not answered, or whose length nobody sent. */
function CallLength({ call }: { call: FoundCall }) {
  const nowMs = useNow(call.is_over ? 60_000 : 1_000);
  if (call.is_over) return call.seconds ? clockSpan(call.seconds) : <span className="text-ink-3">–</span>;
  const { seconds, isLate } = clockOf(call, nowMs ?? Date.parse(call.at));
  return <b className={`font-semibold ${isLate ? "text-wait-ink" : ""}`}>{clockSpan(seconds)}</b>;
}

const keyOf = ({ key }: CallRow) => key;
const hrefOf = ({ key }: CallRow) => `/calls/${idToPath(key)}`;
const wideOf = (row: CallRow) =>
  "group" in row ? (
    <>
      <b className="font-semibold">{row.group}</b> <span className="ml-1 text-ink-3">{row.note}</span>
    </>
  ) : undefined;

export function CallsTable({ calls, ends }: { calls: readonly ShownCall[]; ends: PageEnds }) {
  const zone = useZone();
  const mayOpen = useMay(getCall);
  const nowMs = useNow(60_000);
  const { hasBefore, hasAfter } = ends;
  const late = useNowOf((ms) => lateOf(calls, ms).join("\n")).split("\n");
  const rows = useMemo(
    () => callRows(calls, { zone, nowMs, ends: { hasBefore, hasAfter } }),
    [calls, zone, nowMs, hasBefore, hasAfter],
  );
  return (
    <DataTable
      name="found-calls"
      caption="Calls, those in progress first, then newest first"
      columns={columns}
      rows={rows}
      rowId={keyOf}
      wide={wideOf}
      rowClassName={({ key }) => (late.includes(key) ? lateRowClass : undefined)}
      {...(mayOpen ? { rowHref: hrefOf } : {})}
    />
  );
}

const lateRowClass = "bg-wait-wash *:bg-wait-wash [--cut:var(--wait-wash)]";

const lateOf = (calls: readonly FoundCall[], nowMs: number | undefined) =>
  calls
    .filter((call) => nowMs !== undefined && !call.is_over && clockOf(call, nowMs).isLate)
    .map(({ call_id }) => call_id);

type RowsInput = { zone: Zone; nowMs: number | undefined; ends: PageEnds };

/** Calls past their limit, others in progress, then the ended ones by day, each under its heading. */
export function callRows(calls: readonly ShownCall[], { zone, nowMs, ends }: RowsInput): CallRow[] {
  const live = calls.filter(({ section }) => section !== "over");
  const open = groupsOf(live, ({ section }) => (section === "late" ? "Past their limit" : "In progress"));
  const days = groupsOf(
    calls.filter(({ section }) => section === "over"),
    ({ at }) => {
      const day = formatDay(Date.parse(at), zone);
      return nowMs !== undefined && day === formatDay(nowMs, zone) ? `Today, ${day}` : day;
    },
  );
  const stillLive = (some: readonly FoundCall[]) => formatCount(some.filter(({ is_over }) => !is_over).length);
  return [
    ...open.flatMap(([group, some]) => rowsOf(group, some, live.length < mostLiveCalls ? stillLive(some) : undefined)),
    ...days.flatMap(([group, some], nth) =>
      rowsOf(group, some, isWholeDay(nth, days.length, ends) ? `${formatCount(some.length)} ended` : undefined),
    ),
  ];
}

function groupsOf(calls: readonly ShownCall[], groupOf: (call: ShownCall) => string) {
  const groups = new Map<string, ShownCall[]>();
  for (const call of calls) groups.set(groupOf(call), [...(groups.get(groupOf(call)) ?? []), call]);
  return [...groups];
}

const rowsOf = (group: string, calls: readonly ShownCall[], note: string | undefined): CallRow[] => [
  { key: `group ${group}`, group, ...(note === undefined ? {} : { note }) },
  ...calls.map((call) => ({ key: call.call_id, call })),
];

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
