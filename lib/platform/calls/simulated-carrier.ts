import { randomFrom } from "@/lib/platform/seed/seeded-random";
import type { CallOutcome, CallPlan } from "@/lib/platform/tables/calls";

/**
 * Stands in for the telephone network: no call leaves this computer. What becomes of a call depends on the number and the
 * attempt alone, so that the same campaign goes the same way twice.
 */
export function dial(number: string, attempt: number): CallPlan {
  const random = randomFrom(`${number} ${attempt}`);
  const { outcome, reasons, ringSeconds, talkSeconds } = chosen(random.next());
  return {
    outcome,
    ended_reason: random.pick(reasons),
    ring_ms: random.between(...ringSeconds) * 1000,
    talk_ms: random.between(...talkSeconds) * 1000,
  };
}

type Course = {
  share: number;
  outcome: CallOutcome;
  reasons: string[];
  ringSeconds: [number, number];
  talkSeconds: [number, number];
};

const courses: Course[] = [
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

function chosen(point: number): Course {
  let reached = 0;
  for (const course of courses) {
    reached += course.share;
    if (point < reached) return course;
  }
  return courses[0] as Course;
}
