import { expect, test, vi } from "vitest";
import type { Listing, RowView } from "@/lib/contacts/engine";
import { RowListing } from "./row-listing";

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
      return Array.from({ length: Math.min(count, 1_000 - from) }, (_, index) => rowView(from + index, name));
    },
  };
}

async function listed() {
  const engine = fakeEngine();
  const rows = new RowListing(engine, vi.fn());
  void rows.list({ group: "all", text: "" });
  await vi.waitFor(() => expect(rows.count).toBe(1_000));
  return { engine, rows };
}

test("reads the rows around the view, and again only when it comes near their end", async () => {
  const { engine, rows } = await listed();
  rows.show(500, 520);
  await vi.waitFor(() => expect(rows.rowAt(520)?.row).toBe(520));
  rows.show(510, 530);
  rows.show(900, 999);
  await vi.waitFor(() => expect(rows.rowAt(999)?.row).toBe(999));
  expect(engine.state.requestedRows).toEqual([0, 460, 860]);
});

test("reads no row twice while scrolling down and up again", async () => {
  const { engine, rows } = await listed();
  rows.show(10, 30);
  await vi.waitFor(() => expect(rows.rowAt(70)?.row).toBe(70));
  rows.show(60, 80);
  await vi.waitFor(() => expect(rows.rowAt(120)?.row).toBe(120));
  rows.show(20, 40);
  await vi.waitFor(() => expect(rows.rowAt(0)?.row).toBe(0));
  expect(rows.rowAt(40)?.row).toBe(40);
  expect(engine.state.requestedRows).toEqual([0, 41, 71, 0]);
});

test("skips rows that were scrolled past while others loaded", async () => {
  const { engine, rows } = await listed();
  for (let index = 100; index <= 900; index += 100) rows.show(index, index + 10);
  await vi.waitFor(() => expect(rows.rowAt(905)?.row).toBe(905));
  expect(engine.state.requestedRows).toEqual([0, 60, 860]);
});

test("old rows stay until their refresh arrives", async () => {
  const { engine, rows } = await listed();
  engine.state.name = "after";
  rows.refresh();
  expect(rows.rowAt(0)?.name).toBe("before");
  await vi.waitFor(() => expect(rows.rowAt(0)?.name).toBe("after"));
});

test("rows loaded before a refresh are loaded again, also those of a new listing", async () => {
  const { engine, rows } = await listed();
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { page } = engine;
  engine.page = async (from, count) => {
    const read = await page(from, count);
    await isAnswered;
    return read;
  };
  void rows.list({ group: "all", text: "some" });
  await vi.waitFor(() => expect(engine.state.requestedRows).toEqual([0, 0]));
  engine.state.name = "after";
  rows.refresh();
  answer();
  await vi.waitFor(() => expect(rows.rowAt(0)?.name).toBe("after"));
});

test("a late listing does not replace a newer one", async () => {
  const { rows } = await listed();
  void rows.list({ group: "all", text: "some" });
  void rows.list({ group: "all", text: "none" });
  await vi.waitFor(() => expect(rows.count).toBe(0));
  expect(rows.rowAt(0)).toBeUndefined();
});

test("a new listing scrolls to its start once", async () => {
  const { rows } = await listed();
  const first = rows.jump;
  await rows.list({ group: "all", text: "some" });
  expect(rows.jump).toEqual({ index: 0 });
  expect(rows.jump).not.toBe(first);
});

test("a failed load reports the message of its error", async () => {
  const { engine, rows } = await listed();
  engine.page = async () => Promise.reject(new Error("The file cannot be read any more."));
  rows.show(500, 510);
  await vi.waitFor(() => expect(rows.problem).toBe("The file cannot be read any more."));
});
