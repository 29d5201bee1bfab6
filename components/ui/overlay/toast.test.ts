import { expect, test } from "vitest";
import { addToast, spokenOf, type ToastEntry, toastsToKeep } from "./toast";

const entry = (id: number, tone: ToastEntry["tone"]): ToastEntry => ({ id, tone, title: `Toast ${id}` });
const idsOf = (queue: readonly ToastEntry[]) => queue.map(({ id }) => id);

test("toastsToKeep drops faults when the page changes", () => {
  expect(idsOf(toastsToKeep([entry(1, "fault"), entry(2, "ok"), entry(3, "wait")]))).toEqual([2, 3]);
});

test("addToast drops the oldest toast that is no fault when the queue is full", () => {
  const full = [entry(1, "fault"), entry(2, "ok"), entry(3, "fault"), entry(4, "fault")];
  expect(idsOf(addToast(full, entry(5, "ok")))).toEqual([1, 3, 4, 5]);
});

test("spokenOf joins title and body as two sentences", () => {
  expect(spokenOf({ title: "Tool “book_callback” was deleted.", body: "Delete tool" })).toBe(
    "Tool “book_callback” was deleted. Delete tool",
  );
  expect(spokenOf({ title: "Paused", body: "Winter" })).toBe("Paused. Winter");
  expect(spokenOf({ title: "Copied" })).toBe("Copied");
});
