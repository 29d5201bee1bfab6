import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { uniqueKeys } from "./unique-keys";

export const MOST_READ_UNASKED = 2000;

/** However long a list says it is. */
export const MOST_READ = 100_000;

/** How many numbers a page asks for unless someone chose otherwise; screens that ask alike share the answer. */
export const usualLimit = 50;

type ListAnswer = {
  items: readonly PhoneNumber[];
  total?: number | string | null | undefined;
  limit?: number | string | null | undefined;
};

export type PagePlan = {
  /** The platform's own figure, which may be anything. */
  total: number | undefined;
  /** Rows a page really holds: the API may give fewer than were asked for. */
  size: number;
};

/** What one page says of the whole. */
export function pagePlan(answer: ListAnswer | undefined, asked: number): PagePlan {
  const total = typeof answer?.total === "number" && answer.total >= 0 ? answer.total : undefined;
  const echoed = typeof answer?.limit === "number" && answer.limit > 0 ? answer.limit : asked;
  return { total, size: Math.min(asked, echoed) };
}

export type Pages = readonly (readonly PhoneNumber[])[];

/**
 * After how many of these pages the list ends; undefined while it may go on. It ends where a page is empty or only repeats
 * what came before, or is short while the total names no more: a total alone is believed in neither direction.
 */
export function endOfPages(pages: Pages, { total = 0, size }: PagePlan): number | undefined {
  const earlier = new Set<string>();
  let read = 0;
  for (const [at, page] of pages.entries()) {
    if (page.every((number) => earlier.has(contentOf(number)))) return at;
    for (const number of page) earlier.add(contentOf(number));
    read += page.length;
    if (page.length < size && total <= read) return at + 1;
  }
  return undefined;
}

/** The numbers of several pages: one that moved between two reads is taken once, two that say different things are both kept. */
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

/** What each number goes by in the address and in the table; of those that share an ID, only the first has it bare. */
export function numberKeys(numbers: readonly PhoneNumber[]): ReadonlyMap<PhoneNumber, string> {
  const all = [...new Set(numbers)];
  const keys = uniqueKeys(all.map(({ id, phone_number }) => id || phone_number || "no ID"));
  return new Map(all.map((number, at) => [number, keys[at] ?? ""]));
}
