import { expect, test } from "vitest";
import { barShapes, drawnKinds, makeBuckets, tickPlaces } from "./timeline-buckets";

const half = 30 * 60_000;
const entry = (atMs: number | undefined, isDelivered = true, attempts = 1) => ({ atMs, isDelivered, attempts });

test("every entry is counted once: in a bucket, without a time, or outside", () => {
  const { buckets, untimed, outside } = makeBuckets(
    [entry(0), entry(half - 1, true, 3), entry(half, false, 6), entry(undefined), entry(-1), entry(2 * half)],
    { fromMs: 0, toMs: 2 * half, stepMs: half },
  );
  expect(buckets.map(({ delivered, again, notDelivered }) => [delivered, again, notDelivered])).toEqual([
    [2, 1, 0],
    [0, 0, 1],
  ]);
  expect([untimed, outside]).toEqual([1, 2]);
});

test("buckets start on the clock's own steps", () => {
  const { buckets } = makeBuckets([], { fromMs: half + 5, toMs: 3 * half, stepMs: half });
  expect(buckets.map((bucket) => bucket.fromMs)).toEqual([half, 2 * half]);
});

test("one failure among thousands is still seen, on its own scale", () => {
  const [shape, other] = barShapes([
    { fromMs: 0, toMs: 1, delivered: 5_000, again: 1, notDelivered: 1 },
    { fromMs: 1, toMs: 2, delivered: 1, again: 0, notDelivered: 0 },
  ]);
  expect(shape).toEqual({ up: 59, again: 1, down: 20 });
  expect(other).toEqual({ up: 2, again: 0, down: 0 });
});

test("beside a tall bar, a small one still shows which of its entries are the more", () => {
  const bucket = (delivered: number, again: number) => ({ fromMs: 0, toMs: 1, delivered, again, notDelivered: 0 });
  const [, mostlyFirst, mostlyAgain, even, onlyAgain, third] = barShapes([
    bucket(3_000, 0),
    bucket(10, 1),
    bucket(10, 9),
    bucket(2, 1),
    bucket(3, 3),
    bucket(600, 200),
  ]);
  expect(mostlyFirst).toEqual({ up: 2, again: 1, down: 0 });
  expect(mostlyAgain).toEqual({ up: 1, again: 2, down: 0 });
  expect(even).toEqual({ up: 1.5, again: 1.5, down: 0 });
  expect(onlyAgain).toEqual({ up: 0, again: 2, down: 0 });
  expect(third).toEqual({ up: 8, again: 4, down: 0 });
});

test("the axis names its two ends and at most three places between", () => {
  expect(tickPlaces(48)).toEqual([0, 12, 24, 35, 47]);
  expect(tickPlaces(2)).toEqual([0, 1]);
  expect(tickPlaces(1)).toEqual([0]);
});

test("the key names only what the chart holds, and what has no time is counted apart", () => {
  const span = { fromMs: 0, toMs: half, stepMs: half };
  const { buckets, untimed, untimedNotDelivered } = makeBuckets(
    [entry(1), entry(2, true, 2), entry(undefined, false), entry(undefined)],
    span,
  );
  expect(drawnKinds(buckets)).toEqual({ first: true, again: true, notDelivered: false });
  expect([untimed, untimedNotDelivered]).toEqual([2, 1]);
  expect(drawnKinds(makeBuckets([entry(1, true, 2)], span).buckets).first).toBe(false);
  expect(drawnKinds([])).toEqual({ first: false, again: false, notDelivered: false });
});
