import type { ContactEngine, Listing, RowView } from "@/lib/contacts/engine";

export const PAGE_ROWS = 50;
const MAX_CACHED_PAGES = 60;
/** Kept low because fast scrolling passes most pages before they load. */
const MAX_CONCURRENT_READS = 2;

export type RowPages = {
  readonly count: number | undefined;
  readonly problem: string | undefined;
  rowAt(index: number): RowView | undefined;
  /** Starts another listing. The previous rows stay until its first page has loaded. */
  list(listing: Listing): void;
  /** Marks every row as stale. Requested rows reload now, others when requested. */
  refresh(): void;
  request(from: number, to: number): void;
};

type Page = { rows: readonly RowView[]; age: number };
type LoadedRows = { count: number | undefined; pages: Map<number, Page> };

/** Page cache of a listing. Stale rows stay until newer ones have loaded. */
export function createRowPages(engine: Pick<ContactEngine, "list" | "page">, onChange: () => void): RowPages {
  let loaded: LoadedRows = { count: undefined, pages: new Map() };
  let problem: string | undefined;
  let listingTurn = 0;
  let isListing = false;
  let age = 0;
  let requestedRange = { from: 0, to: PAGE_ROWS - 1 };
  const pendingAges = new Map<number, number>();
  let pagesLoading = 0;

  async function list(listing: Listing) {
    const turn = ++listingTurn;
    isListing = true;
    try {
      const count = await engine.list(listing);
      if (turn !== listingTurn) return;
      const asOf = ++age;
      const rows = count > 0 ? await engine.page(0, PAGE_ROWS) : [];
      if (turn !== listingTurn) return;
      loaded = { count, pages: new Map([[0, { rows, age: asOf }]]) };
      problem = undefined;
      pendingAges.clear();
    } catch (error) {
      if (turn !== listingTurn) return;
      problem = sentenceOf(error);
    }
    isListing = false;
    onChange();
    loadRequested();
  }

  async function read(page: number) {
    const turn = listingTurn;
    const asOf = age;
    pendingAges.set(page, asOf);
    pagesLoading++;
    try {
      const rows = await engine.page(page * PAGE_ROWS, PAGE_ROWS);
      if (turn !== listingTurn) return;
      pendingAges.delete(page);
      loaded.pages.delete(page);
      loaded.pages.set(page, { rows, age: asOf });
      evictPages(loaded.pages);
      problem = undefined;
    } catch (error) {
      if (turn !== listingTurn) return;
      problem = sentenceOf(error);
    } finally {
      pagesLoading--;
      loadRequested();
    }
    if (isRequested(page)) onChange();
  }

  const pageOf = (index: number) => Math.floor(Math.max(0, index) / PAGE_ROWS);
  const isRequested = (page: number) => page >= pageOf(requestedRange.from) && page <= pageOf(requestedRange.to);

  function loadRequested() {
    const { count = 0 } = loaded;
    if (isListing || count === 0) return;
    const last = pageOf(Math.min(count - 1, requestedRange.to));
    for (let page = pageOf(requestedRange.from); page <= last && pagesLoading < MAX_CONCURRENT_READS; page++) {
      if (loaded.pages.get(page)?.age !== age && pendingAges.get(page) !== age) void read(page);
    }
  }

  return {
    get count() {
      return loaded.count;
    },
    get problem() {
      return problem;
    },
    rowAt: (index) => loaded.pages.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS],
    list: (listing) => void list(listing),
    refresh() {
      age++;
      loadRequested();
    },
    request(from, to) {
      requestedRange = { from, to };
      loadRequested();
    },
  };
}

/** Evicts the oldest pages. The first page always stays. */
function evictPages(pages: Map<number, Page>) {
  for (const page of pages.keys()) {
    if (pages.size <= MAX_CACHED_PAGES) return;
    if (page > 0) pages.delete(page);
  }
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : "The rows could not be read.");
