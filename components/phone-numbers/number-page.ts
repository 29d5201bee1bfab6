import { compareRows, type DataColumn } from "@/components/data-table/data-columns";
import type { TableSort } from "@/components/data-table/data-table-head";
import { usualLimit } from "@/lib/client/number-pages";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";

export const rowChoices = ["20", "50", "100"] as const;

export type NumberSlice = {
  rows: readonly PhoneNumber[];
  page: number;
  /** Undefined while nobody knows: the list has not been read to its end, and the platform's figure cannot be right. */
  pageCount: number | undefined;
  hasNext: boolean;
  first: number;
  /** How many there are; undefined where nobody knows. */
  of: number | undefined;
};

type SliceInput = {
  numbers: readonly PhoneNumber[];
  columns: readonly DataColumn<PhoneNumber>[];
  sort: TableSort | undefined;
  page: number;
  limit: number;
};

/** One page of numbers that are all here: sorted over the whole, then cut. A page past the end is the last one. */
export function sliceNumbers({ numbers, columns, sort, page, limit }: SliceInput): NumberSlice {
  const pageCount = Math.max(1, Math.ceil(numbers.length / limit));
  const shown = Math.min(page, pageCount);
  const first = (shown - 1) * limit;
  const rows = sortNumbers(numbers, columns, sort).slice(first, first + limit);
  return {
    rows,
    page: shown,
    pageCount,
    hasNext: shown < pageCount,
    first: rows.length > 0 ? first + 1 : 0,
    of: numbers.length,
  };
}

type PageInput = Omit<SliceInput, "limit"> & {
  /** How many the API's page held before the filters. */
  count: number;
  size: number;
  total: number | undefined;
};

/** While not all numbers are here, the API's own page is shown: whatever of it passes the filters. */
export function pageNumbers({ numbers, columns, sort, page, count, size, total }: PageInput): NumberSlice {
  const first = count > 0 ? (page - 1) * size + 1 : 0;
  const last = Math.max(0, first + count - 1);
  const of = total !== undefined && total >= last && total > 0 ? total : undefined;
  return {
    rows: sortNumbers(numbers, columns, sort),
    page,
    pageCount: of === undefined ? undefined : Math.max(page, Math.ceil(of / size)),
    hasNext: count > 0 && (count >= size || (of ?? 0) > last),
    first,
    of,
  };
}

function sortNumbers(
  numbers: readonly PhoneNumber[],
  columns: readonly DataColumn<PhoneNumber>[],
  sort: TableSort | undefined,
) {
  const column = columns.find(({ id }) => id === sort?.id);
  if (!sort || !column) return numbers;
  const sign = sort.desc ? -1 : 1;
  return numbers.toSorted((a, b) => sign * compareRows(column, a, b));
}

/** "-name" is the name column, descending. */
export function sortOf(text: string | undefined): TableSort | undefined {
  if (!text) return undefined;
  return text.startsWith("-") ? { id: text.slice(1), desc: true } : { id: text, desc: false };
}

export const sortText = (sort: TableSort | undefined) => sort && `${sort.desc ? "-" : ""}${sort.id}`;

/** The page and the limit that an address names, or the usual ones. */
export function pageOf(page: unknown, rows: unknown) {
  const wanted = typeof page === "string" && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
  const limit = rowChoices.some((choice) => choice === rows) ? Number(rows) : usualLimit;
  return { page: wanted, limit };
}
