import { expect, test, vi } from "vitest";
import type { Listing, RowView } from "@/lib/contacts/engine";
import { PAGE_ROWS, RowPages } from "./row-pages";

const rowView = (row: number, name: string): RowView => ({
  row,
  phone: "+4930123456",
  name,
  rowStatus: "ok",
  message: "",
  field: "row",
  isEdited: false,
});

function fakeEngine() {
  const state = { name: "before", requestedRows: [] as number[] };
  return {
    state,
    list: async ({ text }: Listing) => (text === "none" ? 0 : 1_000),
    page: async (from: number, count: number) => {
      state.requestedRows.push(from);
      const { name } = state;
      return Array.from({ length: count }, (_, index) => rowView(from + index, name));
    },
  };
}

async function listed() {
  const engine = fakeEngine();
  const onChange = vi.fn();
  const pages = new RowPages(engine, onChange);
  void pages.list({ group: "all", text: "" });
  await vi.waitFor(() => expect(pages.count).toBe(1_000));
  return { engine, pages };
}

test("requested rows are loaded page by page, each page once", async () => {
  const { engine, pages } = await listed();
  pages.request(40, 160);
  pages.request(41, 161);
  await vi.waitFor(() => expect(pages.rowAt(160)?.row).toBe(160));
  expect(engine.state.requestedRows).toEqual([0, PAGE_ROWS, 2 * PAGE_ROWS, 3 * PAGE_ROWS]);
});

test("old rows stay until their refresh arrives", async () => {
  const { engine, pages } = await listed();
  engine.state.name = "after";
  pages.request(0, 10);
  pages.refresh();
  expect(pages.rowAt(0)?.name).toBe("before");
  await vi.waitFor(() => expect(pages.rowAt(0)?.name).toBe("after"));
});

test("rows loaded before a refresh are loaded again, including the first page", async () => {
  const { engine, pages } = await listed();
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { page } = engine;
  engine.page = async (from, count) => {
    const rows = await page(from, count);
    await isAnswered;
    return rows;
  };
  void pages.list({ group: "all", text: "some" });
  await vi.waitFor(() => expect(engine.state.requestedRows).toEqual([0, 0]));
  engine.state.name = "after";
  pages.refresh();
  answer();
  await vi.waitFor(() => expect(pages.rowAt(0)?.name).toBe("after"));
});

test("a late listing does not replace a newer one", async () => {
  const { pages } = await listed();
  void pages.list({ group: "all", text: "some" });
  void pages.list({ group: "all", text: "none" });
  await vi.waitFor(() => expect(pages.count).toBe(0));
  expect(pages.rowAt(0)).toBeUndefined();
});

test("evicted rows are loaded again when requested", async () => {
  const engine = { ...fakeEngine(), list: async () => 10_000 };
  const pages = new RowPages(engine, () => undefined);
  void pages.list({ group: "all", text: "" });
  await vi.waitFor(() => expect(pages.count).toBe(10_000));
  for (let page = 1; page < 80; page++) {
    pages.request(page * PAGE_ROWS, page * PAGE_ROWS);
    await vi.waitFor(() => expect(pages.rowAt(page * PAGE_ROWS)).toBeDefined());
  }
  expect(pages.rowAt(PAGE_ROWS)).toBeUndefined();
  pages.request(PAGE_ROWS, PAGE_ROWS);
  await vi.waitFor(() => expect(pages.rowAt(PAGE_ROWS)?.row).toBe(PAGE_ROWS));
});

test("pages scrolled past while others load are skipped", async () => {
  const { engine, pages } = await listed();
  for (let index = 100; index < 1_000; index += PAGE_ROWS) pages.request(index, index + 10);
  await vi.waitFor(() => expect(pages.rowAt(950)?.row).toBe(950));
  expect(engine.state.requestedRows).toEqual([0, 100, 150, 950]);
});

test("a failed load reports the message of its error", async () => {
  const { engine, pages } = await listed();
  engine.page = async () => Promise.reject(new Error("The file cannot be read any more."));
  pages.request(500, 510);
  await vi.waitFor(() => expect(pages.problem).toBe("The file cannot be read any more."));
});
