"use client";

import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/buttons/button";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import type { Delivery, DeliverySummary } from "@/lib/contract/console/deliveries";
import { formatCount } from "@/lib/format/format-count";
import {
  Attempts,
  DeliveryTime,
  EntryId,
  EntryStatus,
  EventName,
  MarksContext,
  TodayContext,
  WebhookTarget,
  ZoneName,
} from "./log-cells";
import { type DeliveryRows, onceEach } from "./use-delivery-rows";
import type { WebhookLogState } from "./use-webhook-log";

/** A delivery, or a full-width row above or below a group. */
type LogRow = { key: string; entry?: Delivery; content?: React.ReactNode };

const columns: readonly DataColumn<LogRow>[] = [
  {
    id: "at",
    header: "Time",
    headerNote: <ZoneName />,
    cell: ({ entry }) => entry && <DeliveryTime entry={entry} />,
    fit: true,
    className: "[--fit:240px] max-narrow:order-5 max-narrow:text-sm max-narrow:leading-6 max-narrow:text-ink-3",
  },
  {
    id: "status",
    header: "Status",
    cell: ({ entry }) => entry && <EntryStatus status={entry.status} />,
    fit: true,
    className: "max-mid:[--fit:120px] max-narrow:order-2 max-narrow:text-right",
  },
  {
    id: "event",
    header: "Event",
    cell: ({ entry }) => entry && <EventName entry={entry} />,
    fit: true,
    className: "[--fit:180px] max-narrow:order-1",
    isRowHeader: true,
  },
  {
    id: "webhook",
    header: "Webhook",
    cell: ({ entry }) => entry && <WebhookTarget entry={entry} />,
    className: "max-narrow:order-3 max-narrow:text-ink-2",
  },
  {
    id: "attempts",
    header: "Attempts",
    cell: ({ entry }) => entry && <Attempts entry={entry} />,
    fit: true,
    className: "[--fit:112px] max-narrow:order-4 max-narrow:text-right",
  },
  {
    id: "entry",
    header: "ID",
    cell: ({ entry }) => entry && <EntryId id={entry.key} />,
    fit: true,
    className: "beside-drawer:hidden max-narrow:order-6 max-narrow:text-right",
  },
];

/** Highlights a new or changed row. */
const newRowClass = "motion-safe:*:animate-arrive motion-reduce:*:first:[box-shadow:inset_3px_0_0_var(--live-fill)]";

const keyOfRow = ({ key }: LogRow) => key;
const contentOf = ({ content }: LogRow) => content;

type LogTableProps = { log: WebhookLogState; summary: DeliverySummary };

/** Failed deliveries above delivered ones, newest first. New rows wait behind a button while the user reads. */
export function LogTable({ log, summary }: LogTableProps) {
  const { url, opened, rows } = log;
  const { missed, arrived } = rows;
  const marks = useMemo(() => new Map([...missed.marked, ...arrived.marked]), [missed.marked, arrived.marked]);
  const waiting = missed.waiting + arrived.waiting;
  const note = log.filter.view === "older" ? undefined : "newest first, above the delivered ones";
  const all = useLogRows(rows, summary, note);

  return (
    <TodayContext value={log.nowMs}>
      <MarksContext value={marks}>
        {waiting > 0 && (
          <div className="sticky top-[78px] z-6 flex h-0 justify-center" data-floating="">
            <Button
              className="mt-1.5 h-7 [box-shadow:var(--sh-2)] max-narrow:h-9"
              size="small"
              icon="up-small"
              onClick={() => {
                missed.release();
                arrived.release();
              }}
            >
              {formatCount(waiting)} new
            </Button>
          </div>
        )}
        <div id="deliveries" aria-busy={missed.isReading || arrived.isReading || undefined}>
          <MissedContext value={missed}>
            <DataTable
              name="webhook-log"
              caption="Deliveries, not delivered first"
              columns={columns}
              rows={all}
              rowId={keyOfRow}
              wide={contentOf}
              selectedId={opened}
              rowHref={({ key }) => url.href({ entry: key })}
              onOpen={({ key }) => url.open("entry", key)}
              rowClassName={({ key }) => (marks.has(key) ? newRowClass : undefined)}
              isLog
            />
          </MissedContext>
        </div>
        {arrived.hasMore && <MoreArrived rows={arrived} remaining={summary.total - summary.not_delivered} />}
      </MarksContext>
    </TodayContext>
  );
}

