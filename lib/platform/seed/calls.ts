import type { Transaction } from "@/lib/db/database";
import { converse } from "@/lib/platform/calls/simulated-conversation";
import { callTable, sessionTable } from "@/lib/platform/tables/calls";
import { ago } from "./ago";
import { seeded } from "./ids";

const greeting = "Hello, this is Maya from Fernhill Energy. Do you have a minute to talk about your tariff?";

export async function seedCalls(tx: Transaction, now: Date) {
  const { calls, sessions, assistants, phoneNumbers, campaigns } = seeded;
  const live = { organization_id: seeded.organization, assistant_id: assistants.renewals, currency: "USD" };
  const outbound = {
    ...live,
    type: "outbound",
    direction: "outbound",
    phone_number_id: phoneNumbers.main,
    from_number: "+442079460018",
  };
  const inbound = {
    ...live,
    type: "inbound",
    direction: "inbound",
    phone_number_id: phoneNumbers.outages,
    to_number: "+442920180301",
  };
  const ended = { ...outbound, status: "ended" as const, campaign_id: campaigns.completed };
  const talk = { language: "en", first_message: greeting };
  const answeredAt = ago(now, { days: 12, hours: 3 });

  await tx.insert(callTable).values([
    {
      ...outbound,
      id: calls.live,
      session_id: sessions.live,
      status: "in-progress",
      to_number: "+447700900871",
      customer_name: "Carys Mensah",
      started_at: ago(now, { minutes: 4, seconds: 20 }),
      answered_at: ago(now, { minutes: 4 }),
      created_at: ago(now, { minutes: 4, seconds: 21 }),
    },
    {
      ...inbound,
      id: calls.liveInbound,
      session_id: sessions.liveInbound,
      status: "in-progress",
      assistant_id: assistants.outages,
      workflow_ref: seeded.workflows.withSlash,
      from_number: "+441632960777",
      customer_name: null,
      started_at: ago(now, { minutes: 2, seconds: 9 }),
      answered_at: ago(now, { minutes: 2, seconds: 5 }),
      created_at: ago(now, { minutes: 2, seconds: 9 }),
    },
    {
      ...outbound,
      id: calls.ringing,
      session_id: sessions.ringing,
      status: "ringing",
      to_number: "+447700900872",
      customer_name: "Idris O'Brien",
      started_at: ago(now, { seconds: 12 }),
      created_at: ago(now, { seconds: 13 }),
    },
    {
      ...ended,
      id: calls.ended,
      session_id: sessions.ended,
      to_number: "+447700900003",
      customer_name: "Siân Hughes",
      started_at: ago(now, { days: 12, hours: 3, seconds: 9 }),
      answered_at: answeredAt,
      ended_at: new Date(Date.parse(answeredAt) + 84_000).toISOString(),
      duration_seconds: 84,
      ended_reason: "customer-ended-call",
      cost: "0.0196",
      transcript: converse(talk, answeredAt, 84),
      summary: "The customer asked for the new tariffs by email.",
      created_at: ago(now, { days: 12, hours: 3, seconds: 10 }),
    },
    {
      ...ended,
      id: calls.voicemail,
      session_id: sessions.voicemail,
      to_number: "+447700900004",
      customer_name: "Ben Novák",
      started_at: ago(now, { days: 12, hours: 2, minutes: 31 }),
      answered_at: ago(now, { days: 12, hours: 2, minutes: 30 }),
      ended_at: ago(now, { days: 12, hours: 2, minutes: 29, seconds: 49 }),
      duration_seconds: 11,
      ended_reason: "voicemail",
      cost: "0.0026",
      summary: "Reached voicemail; a message was left.",
      created_at: ago(now, { days: 12, hours: 2, minutes: 31 }),
    },
    {
      ...ended,
      id: calls.unanswered,
      session_id: sessions.unanswered,
      to_number: "+447700900005",
      customer_name: "Priya Walsh",
      started_at: ago(now, { days: 12, hours: 2 }),
      ended_at: ago(now, { days: 12, hours: 1, minutes: 59, seconds: 33 }),
      duration_seconds: 0,
      ended_reason: "customer-did-not-answer",
      created_at: ago(now, { days: 12, hours: 2 }),
    },
  ]);

  const active = {
    organization_id: seeded.organization,
    assistant_id: assistants.renewals,
    channel: "phone" as const,
    status: "active" as const,
  };
  const over = { ...active, status: "ended" as const };
  await tx.insert(sessionTable).values([
    { ...active, id: sessions.live, call_id: calls.live, started_at: ago(now, { minutes: 4, seconds: 20 }) },
    {
      ...active,
      id: sessions.liveInbound,
      call_id: calls.liveInbound,
      started_at: ago(now, { minutes: 2, seconds: 9 }),
    },
    { ...active, id: sessions.ringing, call_id: calls.ringing, started_at: ago(now, { seconds: 12 }) },
    {
      ...active,
      id: sessions.web,
      channel: "web",
      started_at: ago(now, { minutes: 7 }),
      metadata: { page: "/tariffs" },
    },
    {
      ...over,
      id: sessions.ended,
      call_id: calls.ended,
      started_at: ago(now, { days: 12, hours: 3 }),
      ended_at: ago(now, { days: 12, hours: 2, minutes: 58 }),
    },
    {
      ...over,
      id: sessions.voicemail,
      call_id: calls.voicemail,
      started_at: ago(now, { days: 12, hours: 2, minutes: 31 }),
      ended_at: ago(now, { days: 12, hours: 2, minutes: 29 }),
    },
    {
      ...over,
      id: sessions.unanswered,
      call_id: calls.unanswered,
      started_at: ago(now, { days: 12, hours: 2 }),
      ended_at: ago(now, { days: 12, hours: 1, minutes: 59 }),
    },
  ]);
}
