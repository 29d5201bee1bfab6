import type { Connection } from "@/lib/contract/console/settings";

export type TimedRead = Connection["reads"][number];

export const chartHeight = { up: 56, middle: 3, down: 10 } as const;
const least = 1.5;

export type TimeBar = TimedRead & { key: string; height: number };

/** A bar a read, as high as it took long; one that went badly hangs below the line. */
export function timeBars(reads: readonly TimedRead[]): TimeBar[] {
  const most = Math.max(1, ...reads.map(({ ms }) => ms));
  const seen = new Map<string, number>();
  return reads.map((read) => {
    const times = (seen.get(read.at) ?? 0) + 1;
    seen.set(read.at, times);
    return { ...read, key: `${read.at} ${times}`, height: Math.max(least, (read.ms / most) * chartHeight.up) };
  });
}

/** What the bars say, in one line. */
export function timesInMessage(reads: readonly TimedRead[]): string {
  if (reads.length === 0) return "Nothing was read since Switchboard started.";
  const sorted = reads.map(({ ms }) => ms).sort((a, b) => a - b);
  const bad = reads.filter(({ ok }) => !ok).length;
  const [first = 0] = sorted;
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const count = reads.length === 1 ? "1 read" : `${reads.length} reads`;
  const times = `fastest ${first} ms, middle ${middle} ms, slowest ${sorted.at(-1)} ms`;
  return `${count}: ${times}${bad > 0 ? `, ${bad} without a good answer` : ", all answered well"}.`;
}
