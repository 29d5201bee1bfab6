"use client";

import { useId } from "react";
import { useZone } from "@/components/ui/time/zone";
import { formatCount } from "@/lib/format/format-count";
import { formatMinute, formatShortDay, formatTick, type Zone } from "@/lib/format/format-time";
import { DAY, isInDays, type TimeSpan, ticksUpTo } from "./axis";
import { ChartFrame, type PointText } from "./chart-frame";

/** Counts of one step. `isUnseen` is true if it was not watched all the time, so that its counts may lack some. */
type ChartStep = TimeSpan & {
  first: number;
  again: number;
  retrying: number;
  missed: number;
  matched?: number | undefined;
  isUnseen: boolean;
};

export type StepChartProps = {
  label: string;
  steps: readonly ChartStep[];
  /** Called with the span of a clicked step or a dragged range. */
  onSelect: (span: TimeSpan) => void;
};

const COLUMN = 10;
const UP = 86;
const DOWN = 26;
const MIDDLE = 3;
const HEIGHT = UP + MIDDLE + DOWN;
const MIN_BAR_HEIGHT = 2;

/** Bars of deliveries: delivered up with retried ones as dark cap, failed down on their own scale. */
export function StepChart({ label, steps, onSelect }: StepChartProps) {
  const zone = useZone();
  const ticks = ticksUpTo(Math.max(...steps.map(({ first, again, retrying }) => first + again + retrying)));
  const most = ticks.at(-1) ?? 1;
  const maxMissed = Math.max(...steps.map(({ missed }) => missed));
  const total = totalOf(steps);
  return (
    <ChartFrame
      label={label}
      span={total}
      ticks={[
        ...ticks.map((tick) => ({ text: formatCount(tick), percent: ((UP - (tick / most) * UP) / HEIGHT) * 100 })),
        ...(maxMissed > 0 ? [{ text: formatCount(maxMissed), percent: 97, isFault: true }] : []),
      ]}
      points={steps.map((step, index) => ({
        ...stepText(step, zone),
        percent: ((index + 0.5) / steps.length) * 100,
        cells: isUnknown(step)
          ? ["not watched"]
          : [step.first, step.again, step.retrying, step.missed].map((count) => formatCount(count)),
      }))}
      summary={stepText(total, zone)}
      columns={["First attempt", "After retries", "Being retried", "Not delivered"]}
      marks={() => <Bars steps={steps} most={most} maxMissed={maxMissed} />}
      onSelect={(first, last) =>
        onSelect({ fromMs: steps[first]?.fromMs ?? total.fromMs, toMs: steps[last]?.toMs ?? total.toMs })
      }
    />
  );
}

function totalOf(steps: readonly ChartStep[]): ChartStep {
  const sum = (countIn: (step: ChartStep) => number) => steps.reduce((total, step) => total + countIn(step), 0);
  return {
    fromMs: steps[0]?.fromMs ?? 0,
    toMs: steps.at(-1)?.toMs ?? 0,
    first: sum(({ first }) => first),
    again: sum(({ again }) => again),
    retrying: sum(({ retrying }) => retrying),
    missed: sum(({ missed }) => missed),
    matched: steps[0]?.matched === undefined ? undefined : sum(({ matched = 0 }) => matched),
    isUnseen: steps.every(({ isUnseen }) => isUnseen),
  };
}

/** "Thu 13:30–14:00", from one day on "Thu 13:30 – Fri 13:30", beyond six days "13 Nov – 20 Nov". */
function spanText({ fromMs, toMs }: TimeSpan, zone: Zone): string {
  if (isInDays({ fromMs, toMs })) return `${formatShortDay(fromMs, zone, toMs)} – ${formatShortDay(toMs, zone, toMs)}`;
  if (toMs - fromMs >= DAY) return `${formatTick(fromMs, zone)} – ${formatTick(toMs, zone)}`;
  return `${formatTick(fromMs, zone)}–${formatMinute(toMs, zone)}`;
}

function stepText(step: ChartStep, zone: Zone): PointText {
  const { first, again, retrying, missed, matched, isUnseen } = step;
  const time = spanText(step, zone);
  if (isUnknown(step)) return { time, parts: [{ text: "not watched" }] };
  const parts = [
    { text: `${formatCount(first)} on the first attempt` },
    { text: `${formatCount(again)} after retries` },
    ...(retrying > 0 ? [{ text: `${formatCount(retrying)} being retried` }] : []),
    ...(missed > 0 ? [{ text: `${formatCount(missed)} not delivered`, isFault: true }] : []),
    ...(matched === undefined ? [] : [{ text: `${formatCount(matched)} match` }]),
    ...(isUnseen ? [{ text: "not watched all the time" }] : []),
  ];
  return { time, parts };
}

const isUnknown = ({ isUnseen, first, again, retrying, missed }: ChartStep) =>
  isUnseen && first + again + retrying + missed === 0;

const outlineClass =
  "forced-colors:stroke-[CanvasText] forced-colors:stroke-1 forced-colors:[vector-effect:non-scaling-stroke]";

type BarsProps = { steps: readonly ChartStep[]; most: number; maxMissed: number };

function Bars({ steps, most, maxMissed }: BarsProps) {
  const width = steps.length * COLUMN;
  const hatch = useId();
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="fill-rule-2 forced-colors:fill-[GrayText]" width="1.5" height="4" />
      </pattern>
      {steps.map((step, index) => {
        const { total, cap, open, down } = heights(step, most, maxMissed);
        const bar = { x: index * COLUMN + 0.75, width: COLUMN - 1.5 };
        return (
          <g key={step.fromMs}>
            {step.isUnseen && <rect fill={`url(#${hatch})`} x={index * COLUMN} width={COLUMN} height={HEIGHT} />}
            <rect
              className={`fill-bar forced-colors:fill-[Canvas] ${outlineClass}`}
              {...bar}
              y={UP - total + cap}
              height={total - cap}
            />
            <rect className="fill-bar-2 forced-colors:fill-[CanvasText]" {...bar} y={UP - total} height={cap} />
            <rect
              className={`fill-live-fill forced-colors:fill-[Canvas] forced-colors:[stroke-dasharray:1] ${outlineClass}`}
              {...bar}
              y={UP - total - open}
              height={open}
            />
            <rect
              className={`fill-bar-bad forced-colors:fill-[Canvas] forced-colors:[stroke-dasharray:2] ${outlineClass}`}
              {...bar}
              y={UP + MIDDLE}
              height={down}
            />
            {(step.matched ?? 0) > 0 && <rect className="fill-accent" {...bar} y={UP - 1} height="3" />}
          </g>
        );
      })}
      <rect className="fill-rule-2" y={UP + 1} width={width} height="1" />
    </svg>
  );
}

/** Bar heights in pixels. Every non-zero part stays visible. */
export function heights(
  { first, again, retrying, missed }: Pick<ChartStep, "first" | "again" | "retrying" | "missed">,
  most: number,
  maxMissed: number,
) {
  const scaled = (value: number, max: number, tallest: number) =>
    value === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, (value / Math.max(1, max)) * tallest);
  const total = scaled(first + again, most, UP);
  const share = again === 0 ? 0 : Math.max(1, (total * again) / (first + again));
  return {
    total,
    open: scaled(retrying, most, UP),
    cap: first === 0 ? total * Math.sign(again) : Math.min(total - 1, share),
    down: scaled(missed, maxMissed, DOWN),
  };
}
