import type { ContactEngine, Listing, RowView } from "@/lib/contacts/engine";

export const PAGE_ROWS = 50;
const KEPT_PAGES = 60;
/** More are not asked for at once: while a list is scrolled fast, most pages are past before they could be read. */
const MOST_ASKED = 2;

export type RowPages = {
  readonly count: number | undefined;
  readonly problem: string | undefined;
  rowAt(index: number): RowView | undefined;
  /** Begins another listing; the rows of the one before stay until the first page is there. */
  list(listing: Listing): void;
  /** Takes every row for old: those wanted are read again, the others when they are wanted. */
  refresh(): void;
  want(from: number, to: number): void;
};

type Page = { rows: readonly RowView[]; age: number };
type LoadedRows = { count: number | undefined; pages: Map<number, Page> };

/** The rows of a listing near those that are looked at. What is drawn stays drawn until newer rows are there. */
export function createRowPages(engine: Pick<ContactEngine, "list" | "page">, onChange: () => void): RowPages {
  let loaded: LoadedRows = { count: undefined, pages: new Map() };
  let problem: string | undefined;
  let listingTurn = 0;
  let isListing = false;
  let age = 0;
  let wanted = { from: 0, to: PAGE_ROWS - 1 };
  const asked = new Map<number, number>();
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
      asked.clear();
    } catch (error) {
      if (turn !== listingTurn) return;
      problem = sentenceOf(error);
    }
    isListing = false;
    onChange();
    readWanted();
  }

  async function read(page: number) {
    const turn = listingTurn;
    const asOf = age;
    asked.set(page, asOf);
    pagesLoading++;
    try {
      const rows = await engine.page(page * PAGE_ROWS, PAGE_ROWS);
      if (turn !== listingTurn) return;
      asked.delete(page);
      loaded.pages.delete(page);
      loaded.pages.set(page, { rows, age: asOf });
      drop(loaded.pages);
      problem = undefined;
    } catch (error) {
      if (turn !== listingTurn) return;
      problem = sentenceOf(error);
    } finally {
      pagesLoading--;
      readWanted();
    }
    if (isWanted(page)) onChange();
  }

  const pageOf = (index: number) => Math.floor(Math.max(0, index) / PAGE_ROWS);
  const isWanted = (page: number) => page >= pageOf(wanted.from) && page <= pageOf(wanted.to);

  function readWanted() {
    const { count = 0 } = loaded;
    if (isListing || count === 0) return;
    const last = pageOf(Math.min(count - 1, wanted.to));
    for (let page = pageOf(wanted.from); page <= last && pagesLoading < MOST_ASKED; page++) {
      if (loaded.pages.get(page)?.age !== age && asked.get(page) !== age) void read(page);
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
      readWanted();
    },
    want(from, to) {
      wanted = { from, to };
      readWanted();
    },
  };
}

/** The first page stays: examples are taken from it. */
function drop(pages: Map<number, Page>) {
  for (const page of pages.keys()) {
    if (pages.size <= KEPT_PAGES) return;
    if (page > 0) pages.delete(page);
  }
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : "The rows could not be read.");
