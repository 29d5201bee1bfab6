import type { Tone } from "@/components/ui/buttons/status-icon";
import { failingWords, momentWords } from "@/lib/client/webhook-log";
import type { DeliverySummary, WebhookHealth } from "@/lib/contract/console/webhook-log/summary";
import { countOf, formatCount } from "@/lib/format/format-count";
import type { Zone } from "@/lib/format/format-time";

type Options = {
  zone: Zone;
  nowMs: number;
  /** The chosen time is over, so that only its own deliveries count. */
  isPast: boolean;
  watched: DeliverySummary["watched"];
};

/** "failing since 14:31, 29×", "2 events, last one 15:20". Says all delivered only of a time that was watched whole. */
export function healthWords(webhook: Omit<WebhookHealth, "hours">, options: Options): { tone: Tone; text: string } {
  const { status, events, total, not_delivered, retrying, older, last_at } = webhook;
  const { zone, nowMs, isPast, watched } = options;
  const failing = isPast ? undefined : failingWords(webhook, zone, nowMs);
  if (failing) return { tone: "fault", text: failing };
  if (not_delivered > 0) return { tone: "fault", text: `${formatCount(not_delivered)} not arrived` };
  if (retrying > 0) return { tone: "live", text: `${formatCount(retrying)} not arrived yet` };
  const kind = [status === "active" ? "" : status, events ? countOf(events.length, "event") : ""].filter(Boolean);
  const last =
    last_at !== null
      ? `last one ${momentWords(last_at, zone, nowMs)}`
      : older > 0
        ? `${formatCount(older)} older, time unknown`
        : "no deliveries yet";
  const inTime = total > 0 ? (watched === "all" ? "all arrived" : "no known failures") : "none known in this time";
  return { tone: total > 0 && watched === "all" ? "ok" : "idle", text: [...kind, isPast ? inTime : last].join(", ") };
}
