type Point = { atMs: number };

/** The index of the point nearest to a moment, of points oldest first. */
export function pointAt(points: readonly Point[], ms: number): number {
  let nearest = 0;
  for (const [at, { atMs }] of points.entries())
    if (Math.abs(atMs - ms) < Math.abs((points[nearest]?.atMs ?? 0) - ms)) nearest = at;
  return nearest;
}

/** Round values from 0 up to one that holds `most`: 0, 100, 200, 300. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(1, most) / 3;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * size).find((each) => each >= rough) ?? rough);
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, at) => at * step);
}
