import { sendMessage, wasRefused } from "@/components/send/send-messages";
import type { Bucket } from "@/lib/contacts/validate/row-status";
import type { ContactImport } from "@/lib/contract/console/imports";
import type { Problem } from "@/lib/contract/problem";
import { countOf, formatCount } from "@/lib/format/format-count";

const NOBODY_KNOWS = "The platform may have none, some or all of it. Check the campaign before sending again.";

/** How a list that was sent ended, as far as anybody knows. */
export function outcomeMessage({ outcome, status, accepted, rows }: ContactImport): string {
  switch (outcome) {
    case "ok":
      if (accepted === null)
        return status === 202
          ? "sent; the platform was still working on it"
          : "sent; it is unknown how many the platform accepted";
      if (accepted > rows)
        return `the platform counts ${formatCount(accepted)}, more than the ${contactsWord(rows)} sent`;
      return `${formatCount(accepted)} of ${countOf(rows, "contact")} added`;
    case "refused":
      return status === null ? "refused before it was sent" : "refused by the platform";
    case "stopped":
      return "stopped by the sender; the platform may have some of it";
    default:
      return "outcome unknown; the platform may have none, some or all of it";
  }
}

const notSent: readonly Bucket[] = ["toFix", "duplicate", "blank", "leftOut"];

/** "1 contact, 6 rows left out": what was sent of the person's file, and what was not. */
export function listMessage({ counts, rows }: Pick<ContactImport, "counts" | "rows">): string {
  const leftOut = notSent.reduce((sum, bucket) => sum + (counts[bucket] ?? 0), 0);
  return leftOut > 0 ? `${contactsWord(rows)}, ${countOf(leftOut, "row")} left out` : contactsWord(rows);
}

export function outcomeTone({ outcome, status, accepted, rows }: ContactImport) {
  if (outcome === "refused") return "fault";
  if (outcome === "ok" && status === 202) return "live";
  if (outcome === "ok" && accepted === null) return status === 207 ? "wait" : "idle";
  return outcome === "ok" && accepted === rows ? "ok" : "wait";
}

export type UploadEnd = { problem: Problem; percent: number; wasStopped: boolean };

/** What to say about a list that did not get its answer. It is never sent again by itself. */
export function uploadMessage({ problem, percent, wasStopped }: UploadEnd): { heading: string; sentences: string[] } {
  if (wasStopped) return { heading: `You stopped at ${percent}%.`, sentences: [NOBODY_KNOWS] };
  if (wasRefused(problem) || problem.upstream) return sendMessage(problem, "The contact list");
  if (percent < 100) return { heading: `The connection dropped at ${percent}%.`, sentences: [NOBODY_KNOWS] };
  return { heading: "The connection dropped before the platform replied.", sentences: [NOBODY_KNOWS] };
}

/** The list of an end that nobody knows was neither uploaded nor kept back. */
export function listTitle(end: UploadEnd | undefined) {
  if (!end) return "Uploaded file";
  return wasRefused(end.problem) && !end.wasStopped ? "Not uploaded" : "The list";
}

export const contactsWord = (rows: number) => countOf(rows, "contact");
