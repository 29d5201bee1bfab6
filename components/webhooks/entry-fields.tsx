"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useMay } from "@/components/query/use-me";
import { setMeaningHref } from "@/components/status/set-meaning";
import { unknownClass } from "@/components/status/status";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { KvList } from "@/components/ui/page/kv-list";
import { Shown } from "@/components/ui/page/shown";
import { TimeText } from "@/components/ui/time/time-text";
import type { LogEntry } from "@/lib/client/webhook-log";
import { setMeaning } from "@/lib/contract/console/settings";
import { formatRaw } from "@/lib/format/format-raw";
import { formatClock, formatDateTime, formatDay, localZoneName } from "@/lib/format/format-time";
import { isPlainObject } from "@/lib/format/json";
import { parseTime } from "@/lib/format/parse-time";
import { Attempts, EventName } from "./log-cells";
import { useLogMeaning } from "./use-desk";

const names = ["id", "webhook_id", "event", "status", "attempts", "delivered_at"] as const;

/** The contract's own fields; one that came as another kind, or not at all, is shown as it was sent. */
export function EntryFields({ entry, sent }: { entry: LogEntry; sent: unknown }) {
  const { log, atMs } = entry;
  const raw = isPlainObject(sent) ? sent : {};
  const read: Record<(typeof names)[number], ReactNode> = {
    id: log.id && <CopyId id={log.id} whole />,
    webhook_id: log.webhook_id && <CopyId id={log.webhook_id} whole />,
    event: log.event && <EventName>{log.event}</EventName>,
    status: typeof log.status === "string" && log.status !== "" && <StatusRead word={log.status} />,
    attempts: typeof log.attempts === "number" && <Attempts entry={entry} />,
    delivered_at: atMs !== undefined && <BothTimes at={log.delivered_at} atMs={atMs} sent={raw.delivered_at} />,
  };
  return <KvList keys entries={names.map((name) => [name, read[name] || <AsSent key={name} value={raw[name]} />])} />;
}

function AsSent({ value }: { value: unknown }) {
  if (value === undefined || value === null) return <Shown value={value} />;
  return (
    <code className={unknownClass} title="Not as the API contract says, shown as received">
      {formatRaw(value)}
    </code>
  );
}

function StatusRead({ word }: { word: string }) {
  const toneOf = useLogMeaning();
  const maySetMeaning = useMay(setMeaning);
  const tone = toneOf("status", word);
  return (
    <>
      <code>{word}</code>{" "}
      {word !== "delivered" && (
        <>
          <span className="text-ink-3">{readAs[tone]}</span>
          {maySetMeaning && (
            <>
              <span className="text-ink-3">, </span>
              <Link className={linkClass} href={setMeaningHref({ resource: "webhook-logs", field: "status", word })}>
                {tone === "unknown" ? "give it a reading" : "change"}
              </Link>
            </>
          )}
        </>
      )}
    </>
  );
}

const readAs: Record<Tone, string> = {
  ok: "read as in order",
  wait: "read as worth a look",
  fault: "read as a fault",
  live: "read as under way",
  idle: "read as off",
  done: "read as finished",
  unknown: "a word outside the API contract",
};

function BothTimes({ at, atMs, sent }: { at: unknown; atMs: number; sent: unknown }) {
  const isMounted = useMounted();
  const isSameDay = formatDay(atMs, "utc") === formatDay(atMs, "local");
  return (
    <>
      <span>{formatDateTime(atMs, "utc")} UTC</span>
      <br />
      <span className="text-ink-3">
        {isMounted && `${isSameDay ? formatClock(atMs, "local") : formatDateTime(atMs, "local")} ${localZoneName()}, `}
        <TimeText at={at} variant="relative" />
        {parseTime(sent) === undefined && `, sent as ${formatRaw(sent)}`}
      </span>
    </>
  );
}
