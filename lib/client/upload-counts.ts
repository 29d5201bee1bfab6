import { type Counted, countedBy } from "@/lib/contract/upload-count-names";
import { formatCount } from "@/lib/format/format-count";
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
  sentence: string;
  /** "short": not every row was taken. "open": it is still worked on. "unsaid": nobody knows how many were taken. */
  kind: "all" | "short" | "open" | "unsaid";
};

type Told = { raw: unknown; status: number; sent: number };

/** What an answer to a list says of it, beside the rows that were sent, and no more than it says. */
export function answerMessage({ raw, status, sent }: Told): AnswerMessage {
  const counts = uploadCounts(raw);
  const open = openWord(raw, status);
  const { accepted, rejected = 0, duplicates = 0 } = counts ?? {};
  const isShort = rejected + duplicates > 0 || (accepted !== undefined && accepted < sent);
  const sentences = [
    ...(open ? [`The platform is still working on the list (${open}).`] : []),
    ...(counts ? countSentences(counts, sent) : []),
    ...(accepted === undefined ? ["The platform did not say how many it took."] : []),
    ...(status === 207 && !isShort ? ["It answered 207: some of it may have failed."] : []),
  ];
  const rest = accepted === undefined ? "unsaid" : status === 207 ? "short" : "all";
  return { sentence: sentences.join(" "), kind: isShort ? "short" : open ? "open" : rest };
}

function countSentences({ accepted, rejected, duplicates, total, said }: UploadCounts, sent: number): string[] {
  const sentences = [`The answer counts ${said}; ${formatCount(sent)} ${sent === 1 ? "was" : "were"} sent.`];
  if (total !== undefined && total !== sent) sentences.push(`It counts ${formatCount(total)} in all.`);
  // Some count a duplicate among the rejected, some beside them.
  else if (accepted !== undefined && rejected !== undefined) {
    const sums = [accepted + rejected, accepted + rejected + (duplicates ?? 0)];
    if (!sums.includes(sent)) sentences.push("The counts do not add up to what was sent.");
  }
  return sentences;
}

const openMessage =
  /^(accepted|queued|pending|processing|in[ _-]progress|running|scheduled|started|uploading|importing)$/i;

/** The platform's own word, or its status, for work that is not done. */
export function openWord(raw: unknown, status: number): string | undefined {
  const places = isPlainObject(raw) ? [raw, ...Object.values(raw).filter(isPlainObject)] : [];
  const words = places.flatMap((each) => [each.status, each.state]);
  const word = words.find((each) => typeof each === "string" && openMessage.test(each));
  if (status === 202) return typeof word === "string" ? `202, “${word}”` : "202";
  return typeof word === "string" ? `“${word}”` : undefined;
}
