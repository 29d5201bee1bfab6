import type { ContactEngine, Listing, RowView } from "@/lib/client/contacts/engine";

export const PAGE_ROWS = 50;
const KEPT_PAGES = 60;

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
type Held = { count: number | undefined; pages: Map<number, Page> };

/** The rows of a listing near those that are looked at. What is drawn stays drawn until newer rows are there. */
export function createRowPages(engine: Pick<ContactEngine, "list" | "page">, onChange: () => void): RowPages {
  let held: Held = { count: undefined, pages: new Map() };
  let problem: string | undefined;
  let listingTurn = 0;
  let isListing = false;
  let age = 0;
  let wanted = { from: 0, to: PAGE_ROWS - 1 };
  const asked = new Map<number, number>();

  async function list(listing: Listing) {
    const turn = ++listingTurn;
    isListing = true;
    try {
      const count = await engine.list(listing);
      if (turn !== listingTurn) return;
      age++;
      const rows = count > 0 ? await engine.page(0, PAGE_ROWS) : [];
      if (turn !== listingTurn) return;
      held = { count, pages: new Map([[0, { rows, age }]]) };
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
    try {
      const rows = await engine.page(page * PAGE_ROWS, PAGE_ROWS);
      if (turn !== listingTurn) return;
      held.pages.delete(page);
      held.pages.set(page, { rows, age: asOf });
      drop(held.pages);
      problem = undefined;
    } catch (error) {
      if (turn !== listingTurn) return;
      problem = sentenceOf(error);
    }
    onChange();
  }

  function readWanted() {
    const { count = 0 } = held;
    if (isListing || count === 0) return;
    const last = Math.floor(Math.min(count - 1, wanted.to) / PAGE_ROWS);
    for (let page = Math.floor(Math.max(0, wanted.from) / PAGE_ROWS); page <= last; page++) {
      if (held.pages.get(page)?.age !== age && asked.get(page) !== age) void read(page);
    }
  }

  return {
    get count() {
      return held.count;
    },
    get problem() {
      return problem;
    },
    rowAt: (index) => held.pages.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS],
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
