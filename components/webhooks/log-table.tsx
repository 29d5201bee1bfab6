"use client";
import { useCallback, useMemo } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { loadVirtualRows } from "@/components/data-table/data-table-rows";
import { Button } from "@/components/ui/buttons/button";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import type { LogEntry } from "@/lib/client/webhook-log";
import { rawRow } from "@/lib/contract/fields";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import {
  Attempts,
  DeliveredAt,
  EntryId,
  EntryStatus,
  EventName,
  ReadDayContext,
  WebhookTarget,
  ZoneName,
} from "./log-cells";
import { NO_TIME } from "./log-filter";
import type { LogMatches } from "./match-log";
import type { Desk, OwnLog } from "./use-desk";
import type { usePausedUpdates } from "./use-paused-updates";

// A log is seldom short.
void loadVirtualRows();

const columns: readonly DataColumn<LogEntry>[] = [
  {
    id: "at",
    header: "Delivered at",
    headerNote: <ZoneName />,
    cell: (entry) => <DeliveredAt entry={entry} />,
    fit: true,
    className: "max-narrow:order-5 max-narrow:text-sm max-narrow:leading-6 max-narrow:text-ink-3",
  },
  {
    id: "event",
    header: "Event",
    cell: ({ log }) => <EventName>{formatRaw(rawRow in log ? log[rawRow] : log.event)}</EventName>,
    fit: true,
    className:
      "max-narrow:order-1 motion-reduce:in-[.new]:after:ml-2 motion-reduce:in-[.new]:after:font-sans motion-reduce:in-[.new]:after:text-xs motion-reduce:in-[.new]:after:font-medium motion-reduce:in-[.new]:after:text-live-ink motion-reduce:in-[.new]:after:content-['new']",
    isRowHeader: true,
  },
  {
    id: "webhook",
    header: "Webhook",
    cell: ({ log }) => <WebhookTarget webhook_id={log.webhook_id} />,
    className: "max-narrow:order-3 max-narrow:text-ink-2",
  },
  {
    id: "status",
    header: "Status",
    cell: ({ log }) => <EntryStatus status={log.status} />,
    fit: true,
    className: "max-narrow:order-2 max-narrow:text-right",
  },
  {
    id: "attempts",
    header: "Attempts",
    cell: (entry) => <Attempts entry={entry} />,
    fit: true,
    className: "max-narrow:order-4 max-narrow:text-right",
  },
  {
    id: "entry",
    header: "Entry",
    cell: ({ log }) => <EntryId id={log.id} />,
    fit: true,
    className: "max-narrow:order-6 max-narrow:text-right",
  },
];

/** A row that has just come, or changed. */
const newRowClass =
  "new motion-safe:*:animate-arrive motion-reduce:*:first:[box-shadow:inset_3px_0_0_var(--live-fill)]";

const keyOfEntry = ({ key }: LogEntry) => key;

type LogTableProps = { desk: Desk; log: OwnLog; matches: LogMatches; paused: ReturnType<typeof usePausedUpdates> };

/** The matching entries, where they stand: what came since waits behind the button on top. */
export function LogTable({ desk, log, matches, paused }: LogTableProps) {
  const { url, opened } = desk;
  const { rows, waiting } = useFrozenRows(matches, paused);
  const rowClassName = useCallback(
    ({ key }: LogEntry) => (paused.marked.has(key) ? newRowClass : undefined),
    [paused.marked],
  );

  return (
    <ReadDayContext value={log.readMs}>
      {waiting > 0 && (
        <div className="sticky top-[78px] z-6 flex h-0 justify-center">
          <Button
            className="mt-1.5 h-7 [box-shadow:var(--sh-2)] max-narrow:h-9"
            size="small"
            icon="up-small"
            onClick={paused.release}
          >
            {formatCount(waiting)} new
          </Button>
        </div>
      )}
      <UntimedRow desk={desk} rows={rows} />
      <DataTable
        name="webhook-log"
        caption="Webhook log, newest first"
        columns={columns}
        rows={rows}
        rowId={keyOfEntry}
        selectedId={opened}
        rowHref={({ key }) => url.href({ entry: key })}
        onOpen={({ key }) => url.open("entry", key)}
        rowClassName={rowClassName}
        isLog
      />
    </ReadDayContext>
  );
}

/** They stand last, behind all that has a time, so their number stands on top. */
function UntimedRow({ desk: { url, filter }, rows }: { desk: Desk; rows: readonly LogEntry[] }) {
  const untimed = useMemo(() => rows.filter(({ atMs }) => atMs === undefined).length, [rows]);
  if (untimed === 0 || filter.isUntimed) return null;
  return (
    <div className="flex min-h-8 items-center gap-2.5 px-(--gutter)">
      <button type="button" className={linkButtonClass} onClick={() => url.set({ time: NO_TIME, between: undefined })}>
        {countOf(untimed, "entry", "entries")} with no time sent
      </button>
      {untimed < rows.length && <span className="text-sm/[17px] text-ink-3">below all others</span>}
    </div>
  );
}

function useFrozenRows({ rows }: LogMatches, { shown, waiting }: LogTableProps["paused"]) {
  return useMemo(() => {
    if (waiting.length === 0 && shown.length === 0) return { rows, waiting: 0 };
    const matching = new Set(rows.map(({ key }) => key));
    return {
      rows: shown.filter(({ key }) => matching.has(key)),
      waiting: waiting.filter(({ key }) => matching.has(key)).length,
    };
  }, [rows, shown, waiting]);
}
