import type { TranscriptLine } from "@/lib/platform/tables/calls";

const answers = [
  "Yes, speaking. What is it about?",
  "Your fixed tariff ends next month. Shall I read you the two new ones?",
  "Please send them by email, I'd like to compare them.",
  "They are on their way. Thank you for your time, goodbye.",
];

/** The transcript of a simulated call, spread over its duration. The assistant and the person speak in turn. */
export function converse(firstMessage: string, answeredAt: string, seconds: number): TranscriptLine[] {
  const utterances = [firstMessage, ...answers];
  const step = (seconds * 1000) / (utterances.length + 1);
  return utterances.map((text, index) => ({
    role: index % 2 === 0 ? "assistant" : "user",
    text,
    at: new Date(Date.parse(answeredAt) + Math.round(step * index)).toISOString(),
  }));
}
