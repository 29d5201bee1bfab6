import { useEffect, useRef } from "react";
import { useAnnounce } from "@/components/ui/page/live-region";
import { formatNumber } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";

const units: [number, string][] = [
  [1_000_000_000, "GB"],
  [1_000_000, "MB"],
  [1_000, "kB"],
];

export type ProgressProps = ProgressInput & {
  label: string;
  note?: string;
  /** Shows the percentage as a large figure before the label: "62% of the file uploaded". */
  isBig?: boolean;
};

export function Progress({ label, note, isBig = false, ...input }: ProgressProps) {
  const announce = useAnnounce();
  const percent = percentOf(input);
  const before = useRef(percent);

  useEffect(() => {
    const mark = markPassed(before.current, percent);
    before.current = percent;
    if (mark !== undefined) announce(`${label}, ${mark} percent`);
  }, [announce, label, percent]);

  return (
    <div>
      {isBig ? (
        <p>
          <span className="text-2xl font-[560] tracking-[-0.022em]">{percent}%</span>{" "}
          <span className="text-ink-2">{label}</span>
        </p>
      ) : (
        <div className="flex justify-between gap-2">
          <b className="font-semibold">{label}</b>
          <span>{percent}%</span>
        </div>
      )}
      <div
        className={`overflow-hidden border border-rule-2 bg-idle-wash ${isBig ? "mt-2.5 mb-2 h-3.5 rounded-[7px]" : "my-[7px] h-2 rounded-[4px]"}`}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${progressMessage(input)}`}
      >
        <svg className="size-full" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <rect
            className="fill-bar forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText] forced-colors:stroke-1 forced-colors:[vector-effect:non-scaling-stroke]"
            width={percent}
            height="8"
          />
        </svg>
      </div>
      <p className="text-sm/[17px] text-ink-3">
        {progressMessage(input)}
        {note && `. ${note}.`}
      </p>
    </div>
  );
}

type ProgressInput = {
  sent: number;
  total: number;
  perSecond?: number | undefined;
  secondsLeft?: number | undefined;
};

/** "29.8 of 48.1 MB, 2.1 MB a second, about 9 s left". */
export function progressMessage({ sent, total, perSecond, secondsLeft }: ProgressInput): string {
  const pace = perSecond === undefined ? "" : `, ${inUnitOf(perSecond, [perSecond])} a second`;
  const left = secondsLeft === undefined ? "" : `, about ${formatSpan(Math.max(1, Math.round(secondsLeft)))} left`;
  return `${inUnitOf(total, [sent, total])}${pace}${left}`;
}

function inUnitOf(bytes: number, amounts: readonly number[]): string {
  const [size, unit] = units.find(([least]) => bytes >= least) ?? [1, "bytes"];
  const texts = amounts.map((amount) => formatNumber(amount / size, size === 1 ? 0 : 1));
  return `${texts.join(" of ")} ${unit}`;
}

export function percentOf({ sent, total }: ProgressInput): number {
  if (total <= 0) return 0;
  return Math.min(100, Math.floor((sent / total) * 100));
}

/** Milestone passed between two percentages, to announce: 25, 50, 75 or 100; else undefined. */
export function markPassed(before: number, now: number): number | undefined {
  return [100, 75, 50, 25].find((mark) => before < mark && now >= mark);
}
