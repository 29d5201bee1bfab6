import { and, eq, lte, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/database";
import { randomFrom } from "@/platform/seed/seeded-random";
import { assistantTable } from "@/platform/tables/assistants";
import { type CallOutcome, type CallPlan, callTable, type TranscriptLine } from "@/platform/tables/calls";
import { emit } from "@/platform/webhooks/webhook-queue";
import { type Call, callToWire, finish } from "./call-ending";

const courses: CallCourse[] = [
  {
    share: 0.58,
    outcome: "answered",
    reasons: ["customer-ended-call", "assistant-ended-call", "customer-ended-call", "silence-timed-out"],
    ringSeconds: [3, 14],
    talkSeconds: [12, 95],
  },
  {
    share: 0.2,
    outcome: "no_answer",
    reasons: ["customer-did-not-answer"],
    ringSeconds: [20, 30],
    talkSeconds: [0, 0],
  },
  { share: 0.12, outcome: "voicemail", reasons: ["voicemail"], ringSeconds: [15, 22], talkSeconds: [6, 14] },
  { share: 0.07, outcome: "busy", reasons: ["customer-busy"], ringSeconds: [1, 2], talkSeconds: [0, 0] },
  { share: 0.03, outcome: "unreachable", reasons: ["failed-to-connect"], ringSeconds: [1, 3], talkSeconds: [0, 0] },
];

/** Moves a due call to its next state: queued, ringing, in-progress, ended. */
export async function stepCall(tx: Transaction, id: string, speed: number) {
  const [due] = await tx
    .select({ call: callTable, isAbandoned })
    .from(callTable)
    .where(and(eq(callTable.id, id), lte(callTable.next_step_at, sql`now()`)))
    .for("update", { skipLocked: true });
  if (!due?.call.plan) return;

  const { call } = due;
  const { outcome, ended_reason, ring_ms, talk_ms } = due.call.plan;
  if (due.isAbandoned) {
    await finish(tx, call, { outcome: "interrupted", reason: "platform-restarted" });
  } else if (call.status === "queued") {
    const ringing = await advance(tx, call, { status: "ringing" }, ring_ms / speed);
    if (ringing) await emit(tx, call.organization_id, "call.started", callToWire(ringing));
  } else if (call.status === "ringing" && talk_ms > 0) {
    await advance(tx, call, { status: "in-progress", answered_at: sql`now()` }, talk_ms / speed);
  } else {
    await finish(tx, call, { outcome, reason: ended_reason, speed, ...(await endReport(tx, call, due.call.plan)) });
  }
}

/** A step is this late only if the platform stopped during the call. */
const isAbandoned = sql<boolean>`now() - ${callTable.next_step_at} > interval '30 seconds'`;

async function advance(tx: Transaction, call: Call, set: Record<string, unknown>, waitMs: number) {
  const [advanced] = await tx
    .update(callTable)
    .set({
      ...set,
      next_step_at: sql`now() + make_interval(secs => ${waitMs / 1000}::double precision)`,
      updated_at: sql`now()`,
    })
    .where(eq(callTable.id, call.id))
    .returning();
  return advanced;
}

async function endReport(tx: Transaction, call: Call, { outcome, talk_ms }: CallPlan) {
  if (!call.answered_at) return {};
  const seconds = talk_ms / 1000;
  if (outcome !== "answered") return { seconds, summary: "Reached voicemail; a message was left." };
  const [assistant] = await tx
    .select({ first_message: assistantTable.first_message })
    .from(assistantTable)
    .where(eq(assistantTable.id, call.assistant_id ?? ""));
  if (!assistant) return { seconds };
  return {
    seconds,
    transcript: converse(assistant.first_message, call.answered_at, seconds),
    summary: "The customer asked for the new tariffs by email.",
  };
}

/**
 * Simulates the telephone network, so that no call leaves this computer. The result depends only on number and attempt,
 * so that a campaign always has the same results.
 */
export function dial(number: string, attempt: number): CallPlan {
  const random = randomFrom(`${number} ${attempt}`);
  const { outcome, reasons, ringSeconds, talkSeconds } = courseAt(random.next());
  return {
    outcome,
    ended_reason: random.pick(reasons),
    ring_ms: random.between(...ringSeconds) * 1000,
    talk_ms: random.between(...talkSeconds) * 1000,
  };
}

type CallCourse = {
  share: number;
  outcome: CallOutcome;
  reasons: string[];
  ringSeconds: [number, number];
  talkSeconds: [number, number];
};

function courseAt(point: number): CallCourse {
  let sum = 0;
  for (const course of courses) {
    sum += course.share;
    if (point < sum) return course;
  }
  return courses[0] as CallCourse;
}

const answers = [
  "Yes, speaking. What is it about?",
  "Your fixed tariff ends next month. Shall I read you the two new ones?",
  "Please send them by email, I'd like to compare them.",
  "They are on their way. Thank you for your time, goodbye.",
];

/** The transcript of a simulated call, spread over its duration. The assistant and the person speak in turn. */
function converse(firstMessage: string, answeredAt: string, seconds: number): TranscriptLine[] {
  const utterances = [firstMessage, ...answers];
  const step = (seconds * 1000) / (utterances.length + 1);
  return utterances.map((text, index) => ({
    role: index % 2 === 0 ? "assistant" : "user",
    text,
    at: new Date(Date.parse(answeredAt) + Math.round(step * index)).toISOString(),
  }));
}
