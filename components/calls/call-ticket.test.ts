import { expect, test } from "vitest";
import type { CallDeliveries, WebhookDeliveries } from "@/lib/contract/console/inbox/call-deliveries";
import type { ReceivedEvent } from "@/lib/contract/console/inbox/received";
import { readCall } from "@/lib/contract/shapes/call";
import { callTicketText } from "./call-ticket";

const at = (second: number) => new Date(Date.parse("2026-11-20T15:02:00Z") + second * 1_000).toISOString();

const webhook = (rest: Partial<WebhookDeliveries>): WebhookDeliveries => ({
  ...{ webhook_id: "w1", url: "https://crm.fernhill.example/in", our_address: null, state: "retrying" },
  ...{ is_named: false, since: at(81), longest_seconds: null },
  events: [{ event: "call.ended", total: 2, arrived: 0, late: 0, retrying: 2, not_arrived: 0, attempts: 4 }],
  ...rest,
});
const ended = { event: "call.ended", total: 1, arrived: 1, late: 0, retrying: 0, not_arrived: 0, attempts: null };
const deliveries: CallDeliveries = {
  counted: { from: at(50), to: at(110) },
  webhooks: [
    webhook({}),
    webhook({
      ...{ webhook_id: "w2", url: "https://switchboard.example/hooks/…7k2p", our_address: "7k2p" },
      ...{ state: "arrived", is_named: true, since: null, events: [ended] },
    }),
  ],
};

test("callTicketText begins with how the call went, and leaves out what was said", () => {
  const call = readCall({
    ...{ started_at: at(0), answered_at: at(20), ended_at: at(80), ended_reason: "customer-ended-call" },
    ...{ direction: "outbound", to_number: "+493023125071", from_number: "+442079460142", campaign_id: "c1" },
    transcript: [{ role: "user", content: "By post, please." }],
  });
  const events = [{ id: "e", name: "call.ended", first_at: at(81), size: 9 }] as ReceivedEvent[];
  const notes = [{ id: "n", ref: "call_1", at: at(300), by: "Ines Duarte", text: "Letter sent.", may_remove: true }];
  const people = { notes, author: "Mara Okafor", link: "https://switchboard.example/calls/call_1" };
  const rest = {
    found: undefined,
    deliveries,
    isFromEvents: false,
    nowMs: Date.parse(at(600)),
    timeZone: "Europe/Berlin",
  };
  const text = callTicketText({ call_id: "call_1", call, events, ...people, ...rest });
  expect(text.split("\n")).toEqual([
    "The customer hung up after 1 min.",
    "Rang for 20 s: Fri 20 Nov 2026, 15:02:00 UTC (16:02:00 Europe/Berlin)",
    "Answered: Fri 20 Nov 2026, 15:02:20 UTC (16:02:20 Europe/Berlin)",
    "Customer hung up after 1 min: Fri 20 Nov 2026, 15:03:20 UTC (16:03:20 Europe/Berlin)",
    "Event call.ended received: Fri 20 Nov 2026, 15:03:21 UTC (16:03:21 Europe/Berlin)",
    "Did it arrive at crm.fernhill.example: 2 of 2 call.ended not arrived yet, 4 attempts, 8 min so far",
    "Counted: The log has no call IDs. Each line counts the same events within half a minute, from Fri 20 Nov 2026, 15:02:50 UTC (16:02:50 Europe/Berlin) to Fri 20 Nov 2026, 15:03:50 UTC (16:03:50 Europe/Berlin).",
    "Reached Switchboard: At Switchboard’s own address, switchboard.example/hooks/…7k2p. By the log: 1 of 1 event arrived, by its ID.",
    "Length: 1 min",
    "Direction: outbound",
    "Contact: +493023125071",
    "Our number: +442079460142",
    "End reason as sent: customer-ended-call",
    "Campaign ID: c1",
    "Call ID: call_1",
    "Source: the platform's record",
    "Note by Ines Duarte: Letter sent. (Fri 20 Nov 2026, 15:07:00 UTC (16:07:00 Europe/Berlin))",
    "Copied by: Mara Okafor",
    "Link: https://switchboard.example/calls/call_1",
  ]);
});
