import { unwrapped } from "@/lib/contract/fields";
import { isStatusWord, uploadPatterns } from "@/lib/contract/status-words";
import { type UploadCounts, uploadCounts } from "@/lib/contract/upload-counts";
import { countOf, formatCount } from "@/lib/format/format-count";
import { isPlainObject, textIn } from "@/lib/format/json";

export type AnswerMessage = {
  /** "403 contacts are in Winter tariff renewals" */
  heading: string;
  sentences: string[];
  /** "short": not every row was taken. "over": more were than were uploaded. "open": it is still worked on. "unsaid": nobody knows. */
  kind: "all" | "short" | "over" | "open" | "unsaid";
  counted: string | undefined;
};

type AnswerInput = { raw: unknown; status: number; sent: number; into: string };

/** Describes the response to a contact list, compared with the rows that were uploaded. Claims no more than it says. */
export function answerMessage({ raw, status, sent, into }: AnswerInput): AnswerMessage {
  const counts = uploadCounts(raw);
  const open = openWord(raw, status);
  const { accepted, rejected = 0, duplicates = 0 } = counts ?? {};
  const isShort = rejected + duplicates > 0 || (accepted !== undefined && accepted < sent);
  const whole = accepted !== undefined && accepted > sent ? "over" : "all";
  const rest = status === 207 ? "short" : accepted === undefined ? "unsaid" : whole;
  const kind = isShort ? "short" : open ? "open" : rest;
  const mismatch = counts && countMismatch(counts, sent);
  const counted = counts && `The platform counts ${counts.said}; ${formatCount(sent)} ${were(sent)} uploaded.`;
  return {
    heading: headingOf({ kind, accepted, sent, into }),
    sentences: [
      ...(open ? ["The platform is still working on the list."] : []),
      ...(accepted === undefined ? ["It is unknown how many the platform accepted."] : []),
      ...(status === 207 && !isShort ? ["The platform says some of it may have failed."] : []),
      ...(counted && (kind === "short" || mismatch) ? [counted] : []),
      ...(mismatch ? [mismatch] : []),
    ],
    kind,
    counted,
  };
}

const were = (count: number) => (count === 1 ? "was" : "were");

type Heading = Pick<AnswerMessage, "kind"> & Pick<UploadCounts, "accepted"> & { sent: number; into: string };

function headingOf({ kind, accepted, sent, into }: Heading) {
  if (kind === "unsaid" || kind === "over")
    return `${countOf(sent, "contact was", "contacts were")} uploaded to ${into}`;
  if (kind === "open") return `Contacts are still being added to ${into}`;
  if (accepted === undefined || (kind === "short" && accepted >= sent)) return `Not every contact may be in ${into}`;
  if (accepted === 0 && sent > 0) return `No contact was added to ${into}`;
  if (kind === "short") return `${formatCount(accepted)} of ${countOf(sent, "contact")} were added to ${into}`;
  return `${countOf(accepted, "contact is", "contacts are")} in ${into}`;
}

function countMismatch({ accepted, rejected, duplicates, total }: UploadCounts, sent: number): string | undefined {
  if (accepted !== undefined && accepted > sent) return `It counts more than ${were(sent)} uploaded.`;
  if (total !== undefined && total !== sent) return `It counts ${formatCount(total)} in all.`;
  if (accepted === undefined || rejected === undefined) return undefined;
  // Some count a duplicate among the rejected, some beside them.
  const sums = [accepted + rejected, accepted + rejected + (duplicates ?? 0)];
  return sums.includes(sent) ? undefined : "The counts do not add up to what was uploaded.";
}

export function openWord(raw: unknown, status: number): string | undefined {
  const words = [raw, unwrapped(raw)].map((answer) => (isPlainObject(answer) ? textIn(answer.status) : undefined));
  const word = words.find((each) => isStatusWord(uploadPatterns.open, each));
  if (word !== undefined) return `“${word}”`;
  return status === 202 ? "accepted, not yet done" : undefined;
}
