"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { asSent } from "@/components/ui/as-sent";
import { CopyId } from "@/components/ui/copy-id";
import { formatClock, formatDateTime, formatDay, localZoneName } from "@/components/ui/format-time";
import { KvList } from "@/components/ui/kv-list";
import type { Reading } from "@/components/ui/reading";
import { Shown } from "@/components/ui/shown";
import { teachHref } from "@/components/ui/teach-word";
import { TimeText } from "@/components/ui/time-text";
import { useMay } from "@/components/ui/use-me";
import { useMounted } from "@/components/ui/use-mounted";
import { parseTime } from "@/lib/client/parse-time";
import type { LogEntry } from "@/lib/client/webhook-log";
import { isPlainObject } from "@/lib/contract/json";
import { teachReading } from "@/lib/contract/settings";
import { useLogReading } from "./desk-context";
import { Attempts } from "./log-cells";

const names = ["id", "webhook_id", "event", "status", "attempts", "delivered_at"] as const;

/** The contract's own fields; one that came as another kind, or not at all, is shown as it was sent. */
export function EntryFields({ entry, sent }: { entry: LogEntry; sent: unknown }) {
  const { log, atMs } = entry;
  const raw = isPlainObject(sent) ? sent : {};
  const read: Record<(typeof names)[number], ReactNode> = {
    id: log.id && <CopyId id={log.id} whole />,
    webhook_id: log.webhook_id && <CopyId id={log.webhook_id} whole />,
    event: log.event && <span className="ev">{log.event}</span>,
    status: typeof log.status === "string" && log.status !== "" && <StatusRead word={log.status} />,
    attempts: typeof log.attempts === "number" && <Attempts entry={entry} />,
    delivered_at: atMs !== undefined && <BothTimes at={log.delivered_at} atMs={atMs} sent={raw.delivered_at} />,
  };
  return <KvList keys entries={names.map((name) => [name, read[name] || <AsSent key={name} value={raw[name]} />])} />;
}

function AsSent({ value }: { value: unknown }) {
  if (value === undefined || value === null) return <Shown value={value} />;
  return (
    <span className="odd-text mono" title="Not as the API contract says, shown as received">
      {asSent(value)}
    </span>
  );
}

function StatusRead({ word }: { word: string }) {
  const reading = useLogReading();
  const mayTeach = useMay(teachReading);
  const lamp = reading("status", word);
  return (
    <>
      <span className="mono">{word}</span>{" "}
      {word !== "delivered" && (
        <>
          <span className="faint">{readAs[lamp]}</span>
          {mayTeach && (
            <>
              <span className="faint">, </span>
              <Link className="link" href={teachHref({ resource: "webhook-logs", field: "status", word })}>
                {lamp === "odd" ? "give it a reading" : "change"}
              </Link>
            </>
          )}
        </>
      )}
    </>
  );
}

const readAs: Record<Reading, string> = {
  ok: "read as in order",
  wait: "read as worth a look",
  fault: "read as a fault",
  live: "read as under way",
  idle: "read as off",
  done: "read as finished",
  odd: "a word outside the API contract",
};

function BothTimes({ at, atMs, sent }: { at: unknown; atMs: number; sent: unknown }) {
  const isMounted = useMounted();
  const isSameDay = formatDay(atMs, "utc") === formatDay(atMs, "local");
  return (
    <>
      <span>{formatDateTime(atMs, "utc")} UTC</span>
      <br />
      <span className="faint">
        {isMounted && `${isSameDay ? formatClock(atMs, "local") : formatDateTime(atMs, "local")} ${localZoneName()}, `}
        <TimeText at={at} variant="relative" />
        {parseTime(sent) === undefined && `, sent as ${asSent(sent)}`}
      </span>
    </>
  );
}
