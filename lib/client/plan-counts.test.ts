import { expect, test } from "vitest";
import { planCounts } from "./plan-counts";

const plan = (current_count: number | undefined, max_phone_numbers: number | undefined) => ({
  current_count,
  max_phone_numbers,
});

test("what the plan counts beyond the list is due, the rest of the plan is free", () => {
  expect(planCounts(plan(14, 20), 12)).toMatchObject({ slotCounts: { listed: 12, due: 2, slots: 20 }, over: 0 });
});

test("a list longer than the count is a difference, not a negative number of requests", () => {
  expect(planCounts(plan(10, 20), 12)).toMatchObject({
    slotCounts: { listed: 12, due: 0, slots: 20 },
    isNegative: true,
  });
});

test("what passes the plan's maximum is over", () => {
  expect(planCounts(plan(22, 20), 20)).toMatchObject({ over: 2, isNegative: false });
});

test("without the list the plan's own count stands", () => {
  expect(planCounts(plan(14, 20), undefined)).toMatchObject({ slotCounts: { listed: 14, due: 0, slots: 20 } });
});

test("a plan that says no number draws no slots", () => {
  expect(planCounts(plan(undefined, 20), 12).slotCounts).toBeUndefined();
  expect(planCounts(plan(3, undefined), 3).slotCounts).toBeUndefined();
});
