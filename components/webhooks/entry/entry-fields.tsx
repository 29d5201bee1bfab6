import type { ReactNode } from "react";
import { useMay } from "@/components/query/use-me";
import { setMeaningHref } from "@/components/status/set-meaning";
import { unknownClass } from "@/components/status/status";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { TextLink } from "@/components/ui/buttons/link";
import { KvList } from "@/components/ui/page/kv-list";
import { Shown } from "@/components/ui/page/shown";
import { useLogMeaning } from "@/components/webhooks/use-webhook-log";
import { setMeaning } from "@/lib/contract/console/meanings";
import type { DeliveryDetails } from "@/lib/contract/console/webhook-log/deliveries";
import { formatRaw } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";
import { parseTime } from "@/lib/format/parse-time";

/** The documented fields that the sentences above do not say. Values of an unexpected type are shown as received. */
export function EntryFields({ entry }: { entry: DeliveryDetails }) {
  const { webhook_id, status } = entry;
  const raw = isPlainObject(entry.raw) ? entry.raw : {};
  const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
  const entries: [string, ReactNode][] = [
    ["Delivery", isText(raw.id) ? <CopyId key="id" id={raw.id} whole /> : <RawValue key="id" value={raw.id} />],
    [
      "Webhook",
      webhook_id && isText(raw.webhook_id) ? (
        <CopyId key="webhook" id={webhook_id} whole />
      ) : (
        <RawValue key="webhook" value={raw.webhook_id} />
      ),
    ],
  ];
  if (!isText(raw.event)) entries.push(["Event", <RawValue key="event" value={raw.event} />]);
  if (!isUsual(raw.attempts)) entries.push(["Attempts", <RawValue key="attempts" value={raw.attempts} />]);
  const isSent = raw.delivered_at !== undefined && raw.delivered_at !== null;
  if (isSent && parseTime(raw.delivered_at) === undefined)
    entries.push(["Time as sent", <RawValue key="time" value={raw.delivered_at} />]);
  if (!isText(raw.status) || !status) entries.push(["Status", <RawValue key="status" value={raw.status} />]);
  else if (status !== "delivered") entries.push(["Status as sent", <StatusRead key="status" word={status} />]);
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
      <code>{word}</code> {tone === "unknown" && <span className="text-ink-3">has no meaning yet </span>}
      {maySetMeaning && (
        <TextLink href={setMeaningHref({ resource: "webhook-logs", field: "status", word })}>
          {tone === "unknown" ? "set what it means" : "change what it means"}
        </TextLink>
      )}
    </>
  );
}
