import { type Counted, countedBy } from "@/lib/contract/upload-count-names";
import { countOf, formatCount } from "@/lib/format/format-count";
import { isPlainObject } from "@/lib/format/json";

/** Counts in the platform's answer to a contact list. An array counts as its length. */
export type UploadCounts = {
  accepted?: number;
  /** Rows that the platform did not accept, for any reason. */
  rejected?: number;
  duplicates?: number;
  total?: number;
  /** The counts in the platform's words: "3 inserted, 1 skipped". */
  said: string;
};

const maxDepth = 3;
/** Larger values are not counts but Unix times, as in a field called `created`. */
const mostRows = 1_000_000_000;

/** Finds counts by their usual names in an answer of unknown shape. Undefined if it has none. */
export function uploadCounts(value: unknown, depth = 0): UploadCounts | undefined {
  if (!isPlainObject(value) || depth > maxDepth) return undefined;
  const counts = countsOf(value);
  if (counts.some(({ kind }) => kind !== "total")) return summed(resolveErrors(counts));
  for (const child of Object.values(value)) {
    const childCounts = uploadCounts(child, depth + 1);
    if (childCounts) return childCounts;
  }
  return depth === 0 ? countResults(value) : undefined;
}

type Count = { kind: Counted; name: string; count: number };

function countsOf(record: Record<string, unknown>): Count[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const kind = countedBy(name);
    const count = kind && countIn(value);
    return kind === undefined || count === undefined ? [] : [{ kind, name, count }];
  });
}

function countIn(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  const count = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof count === "number" && Number.isInteger(count) && count >= 0 && count < mostRows ? count : undefined;
}

/** An error list may repeat the rejected rows and hold other faults. It counts only if there is no other count. */
function resolveErrors(counts: readonly Count[]): readonly Count[] {
  const hasRejected = counts.some(({ kind }) => kind === "rejected");
  return counts.flatMap((count) => {
    if (count.kind !== "errors") return [count];
    return hasRejected ? [] : [{ ...count, kind: "rejected" as const }];
  });
}

/** A count may appear twice, as a number and as a list. The larger value is used. */
function summed(counts: readonly Count[]): UploadCounts {
  const largest = (kind: Counted) => {
    const values = counts.filter((count) => count.kind === kind).map(({ count }) => count);
    return values.length > 0 ? { [kind]: Math.max(...values) } : {};
  };
  const said = (["accepted", "rejected", "duplicates"] as const)
    .flatMap((kind) => counts.filter((count) => count.kind === kind))
    .map(({ name, count }) => `${formatCount(count)} ${wordOf(name, count)}`);
  return {
    ...largest("accepted"),
    ...largest("rejected"),
    ...largest("duplicates"),
    ...largest("total"),
    said: said.join(", "),
  };
}

/** `inserted_count` becomes "inserted". */
const wordOf = (name: string, count: number) =>
  name
    .toLowerCase()
    .replace(/^total_|_(count|contacts)$/g, "")
    .replace(/^(error|duplicate)s?$/, count === 1 ? "$1" : "$1s")
    .replaceAll("_", " ");

/** Counts an answer that has one result per row, as with status 207. */
function countResults(answer: Record<string, unknown>): UploadCounts | undefined {
  const lists = [answer, ...Object.values(answer).filter(isPlainObject)].flatMap((record) => Object.values(record));
  for (const list of lists) {
    if (!Array.isArray(list) || list.length === 0) continue;
    const outcomes = list.map(isAccepted);
    if (outcomes.includes(undefined)) continue;
    const accepted = outcomes.filter(Boolean).length;
    const rejected = outcomes.length - accepted;
    return {
      accepted,
      rejected,
      said: `${formatCount(accepted)} rows that went well, ${formatCount(rejected)} that did not`,
    };
  }
  return undefined;
}

function isAccepted(row: unknown): boolean | undefined {
  if (!isPlainObject(row)) return undefined;
  if (typeof row.success === "boolean") return row.success;
  const code = [row.status, row.status_code, row.code].find((value) => typeof value === "number");
  return typeof code === "number" && code >= 100 && code < 600 ? code < 300 : undefined;
}

export type AnswerMessage = {
  /** "403 contacts are in Winter tariff renewals" */
  heading: string;
  /** Further sentences below the heading. */
  sentences: string[];
  /** "short": some rows were not accepted. "over": more than were sent. "open": in progress. "unsaid": no counts. */
  kind: "all" | "short" | "over" | "open" | "unsaid";
  /** The platform's counts in its own words. */
  counted: string | undefined;
};

type AnswerInput = { raw: unknown; status: number; sent: number; into: string };

/** Message about an uploaded list. Claims no more than the answer and the number of sent rows support. */
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

/** Sentence about counts that do not match the sent rows; undefined if they match. */
function countMismatch({ accepted, rejected, duplicates, total }: UploadCounts, sent: number): string | undefined {
  if (accepted !== undefined && accepted > sent) return `It counts more than ${were(sent)} sent.`;
  if (total !== undefined && total !== sent) return `It counts ${formatCount(total)} in all.`;
  if (accepted === undefined || rejected === undefined) return undefined;
  // Platforms count duplicates among the rejected rows or separately.
  const sums = [accepted + rejected, accepted + rejected + (duplicates ?? 0)];
  return sums.includes(sent) ? undefined : "The counts do not add up to what was sent.";
}

const progressWord =
  /^(accepted|queued|pending|processing|in[ _-]progress|running|scheduled|started|uploading|importing)$/i;

/** The platform's word for work in progress, or a text for status 202. Undefined if the work is done. */
export function openWord(raw: unknown, status: number): string | undefined {
  const records = isPlainObject(raw) ? [raw, ...Object.values(raw).filter(isPlainObject)] : [];
  const words = records.flatMap((record) => [record.status, record.state]);
  const word = words.find((value) => typeof value === "string" && progressWord.test(value));
  if (typeof word === "string") return `“${word}”`;
  return status === 202 ? "accepted, not yet done" : undefined;
}
