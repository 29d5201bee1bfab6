import { type Counted, countedBy } from "@/lib/contract/upload-count-names";
import { countOf, formatCount } from "@/lib/format/format-count";
import { isPlainObject } from "@/lib/format/json";

/** What an answer to a contact list counts. A list of rows counts as many as it holds. */
export type UploadCounts = {
  accepted?: number;
  /** Rows that were not taken, for whatever reason the platform gives. */
  rejected?: number;
  duplicates?: number;
  total?: number;
  /** The counts in the platform's own words: "3 inserted, 1 skipped". */
  said: string;
};

const deepest = 3;
/** No list is this long; a time in seconds, which some call `created`, is longer. */
const mostRows = 1_000_000_000;

/** What an answer of unknown shape counts, by the usual names and wherever it holds them; undefined where it counts nothing. */
export function uploadCounts(value: unknown, depth = 0): UploadCounts | undefined {
  if (!isPlainObject(value) || depth > deepest) return undefined;
  const counted = countsOf(value);
  if (counted.some(({ as }) => as !== "total")) return summed(withoutOwnErrors(counted));
  for (const child of Object.values(value)) {
    const found = uploadCounts(child, depth + 1);
    if (found) return found;
  }
  return depth === 0 ? rowByRow(value) : undefined;
}

type Count = { as: Counted; name: string; count: number };

function countsOf(record: Record<string, unknown>): Count[] {
  return Object.entries(record).flatMap(([name, given]) => {
    const as = countedBy(name);
    const count = as && countIn(given);
    return as === undefined || count === undefined ? [] : [{ as, name, count }];
  });
}

function countIn(given: unknown): number | undefined {
  if (Array.isArray(given)) return given.length;
  const count = typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : given;
  return typeof count === "number" && Number.isInteger(count) && count >= 0 && count < mostRows ? count : undefined;
}

/** A list of errors tells of the rejected once more, and of other things too: it counts only where nothing else does. */
function withoutOwnErrors(counted: readonly Count[]): readonly Count[] {
  const isCounted = counted.some(({ as }) => as === "rejected");
  return counted.flatMap((each) => {
    if (each.as !== "errors") return [each];
    return isCounted ? [] : [{ ...each, as: "rejected" as const }];
  });
}

/** The same thing is often counted twice, as a number and as the list of it: the larger of the two says the most. */
function summed(counted: readonly Count[]): UploadCounts {
  const most = (as: Counted) => {
    const counts = counted.filter((each) => each.as === as).map(({ count }) => count);
    return counts.length > 0 ? { [as]: Math.max(...counts) } : {};
  };
  const said = (["accepted", "rejected", "duplicates"] as const)
    .flatMap((kind) => counted.filter(({ as }) => as === kind))
    .map(({ name, count }) => `${formatCount(count)} ${wordOf(name, count)}`);
  return { ...most("accepted"), ...most("rejected"), ...most("duplicates"), ...most("total"), said: said.join(", ") };
}

/** "inserted" of `inserted_count`. */
const wordOf = (name: string, count: number) =>
  name
    .toLowerCase()
    .replace(/^total_|_(count|contacts)$/g, "")
    .replace(/^(error|duplicate)s?$/, count === 1 ? "$1" : "$1s")
    .replaceAll("_", " ");

/** An answer that says of each row how it went, as one of 207 does. */
function rowByRow(answer: Record<string, unknown>): UploadCounts | undefined {
  const lists = [answer, ...Object.values(answer).filter(isPlainObject)].flatMap((each) => Object.values(each));
  for (const list of lists) {
    if (!Array.isArray(list) || list.length === 0) continue;
    const fates = list.map(fateOf);
    if (fates.includes(undefined)) continue;
    const accepted = fates.filter(Boolean).length;
    const rejected = fates.length - accepted;
    return {
      accepted,
      rejected,
      said: `${formatCount(accepted)} rows that went well, ${formatCount(rejected)} that did not`,
    };
  }
  return undefined;
}