const rowsOfEntries = new WeakMap<Delivery, LogRow>();

/** Returns the same object for the same entry, so that unchanged rows do not render again. */
function rowOf(entry: Delivery): LogRow {
  const row = rowsOfEntries.get(entry) ?? { key: entry.key, entry };
  rowsOfEntries.set(entry, row);
  return row;
}

function useLogRows(
  { missed, arrived }: WebhookLogState["rows"],
  { total, not_delivered }: DeliverySummary,
  note: string | undefined,
) {
  const { hasMore } = missed;
  return useMemo(() => {
    const rows: LogRow[] = [];
    const [missedRows = [], arrivedRows = []] = onceEach(missed.rows, arrived.rows);
    if (missedRows.length > 0) {
      rows.push({ key: " missed", content: <GroupName name="Not delivered" count={not_delivered} note={note} /> });
      rows.push(...missedRows.map(rowOf));
      if (hasMore)
        rows.push({ key: " more missed", content: <MoreMissed remaining={not_delivered - missedRows.length} /> });
    }
    if (arrivedRows.length > 0) {
      rows.push({ key: " arrived", content: <GroupName name="Delivered" count={total - not_delivered} /> });
      rows.push(...arrivedRows.map(rowOf));
    }
    return rows;
  }, [missed.rows, arrived.rows, hasMore, total, not_delivered, note]);
}

function GroupName({ name, count, note }: { name: string; count: number; note?: string | undefined }) {
  return (
    <>
      <b className="font-semibold">
        {name}, {formatCount(Math.max(0, count))}
      </b>
      {note && <span className="ml-2 text-sm text-ink-3 max-narrow:ml-0 max-narrow:block">{note}</span>}
    </>
  );
}

const rowsPerPage = 43;

const MissedContext = createContext<Pick<DeliveryRows, "isReading" | "more"> | undefined>(undefined);

function MoreMissed({ remaining }: { remaining: number }) {
  const rows = useContext(MissedContext);
  const count = Math.min(remaining, rowsPerPage);
  return (
    <MoreButton isReading={rows?.isReading} onClick={rows?.more}>
      {count > 0 ? `Show ${formatCount(count)} more not delivered` : "Show more not delivered"}
    </MoreButton>
  );
}

type MoreButtonProps = { isReading: boolean | undefined; onClick: (() => void) | undefined; children: string };

/** Uses `aria-disabled` while loading, because `disabled` would drop the focus. */
const MoreButton = ({ isReading, onClick, children }: MoreButtonProps) => (
  <button
    type="button"
    className={`font-[550] ${linkButtonClass}`}
    aria-disabled={isReading || undefined}
    onClick={isReading ? undefined : onClick}
  >
    {isReading ? "Loading…" : children}
  </button>
);

/** Loads more rows when scrolled near. When it unmounts with focus, the last row gets the focus. */
function MoreArrived({ rows, remaining: left }: { rows: DeliveryRows; remaining: number }) {
  const element = useRef<HTMLDivElement>(null);
  const { more, isReading } = rows;
  useEffect(() => {
    if (!element.current || isReading) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && window.scrollY > 0 && more(), {
      rootMargin: "600px",
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [more, isReading]);
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      const last = [...document.querySelectorAll<HTMLElement>("#deliveries tr[data-row-id]")].at(-1);
      requestAnimationFrame(() => last?.focus());
    };
  }, []);
  const rest = left - rows.rows.length;
  return (
    <div ref={element} className="border-b border-rule px-(--gutter) py-2 print:hidden">
      <MoreButton isReading={isReading} onClick={more}>
        {rest > 0 ? `Show more, ${formatCount(rest)} left` : "Show more"}
      </MoreButton>
    </div>
  );
}
