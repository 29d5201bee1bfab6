import { expect, test } from "vitest";
import { planCounts } from "./plan-counts";

const plan = (current_count: number | undefined, max_phone_numbers: number | undefined) => ({
  current_count,
  max_phone_numbers,
});

test("counts numbers missing from the list as pending requests", () => {
  expect(planCounts(plan(14, 20), 12)).toMatchObject({ slotCounts: { listed: 12, due: 2, slots: 20 }, over: 0 });
});

test("reports a difference when the list is longer than the count", () => {
  expect(planCounts(plan(10, 20), 12)).toMatchObject({
    slotCounts: { listed: 12, due: 0, slots: 20 },
    isNegative: true,
  });
});

test("counts the numbers over the plan's maximum", () => {
  expect(planCounts(plan(22, 20), 20)).toMatchObject({ over: 2, isNegative: false });
});

test("uses the plan's own count when there is no list", () => {
  expect(planCounts(plan(14, 20), undefined)).toMatchObject({ slotCounts: { listed: 14, due: 0, slots: 20 } });
});

test("has no slots when the plan lacks a count or a maximum", () => {
  expect(planCounts(plan(undefined, 20), 12).slotCounts).toBeUndefined();
  expect(planCounts(plan(3, undefined), 3).slotCounts).toBeUndefined();
});
