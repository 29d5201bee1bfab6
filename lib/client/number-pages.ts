import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { uniqueKeys } from "./unique-keys";

export const MOST_READ_UNASKED = 2000;

/** Upper bound on the rows read, whatever total the platform reports. */
export const MOST_READ = 100_000;

/** Default page size. Screens with the same limit share the cached answer. */
export const defaultLimit = 50;

type ListAnswer = {
  items: readonly PhoneNumber[];
  total?: number | string | null | undefined;
  limit?: number | string | null | undefined;
};

export type PagePlan = {
  /** As reported by the platform, so possibly wrong. */
  total: number | undefined;
  /** Rows per page. The API may use a smaller limit than requested. */
  size: number;
};

export function pagePlan(answer: ListAnswer | undefined, requested: number): PagePlan {
  const total = typeof answer?.total === "number" && answer.total >= 0 ? answer.total : undefined;
  const limit = typeof answer?.limit === "number" && answer.limit > 0 ? answer.limit : requested;
  return { total, size: Math.min(requested, limit) };
}

export type Pages = readonly (readonly PhoneNumber[])[];

/**
 * Number of pages after which the list ends; undefined if more may follow. The last page is empty, only repeats earlier
 * rows, or is short once the total is reached. The total alone is never trusted.
 */
export function endOfPages(pages: Pages, { total = 0, size }: PagePlan): number | undefined {
  const earlier = new Set<string>();
  let readCount = 0;
  for (const [index, page] of pages.entries()) {
    if (page.every((number) => earlier.has(contentOf(number)))) return index;
    for (const number of page) earlier.add(contentOf(number));
    readCount += page.length;
    if (page.length < size && total <= readCount) return index + 1;
  }
  return undefined;
}

/** Merges pages. A number that moved between two reads appears once; different records with one ID are all kept. */
export function joinPages(pages: Pages): PhoneNumber[] {
  const earlier = new Set<string>();
  return pages.flatMap((page) => {
    const fresh = page.filter((number) => typeof number.id !== "string" || !earlier.has(contentOf(number)));
    for (const number of page) earlier.add(contentOf(number));
    return fresh;
  });
}

const contents = new WeakMap<PhoneNumber, string>();

function contentOf(number: PhoneNumber): string {
  const content = contents.get(number) ?? JSON.stringify(number);
  contents.set(number, content);
  return content;
}

/** Unique key of each number for the URL and the table. If an ID repeats, only its first row uses it unchanged. */
export function numberKeys(numbers: readonly PhoneNumber[]): ReadonlyMap<PhoneNumber, string> {
  const all = [...new Set(numbers)];
  const keys = uniqueKeys(all.map(({ id, phone_number }) => id || phone_number || "no ID"));
  return new Map(all.map((number, index) => [number, keys[index] ?? ""]));
}
