import { usualText } from "@/lib/contract/fields";
import { textIn } from "@/lib/format/json";

/** Where a campaign is in its life, by the words that platforms of this kind use: for JavaScript and PostgreSQL. */
export const stageWords = {
  unstarted: "^(draft|created|new|scheduled|ready)$",
  running: "^(running|active|started|in[-_ ]?progress|calling|dialing|processing|resumed)$",
  paused: "^(paused|suspended|on[-_ ]?hold|halted)$",
  ended: "^(completed?|finished|ended|cancell?ed|aborted|failed|stopped|archived|done)$",
} as const;

export type Stage = keyof typeof stageWords;

const stages = Object.keys(stageWords) as Stage[];

/** Where a campaign is in its life. Any other word says nothing. */
export function stageOf(status: string | null): Stage | undefined {
  return status === null ? undefined : stages.find((stage) => new RegExp(stageWords[stage], "i").test(status));
}

/** Whether its status says that a campaign makes no calls now. */
export function isResting(status: string | null): boolean {
  const stage = stageOf(status);
  return stage !== undefined && stage !== "running";
}

const longestReason = 120;

/** Why a campaign ended, where its record says so. */
export function endReasonIn(record: Record<string, unknown>): string | undefined {
  if (stageOf(textIn(record.status) ?? null) !== "ended") return undefined;
  return usualText(record, "status_reason", "reason")?.slice(0, longestReason);
}
