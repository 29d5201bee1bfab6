type Point = { atMs: number };

/** Index of the point nearest to a moment. */
export function pointAt(points: readonly Point[], ms: number): number {
  let nearest = 0;
  for (const [index, { atMs }] of points.entries())
    if (Math.abs(atMs - ms) < Math.abs((points[nearest]?.atMs ?? 0) - ms)) nearest = index;
  return nearest;
}

/** Round axis values from 0 to at least `most`: 0, 100, 200, 300. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(1, most) / 3;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= rough) ?? rough,
  );
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, index) => index * step);
}

const minute = 60_000;
const hour = 60 * minute;
const steps = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7 * 1440, 14 * 1440].map(
  (minutes) => minutes * minute,
);
const maxMoments = 6;

/** Round moments of a time axis. `spansDays` is true if labels need the day. */
export function momentsBetween(fromMs: number, toMs: number): { moments: number[]; spansDays: boolean } {
  const span = Math.max(1, toMs - fromMs);
  const step = steps.find((candidate) => span / candidate <= maxMoments) ?? span / maxMoments;
  const first = Math.ceil(fromMs / step) * step;
  const moments = Array.from({ length: Math.floor((toMs - first) / step) + 1 }, (_, index) => first + index * step);
  return { moments, spansDays: span > 20 * hour };
}

/** Blanks axis labels that equal their predecessor. */
export const unrepeated = (labels: readonly string[]) =>
  labels.map((label, index) => (label === labels[index - 1] ? "" : label));
