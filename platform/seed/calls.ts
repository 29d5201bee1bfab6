import type { Transaction } from "@/lib/db/database";
import { callTable, sessionTable, type TranscriptLine } from "@/platform/tables/calls";
import { ago } from "./ago";
import { seeded } from "./ids";

const { calls, sessions, assistants, phoneNumbers, campaigns, organization: organization_id } = seeded;

type Call = typeof callTable.$inferInsert;

export async function seedCalls(tx: Transaction, now: Date) {
  const rows = [...liveCalls(now), ...endedCalls(now)];
  await tx.insert(callTable).values(rows);
  const web = { organization_id, assistant_id: assistants.renewals, channel: "web", status: "active" } as const;
  await tx
    .insert(sessionTable)
    .values([
      ...rows.map(sessionOf),
      { ...web, id: sessions.web, started_at: ago(now, { minutes: 7 }), metadata: { page: "/tariffs" } },
    ]);
}

const sessionOf = ({ id, session_id, assistant_id, status, started_at, ended_at }: Call) => ({
  id: session_id,
  organization_id,
  call_id: id,
  assistant_id,
  channel: "phone" as const,
  status: status === "ended" ? ("ended" as const) : ("active" as const),
  started_at,
  ended_at,
});

const outbound = {
  organization_id,
  assistant_id: assistants.renewals,
  type: "outbound",
  direction: "outbound",
  phone_number_id: phoneNumbers.main,
  from_number: "+442079460018",
  currency: "USD",
};

const liveCalls = (now: Date): Call[] => [
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
    organization_id,
    id: calls.liveInbound,
    session_id: sessions.liveInbound,
    type: "inbound",
    direction: "inbound",
    status: "in-progress",
    assistant_id: assistants.outages,
    workflow_ref: seeded.workflows.withSlash,
    phone_number_id: phoneNumbers.outages,
    from_number: "+441632960777",
    to_number: "+442920180301",
    currency: "USD",
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
];

function endedCalls(now: Date): Call[] {
  const answeredAt = ago(now, { hours: 2, minutes: 14 });
  const laterBy = (seconds: number) => new Date(Date.parse(answeredAt) + seconds * 1000).toISOString();
  const ended = {
    ...outbound,
    status: "ended" as const,
    campaign_id: campaigns.running,
    to_number: "+493023125071",
    customer_name: "Hedda Brandt",
    currency: "EUR",
  };
  return [
    {
      ...ended,
      id: calls.ended,
      session_id: sessions.ended,
      started_at: ago(now, { hours: 2, minutes: 14, seconds: 20 }),
      answered_at: answeredAt,
      ended_at: laterBy(252),
      duration_seconds: 252,
      ended_reason: "customer-ended-call",
      cost: "0.2142",
      transcript: conversation.map(([second, role, text]) => ({ role, text, at: laterBy(second) })),
      summary: "Agreed to be sent the winter tariff by post.",
      created_at: ago(now, { hours: 2, minutes: 14, seconds: 21 }),
    },
    {
      ...ended,
      id: calls.voicemail,
      session_id: sessions.voicemail,
      started_at: ago(now, { days: 2, hours: 6, minutes: 12 }),
      answered_at: ago(now, { days: 2, hours: 6, minutes: 11, seconds: 38 }),
      ended_at: ago(now, { days: 2, hours: 6, minutes: 11, seconds: 16 }),
      duration_seconds: 22,
      ended_reason: "voicemail",
      cost: "0.0187",
      summary: "Reached voicemail; a message was left.",
      created_at: ago(now, { days: 2, hours: 6, minutes: 12 }),
    },
    {
      ...ended,
      id: calls.unanswered,
      session_id: sessions.unanswered,
      started_at: ago(now, { days: 1, hours: 3 }),
      ended_at: ago(now, { days: 1, hours: 2, minutes: 59, seconds: 33 }),
      duration_seconds: 0,
      ended_reason: "customer-did-not-answer",
      created_at: ago(now, { days: 1, hours: 3 }),
    },
  ];
}

const conversation: [second: number, role: TranscriptLine["role"], text: string][] = [
  [0, "assistant", "Good afternoon, this is Maya from Fernhill Energy. Am I speaking with Ms Brandt?"],
  [6, "user", "Yes, what is it about?"],
  [9, "assistant", "Your fixed tariff ends on 12 December. I can send you the winter tariff to look at."],
  [21, "user", "By post, please."],
  [24, "assistant", "Gladly. Is Lindenstraße 14 in Berlin still your address?"],
  [33, "user", "No, we moved in October. It is Gartenweg 3 now, also in Berlin."],
  [45, "assistant", "Thank you. Gartenweg 3, Berlin. I have noted it for this letter only."],
  [58, "user", "Can you change it for the bills as well?"],
  [64, "assistant", "That needs a colleague. Shall one of them call you back tomorrow?"],
  [75, "user", "Yes, in the morning."],
  [79, "assistant", "Between nine and eleven, then. Would you like to hear what the winter tariff costs?"],
  [92, "user", "Go on."],
  [95, "assistant", "29.4 cents a kilowatt-hour, fixed for twelve months, and the same monthly fee as today."],
  [240, "user", "I will read it when it is here. Thank you, goodbye."],
];
