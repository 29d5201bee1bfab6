"use client";

import { createContext, type ReactNode, useContext } from "react";
import { Status, unknownClass } from "@/components/status/status";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Shown } from "@/components/ui/page/shown";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import type { LogEntry } from "@/lib/client/webhook-log";
import { formatRaw } from "@/lib/format/format-raw";
import { formatDay, formatTick } from "@/lib/format/format-time";
import { useLogMeaning, useTarget } from "./use-desk";

/** When the log was read: entries of another day say which. */
export const ReadDayContext = createContext(0);

export function DeliveredAt({ entry: { atMs, log } }: { entry: LogEntry }) {
  const zone = useZone();
  const readMs = useContext(ReadDayContext);
  if (atMs === undefined) {
    if (log.delivered_at === undefined) return <span className="text-ink-3">No time sent</span>;
    return (
      <span
        className={`block min-w-0 truncate ${unknownClass}`}
        title="Not a time Switchboard can read, shown as received"
      >
        {formatRaw(log.delivered_at)}
      </span>
    );
  }
  const isSameDay = formatDay(atMs, zone) === formatDay(readMs, zone);
  const isSameWeek = Math.abs(readMs - atMs) < 6 * 86_400_000;
  const day = isSameWeek ? formatTick(atMs, zone).slice(0, 3) : formatDay(atMs, zone).slice(4);
  return (
    <>
      {!isSameDay && <span className="text-ink-3">{day} </span>}
      <TimeText at={log.delivered_at} variant="clock" quiet />
    </>
  );
}

export function ZoneName() {
  return <span className="text-ink-3">{useZone() === "utc" ? "UTC" : "local"}</span>;
}

export function WebhookTarget({ webhook_id }: { webhook_id: string | null | undefined }) {
  const target = useTarget(webhook_id);
  if (target) {
    return (
      <span title={target.url}>
        {target.host}
        <span className="text-ink-3">{target.path}</span>
      </span>
    );
  }
  return (
    <span className="text-ink-2">
      {webhook_id ? `unknown webhook ${webhook_id}` : `webhook ${formatRaw(webhook_id)}`}
    </span>
  );
}

type EventNameProps = { title?: string | undefined; className?: string; children: ReactNode };

export function EventName({ title, className = "", children }: EventNameProps) {
  return (
    <span
      className={`max-w-full font-mono text-sm leading-[18px] font-normal tracking-[-0.02em] whitespace-nowrap ${className}`}
      title={title}
    >
      {children}
    </span>
  );
}

export function EntryStatus({ status, pill = false }: { status: unknown; pill?: boolean }) {
  const toneOf = useLogMeaning();
  if (status === undefined) return <span className="text-ink-3">no word sent</span>;
  return <Status word={status} tone={toneOf("status", status)} pill={pill} />;
}

const MANY = 3;

export function Attempts({ entry: { log } }: { entry: LogEntry }) {
  const toneOf = useLogMeaning();
  if (log.attempts === undefined) return <span className="text-ink-3">none sent</span>;
  if (log.attempts === null || log.attempts === "") return <Shown value={log.attempts} />;
  if (typeof log.attempts === "string") return <span title="As it was sent">{log.attempts}</span>;
  const isFault = toneOf("status", log.status) === "fault";
  return <Ticks count={log.attempts} tone={isFault ? "bad" : log.attempts >= MANY ? "hot" : "plain"} />;
}

export function EntryId({ id }: { id: string | null | undefined }) {
  return id ? <CopyId id={id} quiet /> : <Shown value={id} />;
}

const tickColors = { plain: "bg-idle-fill", hot: "bg-wait-fill", bad: "bg-fault-fill" };

type TicksProps = { count: number; tone: keyof typeof tickColors };

const MOST_TICKS = 8;

/** The number is the fact; the ticks stop at eight. */
function Ticks({ count, tone }: TicksProps) {
  const tickStyle = `h-2.5 w-[3px] rounded-[1px] forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none ${tickColors[tone]}`;
  const ticks = Math.min(Math.max(0, Math.trunc(count)), MOST_TICKS);
  return (
    <span className="inline-flex items-center gap-[7px]">
      <span className="min-w-2.5 text-right">{count}</span>
      <span className="inline-flex h-3 items-center gap-0.5" aria-hidden="true">
        {Array.from({ length: ticks }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ticks are identical
          <i key={at} className={tickStyle} />
        ))}
      </span>
    </span>
  );
}
