import { quotedMessage } from "@/components/query/problem-messages";
import { type Problem, problemKinds } from "@/lib/contract/problem";
import { asSentence } from "@/lib/format/as-sentence";

export type SendMessage = { heading: string; sentences: string[]; mayHaveHappened: boolean };

export function sendMessage(problem: Problem, what: string): SendMessage {
  const sentences = [asSentence(quotedMessage(problem) ?? problemKinds[problem.code][1])];
  if (problem.code === "too_large") sentences.push("Split the list into smaller files, each with its header row.");
  if (wasRefused(problem)) return { heading: `${what} was refused`, sentences, mayHaveHappened: false };
  return {
    heading: `${what} may or may not have taken effect`,
    sentences: [...sentences, "Check the record before sending again."],
    mayHaveHappened: true,
  };
}

/** True if the platform refused the action or Switchboard rejected it before sending. */
export const wasRefused = ({ outcome, upstream, status }: Problem) =>
  outcome === "refused" || (outcome === undefined && upstream === undefined && status < 500);