function fateOf(row: unknown): boolean | undefined {
  if (!isPlainObject(row)) return undefined;
  if (typeof row.success === "boolean") return row.success;
  const code = [row.status, row.status_code, row.code].find((each) => typeof each === "number");
  return typeof code === "number" && code >= 100 && code < 600 ? code < 300 : undefined;
}

export type AnswerMessage = {
  /** "403 contacts are in Winter tariff renewals" */
  heading: string;
  /** What else has to be known of it. */
  sentences: string[];
  /** "short": not every row was taken. "over": more were than were sent. "open": it is still worked on. "unsaid": nobody knows. */
  kind: "all" | "short" | "over" | "open" | "unsaid";
  /** What the platform counts, in its own words. */
  counted: string | undefined;
};

type AnswerInput = { raw: unknown; status: number; sent: number; into: string };

/** What an answer to a list says of the people on it, beside the rows that were sent, and no more than it says. */
export function answerMessage({ raw, status, sent, into }: AnswerInput): AnswerMessage {
  const counts = uploadCounts(raw);
  const open = openWord(raw, status);
  const { accepted, rejected = 0, duplicates = 0 } = counts ?? {};
  const isShort = rejected + duplicates > 0 || (accepted !== undefined && accepted < sent);
  const whole = accepted !== undefined && accepted > sent ? "over" : "all";
  const rest = accepted === undefined ? "unsaid" : status === 207 ? "short" : whole;
  const kind = isShort ? "short" : open ? "open" : rest;
  const mismatch = counts && countMismatch(counts, sent);
  const counted = counts && `The platform counts ${counts.said}; ${formatCount(sent)} ${were(sent)} sent.`;
  return {
    heading: headingOf({ kind, accepted, sent, into }),
    sentences: [
      ...(open ? ["The platform is still working on the list."] : []),
      ...(accepted === undefined ? ["The platform did not say how many it accepted."] : []),
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
  if (kind === "unsaid" || kind === "over") return `${countOf(sent, "contact was", "contacts were")} sent to ${into}`;
  if (kind === "open") return `Contacts are still being added to ${into}`;
  if (accepted === undefined || (kind === "short" && accepted >= sent)) return `Not every contact may be in ${into}`;
  if (accepted === 0 && sent > 0) return `No contact was added to ${into}`;
  if (kind === "short") return `${formatCount(accepted)} of ${countOf(sent, "contact")} were added to ${into}`;
  return `${countOf(accepted, "contact is", "contacts are")} in ${into}`;
}

/** Where the counts do not fit what was sent. */
function countMismatch({ accepted, rejected, duplicates, total }: UploadCounts, sent: number): string | undefined {
  if (accepted !== undefined && accepted > sent) return `It counts more than ${were(sent)} sent.`;
  if (total !== undefined && total !== sent) return `It counts ${formatCount(total)} in all.`;
  if (accepted === undefined || rejected === undefined) return undefined;
  // Some count a duplicate among the rejected, some beside them.
  const sums = [accepted + rejected, accepted + rejected + (duplicates ?? 0)];
  return sums.includes(sent) ? undefined : "The counts do not add up to what was sent.";
}

const openMessage =
  /^(accepted|queued|pending|processing|in[ _-]progress|running|scheduled|started|uploading|importing)$/i;

/** The platform's own word, or its status, for work that is not done. */
export function openWord(raw: unknown, status: number): string | undefined {
  const places = isPlainObject(raw) ? [raw, ...Object.values(raw).filter(isPlainObject)] : [];
  const words = places.flatMap((each) => [each.status, each.state]);
  const word = words.find((each) => typeof each === "string" && openMessage.test(each));
  if (typeof word === "string") return `“${word}”`;
  return status === 202 ? "accepted, not yet done" : undefined;
}
