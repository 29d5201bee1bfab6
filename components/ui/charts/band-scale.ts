import type { TimeSpan } from "./axis";

type Counts = { arrived: number; late: number; retrying: number; missed: number };

/** Deliveries by their first try. `late` ones are among the `arrived`. */
export type BandStep = TimeSpan & Counts;

export const UP = 24;
const DOWN = 8;
export const BAND_HEIGHT = UP + DOWN;
const MIN_BAR = 1.5;
const flatFactor = 8;

/** Heights in pixels. A step far above the others would flatten them, so then roots of the counts are drawn. */
export function bandScale(steps: readonly Counts[]) {
  const ups = steps.map(({ arrived, retrying }) => arrived + retrying).filter((count) => count > 0);
  const sorted = ups.toSorted((a, b) => a - b);
  const most = sorted.at(-1) ?? 1;
  const isRoot = most > flatFactor * (sorted[Math.floor(sorted.length / 2)] ?? 1);
  const sized = (count: number) => (isRoot ? Math.sqrt(count) : count);
  const mostMissed = Math.max(1, ...steps.map(({ missed }) => missed));
  const heights = ({ arrived, late, retrying, missed }: Counts) => {
    const up = arrived + retrying;
    const height = up === 0 ? 0 : Math.max(MIN_BAR, (sized(up) / sized(most)) * UP);
    const shareOf = (count: number) => (count === 0 ? 0 : Math.max(MIN_BAR, (height * count) / up));
    const open = Math.min(height, shareOf(retrying));
    return {
      arrived: height - open,
      cap: Math.min(height - open, shareOf(late)),
      open,
      down: missed === 0 ? 0 : Math.max(2, (missed / mostMissed) * (DOWN - 1)),
    };
  };
  return { isRoot, heights };
}
