import { formatCount } from "@/lib/format/format-count";
import { isPlainObject } from "@/lib/format/json";
import { unwrapped } from "./fields";

/** The fields that count rows of a contact list; of each kind the first that holds a count is taken. */
const names = {
  accepted: ["accepted", "imported"],
  rejected: ["rejected", "failed", "invalid_rows", "errors"],
  duplicates: ["duplicates", "duplicate_rows"],
  total: ["total_rows", "total"],
};

const kinds = ["accepted", "rejected", "duplicates", "total"] as const;

/** `said` is in the platform's own words: "3 imported, 1 failed". */
export type UploadCounts = { [Kind in (typeof kinds)[number]]?: number } & { said: string };

/** Counts in the response to a contact list; undefined without a recognized count of rows. */
export function uploadCounts(raw: unknown): UploadCounts | undefined {
  const answer = unwrapped(raw);
  if (!isPlainObject(answer)) return undefined;
  const counts: Omit<UploadCounts, "said"> = {};
  const said: string[] = [];
  for (const kind of kinds) {
    const name = names[kind].find((each) => countIn(answer[each]) !== undefined) ?? "";
    const count = countIn(answer[name]);
    if (count === undefined) continue;
    counts[kind] = count;
    if (kind !== "total") said.push(`${formatCount(count)} ${wordOf(name, count)}`);
  }
  return said.length > 0 ? { ...counts, said: said.join(", ") } : undefined;
}

export const isUploadCount = (name: string) => kinds.some((kind) => names[kind].includes(name));

/** A time in seconds is no count of rows. */
const mostRows = 1_000_000_000;

/** A list of rows counts as many as it holds. */
function countIn(sent: unknown): number | undefined {
  if (Array.isArray(sent)) return sent.length;
  const count = typeof sent === "string" && /^\d{1,9}$/.test(sent) ? Number(sent) : sent;
  return typeof count === "number" && Number.isInteger(count) && count >= 0 && count < mostRows ? count : undefined;
}

/** "invalid" of `invalid_rows`, "1 error" of `errors`. */
const wordOf = (name: string, count: number) =>
  name.replace(/_rows$/, "").replace(/^(error|duplicate)s?$/, count === 1 ? "$1" : "$1s");
