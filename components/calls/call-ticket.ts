import type { CallDeliveries, WebhookDeliveries } from "@/lib/contract/console/inbox/call-deliveries";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import type { ReceivedEvent } from "@/lib/contract/console/inbox/received";
import type { Note } from "@/lib/contract/console/notes";
import type { CallShape } from "@/lib/contract/shapes/call";
import { formatSpan, ownTimeZone } from "@/lib/format/format-time";
import { inBothClocks, notesIn, type TicketLine, ticketLines } from "@/lib/format/ticket-lines";
import { arrivalTime, arrivalWords, countedWords, customersOf, ourAddressWords, webhookName } from "./arrival-words";
import { callSentence } from "./call-sentence";
import { pathSteps } from "./path-steps";

type CallTicketInput = {
  call_id: string;
  call: CallShape;
  found: FoundCall | undefined;
  events: readonly ReceivedEvent[];
  deliveries: CallDeliveries | undefined;
  notes: readonly Note[];
  isFromEvents: boolean;
  nowMs: number;
  author: string;
  link: string;
  /** Zone of the second clock beside UTC; the browser's by default. */
  timeZone?: string;
};

/** One call as plain text for a ticket: how it went, its steps, then who and where. Content is left out. */
export function callTicketText({
  call_id,
  call,
  found,
  events,
  deliveries,
  notes,
  nowMs,
  ...rest
}: CallTicketInput): string {
  const { isFromEvents, author, link, timeZone = ownTimeZone() } = rest;
  const { customerNumber, ownNumber, direction, status, reason, talkSeconds, ids } = call;
  const steps = pathSteps({ call, found, events, limitMs: undefined, nowMs });
  return ticketLines(callSentence(call, talkSeconds), [
    ...steps.map(({ ms, title, rest, event }): TicketLine => {
      const what = event ? `Event ${event.name ?? "without a name"} received` : [title, rest].filter(Boolean).join(" ");
      return [what, inBothClocks(ms, timeZone)];
    }),
    ...arrivalLines(deliveries, timeZone, nowMs),
    ...fact("Length", talkSeconds && formatSpan(talkSeconds, true)),
    ...fact("Direction", direction),
    ...fact("Contact", customerNumber),
    ...fact("Our number", ownNumber),
    ...fact("Status as sent", status),
    ...fact("End reason as sent", reason),
    ...fact("Campaign ID", ids.campaign_id ?? found?.campaign_id),
    ...fact("Assistant ID", ids.assistant_id ?? found?.assistant_id),
    ...fact("Session ID", ids.session_id ?? found?.session_id),
    ["Call ID", call_id],
    ["Source", isFromEvents ? "the events received" : "the platform's record"],
    ...notesIn(notes, timeZone),
    ["Copied by", author],
    ["Link", link],
  ]);
}

/** How customers' webhooks got the events, then our own address, and what was counted. */
function arrivalLines(deliveries: CallDeliveries | undefined, timeZone: string, nowMs: number): TicketLine[] {
  const counted = deliveries?.counted;
  if (!deliveries || !counted) return [];
  const customers = customersOf(deliveries);
  const ours = deliveries.webhooks.filter((webhook) => webhook.our_address !== null);
  const words = (webhook: WebhookDeliveries) =>
    [arrivalWords(webhook), arrivalTime(webhook, nowMs)].filter(Boolean).join(", ");
  const time = `from ${inBothClocks(Date.parse(counted.from), timeZone)} to ${inBothClocks(Date.parse(counted.to), timeZone)}`;
  return [
    ...customers.map((webhook): TicketLine => [`Did it arrive at ${webhookName(webhook)}`, words(webhook)]),
    ...(customers.length === 0 ? [] : ([["Counted", countedWords(customers, time)]] satisfies TicketLine[])),
    ...ours.map((webhook): TicketLine => ["Reached Switchboard", ourAddressWords(webhook)]),
  ];
}

const fact = (name: string, value: string | number | null | undefined): TicketLine[] =>
  value ? [[name, String(value)]] : [];
