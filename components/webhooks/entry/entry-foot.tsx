import { useMe } from "@/components/query/use-me";
import { useNotes } from "@/components/record/notes";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { useZone } from "@/components/ui/time/zone";
import { ticketText } from "@/components/webhooks/ticket";
import type { WebhookLogState } from "@/components/webhooks/use-webhook-log";
import type { ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { type DeliveryDetails, eventKey } from "@/lib/contract/console/webhook-log/deliveries";
import { ownTimeZone } from "@/lib/format/format-time";
import { inBothClocks, type TicketLine, ticketLines } from "@/lib/format/ticket-lines";
import { arrivedText } from "./arrived-text";
import { eventStateOf } from "./event-state";

type DeliveryFootProps = {
  log: WebhookLogState;
  entry: DeliveryDetails;
  isJson: boolean;
  onJson: (isJson: boolean) => void;
};

export function DeliveryFoot({ log: { targets, summary }, entry, isJson, onJson }: DeliveryFootProps) {
  const { name: author } = useMe();
  const target = targets.get(entry.webhook_id ?? "");
  const reading = summary.data?.value.reading;
  const reached = arrivedText(entry, useZone());
  const notes = useNotes("deliveries", entry.key);
  const link = () => linkTo(entry.key);
  return (
    <>
      <CopyTicket
        text={() => ticketText({ entry, target, reading, reached, notes, author, link: link() })}
        name="the delivery"
      />
      <Button aria-pressed={isJson} onClick={() => onJson(!isJson)}>
        {isJson ? "Fields" : "JSON"}
      </Button>
      <CopyLink link={link} name="this delivery" />
    </>
  );
}

export function EventFoot({ event }: { event: ReceivedDetail }) {
  const { name: author } = useMe();
  const link = () => linkTo(eventKey(event.id));
  return (
    <>
      <CopyTicket text={() => eventTicketText({ event, author, link: link() })} name="the event" />
      <CopyLink link={link} name="this event" />
    </>
  );
}

const linkTo = (key: string) => new URL(`/webhooks?${new URLSearchParams({ entry: key })}`, location.href).href;

const CopyTicket = ({ text, name }: { text: () => string; name: string }) => (
  <CopyButton variant="primary" text={text} name={`${name} for a ticket`} aria-keyshortcuts="C" data-copies-ticket>
    Copy for ticket
  </CopyButton>
);

const CopyLink = ({ link, name }: { link: () => string; name: string }) => (
  <>
    <span className="min-w-0 flex-1" />
    <CopyButton className="relative" variant="bare" text={link} name={`the link to ${name}`} mark="link">
      <span className="sr-only">Copy link</span>
    </CopyButton>
  </>
);

type EventTicketInput = { event: ReceivedDetail; author: string; link: string; timeZone?: string };

const answers = {
  not_in_log: "Arrived at Switchboard, and is not in the platform’s log",
  waiting: "Arrived at Switchboard, and is not compared with the platform’s log yet",
  test: "A test event that was sent from Switchboard",
  part: "Arrived at Switchboard, in one request with other events",
};

/** An event that is in no log as plain text for a ticket. Content and numbers are left out. */
function eventTicketText({ event, author, link, timeZone = ownTimeZone() }: EventTicketInput): string {
  const { first_at, all_arrivals, name, address, verdict, signature_fault, call_id, delivery_id } = event;
  const optional = (label: string, value: string | null): TicketLine[] => (value === null ? [] : [[label, value]]);
  return ticketLines(answers[eventStateOf(event)], [
    ["First arrived", inBothClocks(Date.parse(first_at), timeZone)],
    ["Arrivals", String(all_arrivals.length)],
    ["Event", name ?? "without a name"],
    ["Address", address],
    ["Signature", signature_fault ?? { unsigned: "none", signed: "valid", failed: "not valid" }[verdict]],
    ...optional("Call ID", call_id),
    ...optional("Delivery ID", delivery_id),
    ["Copied by", author],
    ["Link", link],
  ]);
}
