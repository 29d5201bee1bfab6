import type { LogEntry, Targets } from "@/lib/client/webhook-log";
import { csvOf } from "@/lib/format/csv";
import { formatRaw } from "@/lib/format/format-raw";
import { attemptsMessage, type LogFilter } from "./log-filter";

const shown = new Set(["id", "webhook_id", "event", "status", "attempts", "delivered_at"]);

/** The entries as CSV: times in UTC beside what was sent, and every field beyond the contract's own. */
export function logCsv(entries: readonly LogEntry[], targets: Targets): string {
  const others = [...new Set(entries.flatMap(({ log }) => Object.keys(log)))].filter((name) => !shown.has(name));
  const header = [
    "id",
    "webhook_id",
    "webhook_url",
    "event",
    "status",
    "attempts",
    "delivered_at",
    "delivered_at_as_sent",
    ...others,
  ];
  return csvOf(header, rows());

  function* rows() {
    for (const { log, atMs } of entries)
      yield [
        log.id,
        log.webhook_id,
        targets.get(log.webhook_id ?? "")?.url,
        log.event,
        log.status,
        log.attempts,
        atMs === undefined ? undefined : new Date(atMs).toISOString(),
        log.delivered_at,
        ...others.map((name) => rawText(log[name])),
      ];
  }
}

function rawText(value: unknown) {
  return value === undefined || (typeof value === "string" && value !== "") ? value : formatRaw(value);
}

export type CsvNameInput = { filter: LogFilter; webhook: string | undefined; readMs: number };

/** Says what the file holds: `webhook-log_last-24-h_status-failed_2026-11-20T0641Z.csv`. */
export function csvName({ filter, webhook, readMs }: CsvNameInput): string {
  const { attempts, preset, between, isUntimed, status, event, text } = filter;
  const parts = [
    "webhook-log",
    webhook,
    between
      ? `${stamp(between.fromMs)}-to-${stamp(between.toMs)}`
      : (preset?.label ?? (isUntimed ? "no-time-sent" : "all-time")),
    attempts && `attempts ${attemptsMessage(attempts)}`,
    status && `status ${status.replace(/^!/, "not ")}`,
    event && `event ${event}`,
    text && `text ${text}`,
    stamp(readMs),
  ];
  return `${parts.flatMap((part) => (part ? [slug(part)] : [])).join("_")}.csv`;
}

const stamp = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace(":", "")}Z`;

const slug = (text: string) =>
  text
    .replace(/[^A-Za-z0-9.]+/g, "-")
    .replace(/^[-.]+|-+$/g, "")
    .slice(0, 40);
