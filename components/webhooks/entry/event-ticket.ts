import type { ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { ownTimeZone } from "@/lib/format/format-time";
import { inBothClocks, type TicketLine, ticketLines } from "@/lib/format/ticket-lines";
import { eventStateOf } from "./event-state";

type EventTicketInput = { event: ReceivedDetail; author: string; link: string; timeZone?: string };

const answers = {
  not_in_log: "Arrived at Switchboard, and is not in the platform’s log",
  waiting: "Arrived at Switchboard, and is not compared with the platform’s log yet",
  test: "A test event that was sent from Switchboard",
  part: "Arrived at Switchboard, in one request with other events",
};

/** An event that is in no log as plain text for a ticket. Content and numbers are left out. */
export function eventTicketText({ event, author, link, timeZone = ownTimeZone() }: EventTicketInput): string {
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
