import { sendMessage, wasRefused } from "@/components/send/send-messages";
import type { Bucket } from "@/lib/contacts/row-status/declaration";
import type { Stage } from "@/lib/contract/console/campaign-stage";
import type { ContactImport } from "@/lib/contract/console/imports";
import type { UploadCalls } from "@/lib/contract/console/upload-calls";
import { Problem } from "@/lib/contract/problem";
import { asSentence } from "@/lib/format/as-sentence";
import { countOf, formatCount } from "@/lib/format/format-count";

const UNKNOWN_OUTCOME = "The platform may have none, some or all of it. Check the campaign before uploading again.";

export function outcomeMessage({ outcome, status, accepted, rows }: ContactImport): string {
  switch (outcome) {
    case "ok":
      if (accepted === null)
        return status === 202
          ? "uploaded; the platform was still working on it"
          : "uploaded; it is unknown how many the platform accepted";
      if (accepted > rows)
        return `the platform counts ${formatCount(accepted)}, more than the ${contactsWord(rows)} uploaded`;
      return `${formatCount(accepted)} of ${countOf(rows, "contact")} added`;
    case "refused":
      return status === null ? "refused before it was uploaded" : "refused by the platform";
    case "stopped":
      return "stopped by the person uploading; the platform may have some of it";
    default:
      return "outcome unknown; the platform may have none, some or all of it";
  }
}

const notSent: readonly Bucket[] = ["toFix", "duplicate", "blank", "leftOut"];

/** "1 contact, 6 rows left out" */
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

/** Message for an upload without a successful answer. Uploads are never retried automatically. */
export function uploadMessage({ problem, percent, wasStopped }: UploadEnd): { heading: string; sentences: string[] } {
  if (wasStopped) return { heading: `You stopped at ${percent}%.`, sentences: [UNKNOWN_OUTCOME] };
  if (wasRefused(problem) || problem.upstream) return sendMessage(problem, "The contact list");
  if (percent < 100) return { heading: `The connection dropped at ${percent}%.`, sentences: [UNKNOWN_OUTCOME] };
  return { heading: "The connection dropped before the platform replied.", sentences: [UNKNOWN_OUTCOME] };
}

/** An upload that did not begin because the journal could not record it, with the reason. */
export function unrecorded(cause: Problem): Problem {
  const { code, message, requestId } = cause;
  const reason = code === "not_recorded" ? "" : ` ${asSentence(message)}`;
  const sentence = `The upload could not be recorded, so the list was not uploaded.${reason}`;
  return new Problem(code, sentence, { outcome: "refused", cause, ...(requestId ? { requestId } : {}) });
}

export function listTitle(end: UploadEnd | undefined) {
  if (!end) return "Uploaded file";
  return wasRefused(end.problem) && !end.wasStopped ? "Not uploaded" : "The list";
}

export const contactsWord = (rows: number) => countOf(rows, "contact");

const peopleWord = (count: number) => countOf(count, "person", "people");

type Begun = { rows: number; stage: Stage | undefined; opens: string; called: number | null | undefined };

/** Heading of the result of an upload into a campaign that runs. `opens`: when its hours begin; empty if they are open. */
export function begunTitle({ rows, stage, opens, called }: Begun): string {
  const people = rows === 1 ? "this person" : `these ${formatCount(rows)} people`;
  if (stage === "paused") return "The campaign is paused now.";
  if (stage === "ended") return "The campaign has ended.";
  if (stage === undefined) return `If the campaign is running, calls to ${people} have begun.`;
  if (opens) return `${people.replace("th", "Th")} will be called from ${opens}.`;
  if (called === 0) return `The campaign is running: ${people} ${rows === 1 ? "is" : "are"} called from now on.`;
  return `Calls to ${people} have begun.`;
}

export function calledSentence({ people, called }: UploadCalls): string {
  if (called === null) return "How many of them were called is unknown: no event of this campaign was received.";
  return called === 0
    ? "Nobody of this upload was called so far."
    : `${formatCount(called)} of the ${peopleWord(people)} of this upload ${called === 1 ? "was" : "were"} called so far.`;
}
