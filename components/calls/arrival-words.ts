import type { Tone } from "@/components/ui/buttons/status-icon";
import { targetOf } from "@/lib/client/webhook-log";
import type { CallDeliveries, DeliveryState, WebhookDeliveries } from "@/lib/contract/console/inbox/call-deliveries";
import { wordsText, wordText } from "@/lib/contract/console/webhook-log/words";
import { countOf, formatCount } from "@/lib/format/format-count";
import { shortenId, visibleControls } from "@/lib/format/format-raw";
import { formatClock, formatSpan, type Zone } from "@/lib/format/format-time";

export const arrivalTones: Record<DeliveryState, Tone> = {
  not_arrived: "fault",
  retrying: "live",
  missing: "wait",
  late: "wait",
  not_watched: "idle",
  not_read: "idle",
  arrived: "ok",
};

/** Host of a webhook, or its ID if the platform lists no address. */
export const webhookName = ({ webhook_id, url }: WebhookDeliveries) =>
  targetOf({ webhook_id, url })?.host ?? `webhook ${shortenId(webhook_id)}`;

/** "2 of 2 call.ended not arrived, 4 attempts". */
export function arrivalWords({ state, events, is_named }: WebhookDeliveries): string {
  const sum = (of: (event: WebhookDeliveries["events"][number]) => number) =>
    events.reduce((total, event) => total + of(event), 0);
  const [total, arrived] = [sum((event) => event.total), sum((event) => event.arrived)];
  const inLog = total === 0 ? "" : `; ${formatCount(arrived)} of ${countOf(total, "event")} in the log arrived`;
  if (state === "not_arrived" || state === "retrying") return missedWords(events) + (is_named ? ", by its ID" : "");
  if (state === "missing") return "no delivery of these events in the log";
  if (state === "not_watched") return `not known, because this time was not watched${inLog}`;
  if (state === "not_read") return `not known until the log is read again${inLog}`;
  const count = `${formatCount(arrived)} of ${countOf(total, "event")}`;
  const late = state === "late" ? ` arrived, ${formatCount(sum((event) => event.late))} of them late` : " arrived";
  return `${count}${late}${is_named ? ", by its ID" : ""}`;
}

function missedWords(events: WebhookDeliveries["events"]) {
  return events
    .filter(({ total, arrived }) => arrived < total)
    .map(({ event, total, not_arrived, retrying, attempts }) => {
      const missed = not_arrived + retrying;
      const yet = not_arrived === 0 ? " yet" : "";
      const tries = attempts === null ? "" : `, ${countOf(attempts, "attempt")}`;
      return `${formatCount(missed)} of ${formatCount(total)} ${visibleControls(event)} not arrived${yet}${tries}`;
    })
    .join("; ");
}

/** "13 min so far", "within 0.6 s", "by up to 3 min". */
export function arrivalTime({ state, since, longest_seconds }: WebhookDeliveries, nowMs: number): string | undefined {
  if (state === "retrying" && since !== null)
    return `${formatSpan(Math.max(0, Math.floor((nowMs - Date.parse(since)) / 1000)))} so far`;
  if (longest_seconds === null) return undefined;
  if (state === "late") return `by up to ${formatSpan(Math.round(longest_seconds), true)}`;
  const span = longest_seconds < 10 ? `${longest_seconds.toFixed(1)} s` : formatSpan(Math.round(longest_seconds), true);
  return state === "arrived" && longest_seconds > 0 ? `within ${span}` : undefined;
}

type Counted = NonNullable<CallDeliveries["counted"]>;

/** A sentence on how the lines are counted: by call ID, or by event and time. */
export function countedWords(webhooks: readonly WebhookDeliveries[], time: string): string {
  const near = webhooks.filter(({ is_named }) => !is_named).length;
  if (webhooks.length > 0 && near === 0) return "The log names this call by its ID.";
  const which = near === webhooks.length ? "Each line counts" : "A line without “by its ID” counts";
  return `The log has no call IDs. ${which} the same events within half a minute, ${time}.`;
}

export const countedTime = ({ from, to }: Counted, zone: Zone) =>
  `from ${formatClock(Date.parse(from), zone)} to ${formatClock(Date.parse(to), zone)}`;

/** The webhook log with the deliveries that a line counts. */
export function deliveriesHref({ webhook_id, events }: WebhookDeliveries, { from, to }: Counted): string {
  const event = wordsText({ words: events.map((each) => each.event), isExcluded: false });
  const filters = { webhook: wordText(webhook_id), ...(event ? { event } : {}), between: `${from}..${to}` };
  return `/webhooks?${new URLSearchParams(filters)}`;
}

/** Customers' webhooks, without our own addresses. */
export const customersOf = ({ webhooks }: CallDeliveries) => webhooks.filter(({ our_address }) => our_address === null);

/** "At Switchboard’s own address, switchboard.example/hooks/…7k2p: 3 of 3 events arrived". */
export const ourAddressWords = (webhook: WebhookDeliveries) =>
  `At Switchboard’s own address, ${webhookName(webhook)}/hooks/…${webhook.our_address}. By the log: ${arrivalWords(webhook)}.`;
