import type { ReactNode } from "react";
import { useMay } from "@/components/query/use-me";
import { setMeaningHref } from "@/components/status/set-meaning";
import { unknownClass } from "@/components/status/status";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { TextLink } from "@/components/ui/buttons/link";
import { KvList } from "@/components/ui/page/kv-list";
import { Shown } from "@/components/ui/page/shown";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { firstSeenText } from "@/components/webhooks/log-cells";
import { useLogMeaning } from "@/components/webhooks/use-webhook-log";
import { setMeaning } from "@/lib/contract/console/meanings";
import type { DeliveryDetails } from "@/lib/contract/console/webhook-log/deliveries";
import { formatRaw } from "@/lib/format/format-raw";
import { formatClock, formatDateTime, formatDay, localZoneName, timeZoneOf } from "@/lib/format/format-time";
import { isPlainObject } from "@/lib/format/json";
import { parseMoment, parseTime } from "@/lib/format/parse-time";

/** The documented fields. Values of an unexpected type are shown as received. */
export function EntryFields({ entry }: { entry: DeliveryDetails }) {
  const { webhook_id, status } = entry;
  const raw = isPlainObject(entry.raw) ? entry.raw : {};
  const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
  const entries: [string, ReactNode][] = [
    ["ID", isText(raw.id) ? <CopyId key="id" id={raw.id} whole /> : <RawValue key="id" value={raw.id} />],
    [
      "Webhook",
      webhook_id && isText(raw.webhook_id) ? (
        <CopyId key="webhook" id={webhook_id} whole />
      ) : (
        <RawValue key="webhook" value={raw.webhook_id} />
      ),
    ],
    ["Time", <Times key="time" entry={entry} sent={raw.delivered_at} />],
    [
      "Status",
      isText(raw.status) && status ? (
        <StatusRead key="status" word={status} />
      ) : (
        <RawValue key="status" value={raw.status} />
      ),
    ],
  ];
  if (!isText(raw.event)) entries.splice(2, 0, ["Event", <RawValue key="event" value={raw.event} />]);
  if (!isUsual(raw.attempts)) entries.push(["Attempts", <RawValue key="attempts" value={raw.attempts} />]);
  return <KvList entries={entries} />;
}

const maxUsualAttempts = 999;

const isUsual = (attempts: unknown) =>
  Number.isInteger(attempts) && Number(attempts) >= 0 && Number(attempts) <= maxUsualAttempts;

function RawValue({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === "") return <Shown value={value} />;
  return (
    <code className={unknownClass} title="Shown as received">
      {formatRaw(value)}
    </code>
  );
}

function StatusRead({ word }: { word: string }) {
  const toneOf = useLogMeaning();
  const maySetMeaning = useMay(setMeaning);
  const tone = toneOf(word);
  return (
    <>
      <code>{word}</code>{" "}
      {word !== "delivered" && (
        <>
          {tone === "unknown" && <span className="text-ink-3">has no meaning yet </span>}
          {maySetMeaning && (
            <TextLink href={setMeaningHref({ resource: "webhook-logs", field: "status", word })}>
              {tone === "unknown" ? "set what it means" : "change what it means"}
            </TextLink>
          )}
        </>
      )}
    </>
  );
}

/** The platform's time, or the first-seen time if the platform sends no valid one. */
function Times({ entry, sent }: { entry: DeliveryDetails; sent: unknown }) {
  const read = parseMoment(sent);
  if (read) return <BothTimes at={sent} atMs={read.ms} sent={sent} />;
  return (
    <>
      {sent === undefined || sent === null ? (
        `no time ${sent === null ? "recorded by the platform" : "sent"}`
      ) : (
        <RawValue value={sent} />
      )}
      <br />
      <FirstSeen entry={entry} />
    </>
  );
}

function FirstSeen({ entry }: { entry: DeliveryDetails }) {
  const zone = useZone();
  const isMounted = useMounted();
  const firstSeenMs = Date.parse(entry.first_seen_at);
  const name = zone === "local" && !isMounted ? "UTC" : timeZoneOf(zone);
  const other = zone === "utc" ? "local" : "utc";
  return (
    <span className="text-ink-3">
      first seen {formatDay(firstSeenMs, zone)}, {firstSeenText(entry, zone)} {name}
      {isMounted && localZoneName() !== "UTC" && (
        <>
          <br />
          {firstSeenText(entry, other)} {other === "utc" ? "UTC" : localZoneName()}
        </>
      )}
    </span>
  );
}

function BothTimes({ at, atMs, sent }: { at: unknown; atMs: number; sent: unknown }) {
  const isMounted = useMounted();
  const isSameDay = formatDay(atMs, "utc") === formatDay(atMs, "local");
  return (
    <>
      <span>{formatDateTime(atMs, "utc")} UTC</span>
      <br />
      <span className="text-ink-3">
        {isMounted &&
          localZoneName() !== "UTC" &&
          `${isSameDay ? formatClock(atMs, "local") : formatDateTime(atMs, "local")} ${localZoneName()}, `}
        <TimeText at={at} variant="relative" />
        {parseTime(sent) === undefined && `, sent as ${formatRaw(sent)}`}
      </span>
    </>
  );
}
