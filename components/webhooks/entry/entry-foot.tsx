import { useMe } from "@/components/query/use-me";
import { useNotes } from "@/components/record/notes";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { useZone } from "@/components/ui/time/zone";
import { ticketText } from "@/components/webhooks/ticket";
import type { WebhookLogState } from "@/components/webhooks/use-webhook-log";
import type { ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { type DeliveryDetails, eventKey } from "@/lib/contract/console/webhook-log/deliveries";
import { arrivedText } from "./arrived-text";
import { eventTicketText } from "./event-ticket";

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
