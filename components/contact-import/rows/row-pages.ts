import type { ContactEngine, Listing, RowView } from "@/lib/contacts/engine";

export const PAGE_ROWS = 50;
const MAX_CACHED_PAGES = 60;
/** Kept low because fast scrolling passes most pages before they load. */
const MAX_CONCURRENT_READS = 2;

type Page = { rows: readonly RowView[]; age: number };

/** Page cache of a listing. Stale rows stay until newer ones have loaded. */
export class RowPages {
  count: number | undefined;
  problem: string | undefined;
  private pages = new Map<number, Page>();
  private listingTurn = 0;
  private isListing = false;
  private age = 0;
  private requestedRange = { from: 0, to: PAGE_ROWS - 1 };
  private pendingAges = new Map<number, number>();
  private pagesLoading = 0;

  constructor(
    private readonly engine: Pick<ContactEngine, "list" | "page">,
    private readonly onChange: () => void,
  ) {}

  rowAt(index: number): RowView | undefined {
    return this.pages.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS];
  }

  /** Starts another listing. The previous rows stay until its first page has loaded. */
  async list(listing: Listing) {
    const turn = ++this.listingTurn;
    this.isListing = true;
    try {
      const count = await this.engine.list(listing);
      if (turn !== this.listingTurn) return;
      const age = ++this.age;
      const rows = count > 0 ? await this.engine.page(0, PAGE_ROWS) : [];
      if (turn !== this.listingTurn) return;
      this.count = count;
      this.pages = new Map([[0, { rows, age }]]);
      this.problem = undefined;
      this.pendingAges.clear();
    } catch (error) {
      if (turn !== this.listingTurn) return;
      this.problem = sentenceOf(error);
    }
    this.isListing = false;
    this.onChange();
    this.loadRequested();
  }

  /** Marks every row as stale. Requested rows reload now, others when requested. */
  refresh() {
    this.age++;
    this.loadRequested();
  }

  request(from: number, to: number) {
    this.requestedRange = { from, to };
    this.loadRequested();
  }

  private loadRequested() {
    const { count = 0 } = this;
    if (this.isListing || count === 0) return;
    const last = pageOf(Math.min(count - 1, this.requestedRange.to));
    for (let page = pageOf(this.requestedRange.from); page <= last; page++) {
      if (this.pagesLoading >= MAX_CONCURRENT_READS) return;
      if (this.pages.get(page)?.age !== this.age && this.pendingAges.get(page) !== this.age) void this.read(page);
    }
  }

  private async read(page: number) {
    const { listingTurn: turn, age } = this;
    this.pendingAges.set(page, age);
    this.pagesLoading++;
    try {
      const rows = await this.engine.page(page * PAGE_ROWS, PAGE_ROWS);
      if (turn !== this.listingTurn) return;
      this.pendingAges.delete(page);
      this.pages.delete(page);
      this.pages.set(page, { rows, age });
      evictPages(this.pages);
      this.problem = undefined;
    } catch (error) {
      if (turn !== this.listingTurn) return;
      this.problem = sentenceOf(error);
    } finally {
      this.pagesLoading--;
      this.loadRequested();
    }
    const { from, to } = this.requestedRange;
    if (page >= pageOf(from) && page <= pageOf(to)) this.onChange();
  }
}

const pageOf = (index: number) => Math.floor(Math.max(0, index) / PAGE_ROWS);

/** Evicts the oldest pages. The first page always stays. */
function evictPages(pages: Map<number, Page>) {
  for (const page of pages.keys()) {
    if (pages.size <= MAX_CACHED_PAGES) return;
    if (page > 0) pages.delete(page);
  }
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : "The rows could not be read.");
