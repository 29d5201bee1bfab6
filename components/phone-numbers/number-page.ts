import { compareRows, type DataColumn } from "@/components/data-table/data-columns";
import type { TableSort } from "@/components/data-table/data-table-head";
import { defaultLimit } from "@/lib/client/number-pages";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";

export const rowChoices = ["20", "50", "100"] as const;

export type NumberSlice = {
  rows: readonly PhoneNumber[];
  page: number;
  /** Undefined until all numbers are loaded if the platform's total cannot be right. */
  pageCount: number | undefined;
  hasNext: boolean;
  first: number;
  total: number | undefined;
};

type SliceInput = {
  numbers: readonly PhoneNumber[];
  columns: readonly DataColumn<PhoneNumber>[];
  sort: TableSort | undefined;
  page: number;
  limit: number;
};

/** One page when all numbers are loaded. Sorts all of them first. A page past the end is the last one. */
export function sliceNumbers({ numbers, columns, sort, page, limit }: SliceInput): NumberSlice {
  const pageCount = Math.max(1, Math.ceil(numbers.length / limit));
  const currentPage = Math.min(page, pageCount);
  const first = (currentPage - 1) * limit;
  const rows = sortNumbers(numbers, columns, sort).slice(first, first + limit);
  return {
    rows,
    page: currentPage,
    pageCount,
    hasNext: currentPage < pageCount,
    first: rows.length > 0 ? first + 1 : 0,
    total: numbers.length,
  };
}

type PageInput = Omit<SliceInput, "limit"> & {
  /** Rows on the platform's page before filtering. */
  count: number;
  size: number;
  total: number | undefined;
};

/** The platform's own page, filtered, until all numbers are loaded. */
export function pageNumbers({ numbers, columns, sort, page, count, size, total }: PageInput): NumberSlice {
  const first = count > 0 ? (page - 1) * size + 1 : 0;
  const last = Math.max(0, first + count - 1);
  const knownTotal = total !== undefined && total >= last && total > 0 ? total : undefined;
  return {
    rows: sortNumbers(numbers, columns, sort),
    page,
    pageCount: knownTotal === undefined ? undefined : Math.max(page, Math.ceil(knownTotal / size)),
    hasNext: count > 0 && (count >= size || (knownTotal ?? 0) > last),
    first,
    total: knownTotal,
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

/** Parses a sort of the URL: "-name" sorts by name, descending. */
export function sortOf(text: string | undefined): TableSort | undefined {
  if (!text) return undefined;
  return text.startsWith("-") ? { id: text.slice(1), desc: true } : { id: text, desc: false };
}

export const sortText = (sort: TableSort | undefined) => sort && `${sort.desc ? "-" : ""}${sort.id}`;

export function pageOf(page: unknown, rows: unknown) {
  const pageNumber = typeof page === "string" && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
  const limit = rowChoices.some((choice) => choice === rows) ? Number(rows) : defaultLimit;
  return { page: pageNumber, limit };
}
