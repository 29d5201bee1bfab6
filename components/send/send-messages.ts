import { quotedMessage, whoAnswered } from "@/components/query/problem-messages";
import type { Problem } from "@/lib/contract/problem";

export type SendMessage = { heading: string; sentences: string[]; mayHaveHappened: boolean };

/** What to say about a send that failed: `what` is "Start", "The upload". Nothing here sends it again. */
export function sendMessage(problem: Problem, what: string): SendMessage {
  const message = quotedMessage(problem);
  const who = `${whoAnswered(problem)}.`;
  const said = message && message !== who ? [who, message] : [who];
  if (problem.code === "too_large") said.push("Split the list into smaller files, each with its header row.");
  if (wasRefused(problem)) return { heading: `${what} was refused`, sentences: said, mayHaveHappened: false };
  return {
    heading: `${what} may or may not have taken effect`,
    sentences: [...said, "Check the record before sending again."],
    mayHaveHappened: true,
  };
}

/** Refused by the API, or turned away here before anything was sent. */
export const wasRefused = ({ outcome, upstream, status }: Problem) =>
  outcome === "refused" || (outcome === undefined && upstream === undefined && status < 500);
