import { firstText, momentField } from "@/lib/contract/fields";
import { campaignPatterns, isStatusWord } from "@/lib/contract/status-words";
import { textIn } from "@/lib/format/json";

export type Stage = keyof typeof campaignPatterns;

const stages = Object.keys(campaignPatterns) as Stage[];

/** A campaign's own word for its status; null if its record has none. */
export const statusIn = (record: Record<string, unknown>): string | null =>
  textIn(record.status) ?? textIn(record.state) ?? null;

/** Where a campaign is in its life. Any other word says nothing. */
export function stageOf(status: string | null): Stage | undefined {
  return stages.find((stage) => isStatusWord(campaignPatterns[stage], status));
}

/** True if the status means that a campaign makes no calls now. */
export function isResting(status: string | null): boolean {
  const stage = stageOf(status);
  return stage !== undefined && stage !== "running";
}

const longestReason = 120;

/** Why a campaign ended, where its record says so. */
export function endReasonIn(record: Record<string, unknown>): string | undefined {
  if (stageOf(statusIn(record)) !== "ended") return undefined;
  return firstText(record, "status_reason", "reason")?.slice(0, longestReason);
}

/** When a campaign ended; undefined before, or if its record does not say. */
export function endedMsIn(record: Record<string, unknown>): number | undefined {
  if (stageOf(statusIn(record)) !== "ended") return undefined;
  const moments = ["completed_at", "cancelled_at", "ended_at"].map((name) => momentField(record, name));
  return moments.find((ms) => ms !== undefined);
}
