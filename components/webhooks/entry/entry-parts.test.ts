import { expect, test } from "vitest";
import { storedDelivery, timeAt } from "@/lib/testing/components/deliveries";
import { attemptSteps, estimateWords } from "./attempt-history";
import { streakAt } from "./entry-record";

test("estimateWords estimates the last attempt, and the next one while retrying", () => {
  const retry_seconds = [0, 5, 305, 2105, 9305];
  const estimateFor = (attempts: number | null, isUnderWay = false) =>
    estimateWords(storedDelivery({ attempts, retry_seconds }), isUnderWay);
  expect(estimateFor(4)).toBe(
    "Estimate: attempt 4 is about 35 min after the first, on the schedule entered in Settings, Platform.",
  );
  expect(estimateFor(4, true)).toMatch(/about 35 min after the first, attempt 5 about 2 h 35 min, on/);
  expect(estimateFor(1, true)).toMatch(/^Estimate: attempt 2 is about 5 s after the first/);
  expect(estimateFor(5, true)).toBe(estimateFor(5));
  for (const none of [estimateFor(1), estimateFor(6), estimateFor(null)]) expect(none).toBeUndefined();
  expect(estimateWords(storedDelivery({ retry_seconds: [] }), true)).toBeUndefined();
});

test("attemptSteps starts at the first state and counts missed attempts", () => {
  const steps = attemptSteps(
    storedDelivery({
      changes: [
        {
          at: timeAt(44),
          fields: [
            { field: "attempts", before: "5", after: "6" },
            { field: "status", before: "retrying", after: "failed" },
          ],
        },
        { at: timeAt(41), fields: [{ field: "attempts", before: "2", after: "5" }] },
        { at: timeAt(40), fields: [{ field: "trace", before: null, after: "x" }] },
      ],
    }),
  );
  expect(steps.map(({ attempts, status, skipped, others }) => [attempts, status, skipped, others.length])).toEqual([
    ["2", "retrying", 0, 0],
    [undefined, undefined, 0, 1],
    ["5", undefined, 2, 0],
    ["6", "failed", 0, 0],
  ]);
});

test("streakAt counts consecutive failed deliveries around an entry", () => {
  const around = [true, false, false, true, false].map((is_delivered, nth) => ({
    ...storedDelivery({ key: `d${nth}` }),
    is_delivered,
  }));
  expect(around.map(({ key }) => streakAt(around, key))).toEqual([0, 2, 2, 0, 1]);
});
