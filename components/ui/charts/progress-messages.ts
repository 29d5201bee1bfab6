import { formatSpan } from "@/lib/format/format-time";

export type ProgressInput = {
  sent: number;
  total: number;
  /** Bytes a second. */
  perSecond?: number | undefined;
  secondsLeft?: number | undefined;
};

const units: [number, string][] = [
  [1_000_000_000, "GB"],
  [1_000_000, "MB"],
  [1_000, "kB"],
];

/** "29.8 of 48.1 MB, 2.1 MB a second, about 9 s left" */
export function progressMessage({ sent, total, perSecond, secondsLeft }: ProgressInput): string {
  const [size, unit] = unitOf(total);
  const pace = perSecond === undefined ? "" : `, ${paceMessage(perSecond)} a second`;
  const left = secondsLeft === undefined ? "" : `, about ${formatSpan(Math.max(1, Math.round(secondsLeft)))} left`;
  return `${count(sent, size)} of ${count(total, size)} ${unit}${pace}${left}`;
}

const unitOf = (bytes: number): [number, string] => units.find(([least]) => bytes >= least) ?? [1, "bytes"];

const count = (bytes: number, size: number) => (size === 1 ? String(Math.round(bytes)) : (bytes / size).toFixed(1));

function paceMessage(bytes: number): string {
  const [size, unit] = unitOf(bytes);
  return `${count(bytes, size)} ${unit}`;
}

export function percentOf({ sent, total }: ProgressInput): number {
  if (total <= 0) return 0;
  return Math.min(100, Math.floor((sent / total) * 100));
}

/** The mark to say aloud when going from one percentage to another: 25, 50, 75 or 100, else undefined. */
export function markPassed(before: number, now: number): number | undefined {
  return [100, 75, 50, 25].find((mark) => before < mark && now >= mark);
}
