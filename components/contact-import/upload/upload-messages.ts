import { sendMessage, wasRefused } from "@/components/send/send-messages";
import type { Problem } from "@/lib/contract/problem";

const NOBODY_KNOWS = "The API may have none, some or all of it. Look at the campaign before sending again.";

export type UploadEnd = { problem: Problem; percent: number; wasStopped: boolean };

/** What to say about a list that did not get its answer. It is never sent again by itself. */
export function uploadMessage({ problem, percent, wasStopped }: UploadEnd): { heading: string; sentences: string[] } {
  if (wasStopped) return { heading: `You stopped at ${percent}%.`, sentences: [NOBODY_KNOWS] };
  if (wasRefused(problem) || problem.upstream) return sendMessage(problem, "The contact list");
  if (percent < 100) return { heading: `The line dropped at ${percent}%.`, sentences: [NOBODY_KNOWS] };
  return { heading: "The line dropped before an answer came back.", sentences: [NOBODY_KNOWS] };
}

export const contactsWord = (rows: number) => `${rows.toLocaleString("en-US")} ${rows === 1 ? "contact" : "contacts"}`;
