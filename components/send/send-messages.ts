import { quotedMessage } from "@/components/query/problem-messages";
import { type Problem, problemKinds } from "@/lib/contract/problem";
import { asSentence } from "@/lib/format/as-sentence";

export type SendMessage = { heading: string; sentences: string[]; mayHaveHappened: boolean };

/** What to say about a send that failed: `what` is "Start", "The upload". Nothing here sends it again. */
export function sendMessage(problem: Problem, what: string): SendMessage {
  const said = [asSentence(quotedMessage(problem) ?? problemKinds[problem.code][1])];
  if (problem.code === "too_large") said.push("Split the list into smaller files, each with its header row.");
  if (wasRefused(problem)) return { heading: `${what} was refused`, sentences: said, mayHaveHappened: false };
  return {
    heading: `${what} may or may not have taken effect`,
    sentences: [...said, "Check the record before sending again."],
    mayHaveHappened: true,
  };
}

/** Refused by the platform, or turned away here before anything was sent. */
export const wasRefused = ({ outcome, upstream, status }: Problem) =>
  outcome === "refused" || (outcome === undefined && upstream === undefined && status < 500);
