import { answerBody } from "@/components/ui/answer-says";
import type { SentAnswer } from "@/lib/contract/audit";
import type { OutputOf } from "@/lib/contract/operation";
import { publishWorkflow } from "@/lib/contract/workflows";

type Published = OutputOf<typeof publishWorkflow>["data"];

/** What a publish was answered with, in words: the version where it was sent, else the status as sent. */
export function publishedWords({ version, status }: Published): string {
  if (typeof version === "number") return `Published version ${version}.`;
  return status ? `Published. The API answered “${status}”, without a version.` : "Published. The API sent no version.";
}

/** The same for an answer that was kept. */
export function saidOf({ body, outcome }: SentAnswer): string | undefined {
  if (outcome !== "ok" || body === null) return undefined;
  const kept = answerBody(body);
  const { success, data } = publishWorkflow.output.safeParse("json" in kept ? kept.json : undefined);
  return success ? publishedWords(data.data) : undefined;
}
