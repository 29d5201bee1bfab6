import { isPlainObject } from "@/lib/contract/json";

export type UploadCounts = { accepted?: number; rejected?: number; duplicates?: number; total?: number };

const names = {
  accepted: ["accepted", "imported", "added", "created", "success_count", "total_imported"],
  rejected: ["rejected", "failed", "invalid", "error_count"],
  duplicates: ["duplicates", "duplicate_count"],
  total: ["total_rows"],
} satisfies Record<keyof UploadCounts, readonly string[]>;

const deepest = 3;
/** No list is this long; a time in seconds, which some call `created`, is longer. */
const mostRows = 1_000_000_000;

/** What an answer of unknown shape counts, by the usual names and wherever it holds them; undefined where it counts nothing. */
export function uploadCounts(value: unknown, depth = 0): UploadCounts | undefined {
  if (!isPlainObject(value) || depth > deepest) return undefined;
  const [accepted, rejected, duplicates, total] = [
    countIn(value, names.accepted),
    countIn(value, names.rejected),
    countIn(value, names.duplicates),
    countIn(value, names.total),
  ];
  if (accepted !== undefined || rejected !== undefined)
    return {
      ...(accepted === undefined ? {} : { accepted }),
      ...(rejected === undefined ? {} : { rejected }),
      ...(duplicates === undefined ? {} : { duplicates }),
      ...(total === undefined ? {} : { total }),
    };
  for (const child of Object.values(value)) {
    const found = uploadCounts(child, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function countIn(record: Record<string, unknown>, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const given = record[key];
    const count = typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : given;
    if (typeof count === "number" && Number.isInteger(count) && count >= 0 && count < mostRows) return count;
  }
  return undefined;
}

/** "3 accepted, 1 rejected". */
export const countList = ({ accepted, rejected, duplicates }: UploadCounts) =>
  [
    accepted === undefined ? [] : [`${figure(accepted)} accepted`],
    rejected === undefined ? [] : [`${figure(rejected)} rejected`],
    duplicates === undefined ? [] : [`${figure(duplicates)} ${duplicates === 1 ? "duplicate" : "duplicates"}`],
  ]
    .flat()
    .join(", ");

/** Those counts beside the rows that were sent; `isShort` where not every row was taken. */
export function countWords(counts: UploadCounts, sent: number) {
  const { accepted, rejected, duplicates, total } = counts;
  const sentences = [`The answer counts ${countList(counts)}; ${figure(sent)} ${sent === 1 ? "was" : "were"} sent.`];
  if (total !== undefined && total !== sent) sentences.push(`It counts ${figure(total)} in all.`);
  // Some count a duplicate among the rejected, some beside them.
  else if (accepted !== undefined && rejected !== undefined) {
    const sums = [accepted + rejected, accepted + rejected + (duplicates ?? 0)];
    if (!sums.includes(sent)) sentences.push("The counts do not add up to what was sent.");
  }
  const isShort = (rejected ?? 0) > 0 || (accepted !== undefined && accepted < sent);
  return { sentence: sentences.join(" "), isShort };
}

const figure = (count: number) => count.toLocaleString("en-US");
