export type TimelineEntry = { atMs: number | undefined; isDelivered: boolean; attempts: number };

/** `again` counts entries, delivered or not, that took more than one attempt and were delivered. */
export type TimelineBucket = { fromMs: number; toMs: number; delivered: number; again: number; notDelivered: number };

export type BucketInput = { fromMs: number; toMs: number; stepMs: number };

export type Buckets = { buckets: TimelineBucket[]; untimed: number; untimedNotDelivered: number; outside: number };

/** Sorts entries since `fromMs` into equal steps aligned to the clock. Entries without a time are counted, not placed. */
export function makeBuckets(entries: Iterable<TimelineEntry>, { fromMs, toMs, stepMs }: BucketInput): Buckets {
  const start = Math.floor(fromMs / stepMs) * stepMs;
  const count = Math.max(1, Math.ceil((toMs - start) / stepMs));
  const buckets = Array.from({ length: count }, (_, at) => emptyBucket(start + at * stepMs, stepMs));
  let untimed = 0;
  let untimedNotDelivered = 0;
  let outside = 0;
  for (const { atMs, isDelivered, attempts } of entries) {
    if (atMs === undefined) {
      untimed += 1;
      if (!isDelivered) untimedNotDelivered += 1;
      continue;
    }
    const bucket = buckets[Math.floor((atMs - start) / stepMs)];
    if (!bucket || atMs < fromMs) outside += 1;
    else if (!isDelivered) bucket.notDelivered += 1;
    else {
      bucket.delivered += 1;
      if (attempts > 1) bucket.again += 1;
    }
  }
  return { buckets, untimed, untimedNotDelivered, outside };
}

const emptyBucket = (fromMs: number, stepMs: number): TimelineBucket => ({
  fromMs,
  toMs: fromMs + stepMs,
  delivered: 0,
  again: 0,
  notDelivered: 0,
});

/** Which colors a chart holds, for its key. */
export const drawnKinds = (buckets: readonly TimelineBucket[]) => ({
  first: buckets.some(({ delivered, again }) => delivered > again),
  again: buckets.some(({ again }) => again > 0),
  notDelivered: buckets.some(({ notDelivered }) => notDelivered > 0),
});

export type BarShape = { again: number; up: number; down: number };

export const UP_HEIGHT = 60;
export const DOWN_HEIGHT = 20;
const LEAST = 2;
const SLIVER = 1;

/**
 * Heights in pixels. Each half has its own scale; anything above nothing is at least two pixels tall. The cap takes its
 * share of its own bar: both parts are seen, and the larger one looks it.
 */
export function barShapes(buckets: readonly TimelineBucket[]): BarShape[] {
  const mostUp = Math.max(1, ...buckets.map((bucket) => bucket.delivered));
  const mostDown = Math.max(1, ...buckets.map((bucket) => bucket.notDelivered));
  return buckets.map(({ delivered, again, notDelivered }) => ({
    ...upShape(delivered, again, height(delivered, mostUp, UP_HEIGHT)),
    down: height(notDelivered, mostDown, DOWN_HEIGHT),
  }));
}

function upShape(delivered: number, again: number, total: number): Omit<BarShape, "down"> {
  if (again === 0) return { up: total, again: 0 };
  if (again === delivered) return { up: 0, again: total };
  const tall = Math.max(total, LEAST + SLIVER);
  const cap = Math.min(tall - SLIVER, Math.max(SLIVER, tenths((tall * again) / delivered)));
  return { up: tenths(tall - cap), again: cap };
}

const height = (value: number, most: number, tallest: number) =>
  value === 0 ? 0 : Math.max(LEAST, tenths((value / most) * tallest));

const tenths = (value: number) => Math.round(value * 10) / 10;

/** At most five places along the axis, the first and the last among them. */
export function tickPlaces(count: number): number[] {
  if (count <= 1) return [0];
  const steps = Math.min(4, count - 1);
  return Array.from({ length: steps + 1 }, (_, at) => Math.round((at * (count - 1)) / steps));
}
