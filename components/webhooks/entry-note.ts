import type { LogEntry, Target } from "@/lib/client/webhook-log";
import { formatRaw } from "@/lib/format/format-raw";
import { formatDateTime, localZoneName } from "@/lib/format/format-time";

export type NoteInput = { entry: LogEntry; target: Target | undefined; link: string };

/** One entry as plain text for a ticket. */
export function entryNote({ entry, target, link }: NoteInput): string {
  const { log, atMs } = entry;
  const lines: [string, string][] = [
    ["Event", formatRaw(log.event)],
    ["Target", target?.host ?? `unknown webhook ${log.webhook_id ?? "(no ID sent)"}`],
    ["Status", formatRaw(log.status)],
    ["Attempts", formatRaw(log.attempts)],
    ...times(atMs, log.delivered_at),
    ["Entry ID", formatRaw(log.id)],
    ["Link", link],
  ];
  return ["Webhook log entry", ...lines.map(([name, value]) => `${name}: ${oneLine(value)}`)].join("\n");
}

function times(atMs: number | undefined, sent: string | null | undefined): [string, string][] {
  if (atMs === undefined) return [["Delivered at", sent ? `${sent} (as sent)` : formatRaw(sent)]];
  return [
    ["Delivered at", `${formatDateTime(atMs, "utc")} UTC`],
    ["Local time", `${formatDateTime(atMs, "local")} ${localZoneName()}`],
  ];
}

const oneLine = (text: string) => text.replace(/\s+/g, " ");
