import type { ContactEngine, Listing, RowView } from "@/lib/contacts/engine";

/** Rows read on either side of the view. More are read once fewer than `LEAST_MARGIN` are left. */
const MARGIN = 40;
const LEAST_MARGIN = 15;

/** `version` tells rows read before a change from rows read after it. */
type Block = { from: number; to: number; version: number; rows: readonly RowView[] };

/** One listing of rows. Holds only the rows around the view; old ones stay until newer ones have loaded. */
export class RowListing {
  count: number | undefined;
  problem: string | undefined;
  /** Index to scroll to. A new object with each listing. */
  jump = { index: 0 };
  private view = { from: 0, to: 0 };
  private block: Block = { from: 0, to: -1, version: 0, rows: [] };
  private version = 0;
  private turn = 0;
  private isListing = false;
  private isReading = false;

  constructor(
    private readonly engine: Pick<ContactEngine, "list" | "page">,
    private readonly onChange: () => void,
  ) {}

  rowAt(index: number): RowView | undefined {
    return this.block.rows[index - this.block.from];
  }

  /** Starts another listing. The previous rows stay until its first rows have loaded. */
  async list(listing: Listing) {
    const turn = ++this.turn;
    this.isListing = true;
    // Scrolls before the rows are replaced, while the focus is still in them.
    this.jump = { index: 0 };
    this.onChange();
    try {
      const count = await this.engine.list(listing);
      if (turn !== this.turn) return;
      this.version += 1;
      const block = count > 0 ? await this.read(0, MARGIN) : { from: 0, to: -1, version: this.version, rows: [] };
      if (turn !== this.turn) return;
      this.count = count;
      this.view = { from: 0, to: this.view.to - this.view.from };
      this.setBlock(block);
    } catch (error) {
      if (turn !== this.turn) return;
      this.problem = sentenceOf(error);
    }
    this.isListing = false;
    this.onChange();
    void this.load();
  }

  refresh() {
    this.version += 1;
    void this.load();
  }

  show(from: number, to: number) {
    this.view = { from, to };
    this.onChange();
    void this.load();
  }

  /** Reads the rows around the view, one block at a time. A failed read is tried again when the view moves. */
  private async load() {
    if (this.isListing || this.isReading || !this.isDue()) return;
    const { turn } = this;
    this.isReading = true;
    let hasFailed = false;
    try {
      const block = await this.read(Math.max(0, this.view.from - MARGIN), this.view.to + MARGIN);
      if (turn === this.turn) this.setBlock(block);
    } catch (error) {
      hasFailed = true;
      if (turn === this.turn) this.problem = sentenceOf(error);
    }
    this.isReading = false;
    this.onChange();
    if (!hasFailed) void this.load();
  }

  private isDue(): boolean {
    const { count = 0, block, view, version } = this;
    if (count === 0) return false;
    const from = Math.max(0, view.from - LEAST_MARGIN);
    const to = Math.min(count - 1, view.to + LEAST_MARGIN);
    return block.version !== version || from < block.from || to > block.to;
  }

  private async read(from: number, to: number): Promise<Block> {
    const { version, block } = this;
    const isHeld = (index: number) => block.version === version && index >= block.from && index <= block.to;
    const start = isHeld(from) ? block.to + 1 : from;
    const end = isHeld(to) ? block.from - 1 : to;
    const read = await this.engine.page(start, end - start + 1);
    const before = isHeld(from) ? block.rows.slice(from - block.from) : [];
    const after = isHeld(to) ? block.rows.slice(0, to - block.from + 1) : [];
    return { from, to, version, rows: [...before, ...read, ...after] };
  }

  private setBlock(block: Block) {
    this.block = block;
    this.problem = undefined;
  }
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : "The rows could not be read.");
