import type { PhoneNumber } from "@/lib/contract/phone-numbers";

export const MOST_READ_UNASKED = 2000;

/** How many numbers a page asks for unless someone chose otherwise; screens that ask alike share the answer. */
export const usualLimit = 50;

type ListAnswer = {
  items: readonly PhoneNumber[];
  total?: number | null | undefined;
  limit?: number | null | undefined;
};

export type PagePlan = {
  total: number | undefined;
  /** Rows a page really holds: the API may give fewer than were asked for. */
  size: number;
  /** Undefined while the API has not said how many numbers there are. */
  pageCount: number | undefined;
};

/** How many pages there are, by what one of them says of the whole. */
export function pagePlan(answer: ListAnswer | undefined, asked: number): PagePlan {
  const total = typeof answer?.total === "number" && answer.total >= 0 ? answer.total : undefined;
  const echoed = typeof answer?.limit === "number" && answer.limit > 0 ? answer.limit : asked;
  const size = Math.min(asked, echoed);
  return { total, size, pageCount: total === undefined ? undefined : Math.max(1, Math.ceil(total / size)) };
}

/** The pages to read by now: everything read so far and one more, until all are. */
export function pagesToRead(pageCount: number, isRead: (page: number) => boolean): number[] {
  const pages: number[] = [];
  for (let page = 1; page <= pageCount; page += 1) {
    pages.push(page);
    if (!isRead(page)) break;
  }
  return pages;
}

/** The numbers of several pages; one that moved between two reads is taken once. */
export function joinPages(pages: readonly (readonly PhoneNumber[])[]): PhoneNumber[] {
  const seen = new Set<string>();
  return pages.flat().filter(({ id }) => {
    if (typeof id !== "string") return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}
