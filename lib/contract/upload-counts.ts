import { formatCount } from "@/lib/format/format-count";
import { isPlainObject } from "@/lib/format/json";
import { unwrapped } from "./fields";

/** Words of fields that count rows of a contact list; of each kind the first that holds a count is taken. */
const words = {
  accepted: ["accepted", "imported", "added", "inserted", "created", "uploaded"],
  rejected: ["rejected", "failed", "invalid", "errors"],
  duplicates: ["duplicates", "duplicate"],
  total: ["total", "total_rows"],
};

/** Words that surround a count's name: `added_count`, `contacts_added` and `addedContacts` are `added`. */
const nouns = /(^|_)(rows?|contacts?|records?|leads|people|count|number|num|of)(?=_|$)/g;

const plainName = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll("-", "_")
    .replace(nouns, "")
    .replace(/^_+|_+$/g, "");

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
    const name = nameOf(kind, answer);
    const count = name === undefined ? undefined : countIn(answer[name]);
    if (name === undefined || count === undefined) continue;
    counts[kind] = count;
    if (kind !== "total") said.push(`${formatCount(count)} ${wordOf(name, count)}`);
  }
  return said.length > 0 ? { ...counts, said: said.join(", ") } : undefined;
}

/** The field with the most common word for this count. A sum of the campaign is no sum of the list. */
function nameOf(kind: (typeof kinds)[number], answer: Record<string, unknown>): string | undefined {
  const counted = Object.keys(answer).filter((name) => countIn(answer[name]) !== undefined);
  const wordIn = (name: string) => (kind === "total" ? name : plainName(name));
  for (const word of words[kind]) {
    const name = counted.find((each) => wordIn(each) === word);
    if (name !== undefined) return name;
  }
  return undefined;
}

export const isUploadCount = (name: string) =>
  kinds.some((kind) => words[kind].includes(kind === "total" ? name : plainName(name)));

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
  plainName(name).replace(/^(error|duplicate)s?$/, count === 1 ? "$1" : "$1s");
