import { expect, test } from "vitest";
import { addToast, leavePage, spokenOf, type ToastEntry } from "./toast";

const entry = (id: number, tone: ToastEntry["tone"]): ToastEntry => ({ id, tone, title: `Toast ${id}` });
const idsOf = (queue: readonly ToastEntry[]) => queue.map(({ id }) => id);

test("faults stay behind with their page, the rest comes along", () => {
  expect(idsOf(leavePage([entry(1, "fault"), entry(2, "ok"), entry(3, "wait")]))).toEqual([2, 3]);
});

test("a full queue loses what is no fault first", () => {
  const full = [entry(1, "fault"), entry(2, "ok"), entry(3, "fault"), entry(4, "fault")];
  expect(idsOf(addToast(full, entry(5, "ok")))).toEqual([1, 3, 4, 5]);
});

test("a screen reader hears a title and what is said of it as two sentences", () => {
  expect(spokenOf({ title: "Tool “book_callback” was deleted.", body: "Delete tool" })).toBe(
    "Tool “book_callback” was deleted. Delete tool",
  );
  expect(spokenOf({ title: "Paused", body: "Winter" })).toBe("Paused. Winter");
  expect(spokenOf({ title: "Copied" })).toBe("Copied");
});
