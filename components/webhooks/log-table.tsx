"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/buttons/button";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import type { Delivery, DeliverySummary } from "@/lib/contract/console/deliveries";
import { formatCount } from "@/lib/format/format-count";
import { Attempts, DeliveryTime, EntryStatus, EventName, LateBy, WebhookTarget, ZoneName } from "./log-cells";
import { morePage } from "./use-delivery-rows";
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
    className:
      "[--fit:240px] max-wide:[--fit:200px] max-narrow:order-5 max-narrow:text-sm max-narrow:leading-6 max-narrow:text-ink-3",
  },
  {
    id: "status",
    header: "Status",
    cell: ({ entry }) => entry && <EntryStatus entry={entry} />,
    fit: true,
    className: "max-wide:[--fit:120px] max-narrow:order-2 max-narrow:text-right",
  },
  {
    id: "event",
    header: "Event",
    cell: ({ entry }) => entry && <EventName entry={entry} />,
    fit: true,
    className: "[--fit:180px] max-wide:[--fit:148px] max-narrow:order-1",
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
    id: "late",
    header: "Late by",
    cell: ({ entry }) => entry && <LateBy entry={entry} />,
    fit: true,
    className: "[--fit:88px] beside-drawer:hidden max-mid:hidden",
  },
  {
    id: "entry",
    header: "ID",
    cell: ({ entry }) => entry && <CopyId id={entry.key} quiet />,
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
  const { arrived, marks, waiting, isLoading } = rows;
  const left = summary.total - summary.not_delivered - summary.retrying - arrived.length;

  return (
    <>
      {waiting > 0 && (
        <div className="sticky top-[78px] z-6 flex h-0 justify-center" data-floating="">
          <Button
            className="mt-1.5 h-7 [box-shadow:var(--sh-2)] max-narrow:h-9"
            size="small"
            icon="up-small"
            onClick={rows.showWaiting}
          >
            {formatCount(waiting)} new
          </Button>
        </div>
      )}
      <div id="deliveries" aria-busy={isLoading || undefined}>
        <DataTable
          name="webhook-log"
          caption="Deliveries, not delivered first"
          columns={columns}
          rows={logRows(log, summary)}
          rowId={keyOfRow}
          wide={contentOf}
          selectedId={opened}
          rowHref={({ key }) => url.href({ entry: key })}
          onOpen={({ key }) => url.open("entry", key)}
          rowClassName={({ key }) => (marks.has(key) ? newRowClass : undefined)}
          isLog
        />
      </div>
      {rows.next.arrived === "more" && (
        <MoreArrived left={left} isLoading={isLoading} onMore={() => rows.showMore("arrived")} />
      )}
    </>
  );
}

function logRows({ rows, filter }: WebhookLogState, { total, not_delivered, retrying }: DeliverySummary): LogRow[] {
  const { missed, arrived, next, isLoading, showMore } = rows;
  const open = retrying > 0 ? `and ${formatCount(retrying)} being retried, ` : "";
  const note = filter.view === "older" ? undefined : `${open}newest first, above the delivered ones`;
  const missedHead = <GroupName name="Not delivered" count={not_delivered} note={note} />;
  const more = (
    <MoreButton isLoading={isLoading} onClick={() => showMore("missed")}>
      {moreMissedText(not_delivered + retrying - missed.length)}
    </MoreButton>
  );
  const arrivedHead = <GroupName name="Delivered" count={total - not_delivered - retrying} />;
  return [
    ...(missed.length > 0 ? [{ key: " missed", content: missedHead }] : []),
    ...missed.map((entry) => ({ key: entry.key, entry })),
    ...(missed.length > 0 && next.missed === "more" ? [{ key: " more missed", content: more }] : []),
    ...(arrived.length > 0 ? [{ key: " arrived", content: arrivedHead }] : []),
    ...arrived.map((entry) => ({ key: entry.key, entry })),
  ];
}

const moreMissedText = (left: number) =>
  left > 0 ? `Show ${formatCount(Math.min(left, morePage))} more not delivered` : "Show more not delivered";

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

type MoreButtonProps = { isLoading: boolean; onClick: () => void; children: string };

/** Uses `aria-disabled` while loading, because `disabled` would drop the focus. */
const MoreButton = ({ isLoading, onClick, children }: MoreButtonProps) => (
  <button
    type="button"
    className={`font-[550] ${linkButtonClass}`}
    aria-disabled={isLoading || undefined}
    onClick={isLoading ? undefined : onClick}
  >
    {isLoading ? "Loading…" : children}
  </button>
);

type MoreArrivedProps = { left: number; isLoading: boolean; onMore: () => void };

/** Loads more rows when scrolled near. When it unmounts with focus, the last row gets the focus. */
function MoreArrived({ left, isLoading, onMore }: MoreArrivedProps) {
  const element = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(onMore);
  useEffect(() => {
    if (!element.current || isLoading) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && window.scrollY > 0 && more(), {
      rootMargin: "600px",
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isLoading]);
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (!current?.contains(document.activeElement)) return;
      const last = [...document.querySelectorAll<HTMLElement>("#deliveries tr[data-row-id]")].at(-1);
      requestAnimationFrame(() => last?.focus());
    };
  }, []);
  return (
    <div ref={element} className="border-b border-rule px-(--gutter) py-2 print:hidden">
      <MoreButton isLoading={isLoading} onClick={onMore}>
        {left > 0 ? `Show more, ${formatCount(left)} left` : "Show more"}
      </MoreButton>
    </div>
  );
}
