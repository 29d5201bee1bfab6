import type { QueryClient } from "@tanstack/react-query";
import { readAnswer } from "@/lib/client/answer";
import { read } from "@/lib/client/query";
import { clock } from "@/lib/clock";
import { getCall } from "@/lib/contract/api/calls";
import { getCallDeliveries } from "@/lib/contract/console/inbox/call-deliveries";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { eventsOfCall, listReceived } from "@/lib/contract/console/inbox/received";
import { listNotes } from "@/lib/contract/console/notes";
import type { Me } from "@/lib/contract/console/people/me";
import { idToPath } from "@/lib/contract/identifier";
import type { InputOf } from "@/lib/contract/inputs";
import { isAllowed, type Operation, type OutputOf } from "@/lib/contract/operation";
import { hasKnownFields, readCall } from "@/lib/contract/shapes/call";
import { callTicketText } from "./call-ticket";
import { shapeOf } from "./found-call";

/** Reads what the ticket of a listed call needs, as its page does. Throws if a read other than that of the record fails. */
export async function readCallTicket(client: QueryClient, found: FoundCall, { name, role }: Me): Promise<string> {
  const { call_id } = found;
  async function ask<Op extends Operation>(op: Op, input: InputOf<Op>): Promise<OutputOf<Op> | undefined> {
    return isAllowed(op, role) ? readAnswer(op, await client.fetchQuery(read(op, input))).value : undefined;
  }
  const [record, events, deliveries, notes] = await Promise.all([
    // The platform may not have the call, or not answer: then the ticket says what the events say.
    ask(getCall, { call_id }).catch(() => undefined),
    ask(listReceived, eventsOfCall(call_id)),
    ask(getCallDeliveries, { call_id }),
    ask(listNotes, { resource: "calls", ref: call_id }),
  ]);
  const sent = readCall(record?.data);
  const isFromEvents = record === undefined || !hasKnownFields(sent);
  const nowMs = clock.nowMs();
  return callTicketText({
    ...{ call_id, found, isFromEvents, nowMs, author: name },
    call: isFromEvents ? shapeOf(found, nowMs) : sent,
    events: events?.data.toReversed() ?? [],
    deliveries: deliveries?.data,
    notes: notes?.data ?? [],
    link: new URL(`/calls/${idToPath(call_id)}`, location.href).href,
  });
}
