import type { SentAnswer } from "@/lib/contract/console/audit";

/** The answer that a record was deleted from here, where one of these is. A record that was seen since is there again. */
export function deletionOf(answers: readonly SentAnswer[], resource: string, id: string, seenAt?: string | null) {
  const isIt = ({ action, target, outcome }: SentAnswer) =>
    action === `${resource}.delete` && target === id && outcome === "ok";
  const deletion = answers.find(isIt);
  return deletion && (!seenAt || Date.parse(seenAt) <= Date.parse(deletion.at)) ? deletion : undefined;
}
