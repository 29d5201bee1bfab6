"use client";

import { useState } from "react";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { figuresBoxClass, figuresRowClass, tableClass } from "@/components/ui/page/table-class";
import { useZone } from "@/components/ui/time/zone";
import { formatCount } from "@/lib/format/format-count";
import { formatShortDay, formatTick, type Zone } from "@/lib/format/format-time";
import { ticksUpTo, unrepeated } from "./line-points";
import { StepButtons } from "./step-buttons";
import { type ChartStep, DAY, stretchText, tickPositions } from "./step-words";

export type StepChartProps = {
  label: string;
  steps: readonly ChartStep[];
  /** Called with the span of a clicked step or a dragged range. */
  onSelect: (span: { fromMs: number; toMs: number }) => void;
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
  const [index, setIndex] = useState<number>();
  const [isTable, setIsTable] = useState(false);
  const ticks = ticksUpTo(Math.max(0, ...steps.map(({ first, again }) => first + again)));
  const maxMissed = Math.max(0, ...steps.map(({ missed }) => missed));
  const chosen = index === undefined ? undefined : steps[index];
  const positions = tickPositions(steps.length);
  const tickLabels = unrepeated(positions.map((position) => tickText(steps, position, zone)));
  return (
    <div className="min-w-0">
      <Readout step={chosen ?? totalOf(steps)} zone={zone} />
      <div className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-2">
        <Scale ticks={ticks} maxMissed={maxMissed} />
        <div className="relative h-[115px]">
          <Bars steps={steps} ticks={ticks} maxMissed={maxMissed} />
          <StepButtons label={label} steps={steps} onPoint={setIndex} onSelect={onSelect} />
        </div>
        <div className="col-start-2 mt-1 flex justify-between text-xs text-ink-3" aria-hidden="true">
          {positions.map((position, nth) => (
            <span key={position} className="max-narrow:even:hidden">
              {tickLabels[nth]}
            </span>
          ))}
        </div>
      </div>
      <button
        type="button"
        className={`text-sm/[17px] text-ink-3 ${linkButtonClass}`}
        aria-expanded={isTable}
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? "Hide the table" : "Show as table"}
      </button>
      {isTable && <StepTable label={label} steps={steps} />}
    </div>
  );
}

const isLong = (steps: readonly ChartStep[]) => (steps.at(-1)?.toMs ?? 0) - (steps[0]?.fromMs ?? 0) > 6 * DAY;

function tickText(steps: readonly ChartStep[], index: number, zone: Zone) {
  const ms = steps[index]?.fromMs ?? 0;
  return isLong(steps) ? formatShortDay(ms, zone, steps.at(-1)?.toMs ?? ms) : formatTick(ms, zone);
}

function totalOf(steps: readonly ChartStep[]): ChartStep {
  const sum = (countIn: (step: ChartStep) => number) => steps.reduce((total, step) => total + countIn(step), 0);
  return {
    fromMs: steps[0]?.fromMs ?? 0,
    toMs: steps.at(-1)?.toMs ?? 0,
    first: sum(({ first }) => first),
    again: sum(({ again }) => again),
    missed: sum(({ missed }) => missed),
    matched: steps.some(({ matched }) => matched !== undefined) ? sum(({ matched = 0 }) => matched) : undefined,
    isUnseen: false,
  };
}

function Readout({ step, zone }: { step: ChartStep; zone: Zone }) {
  return (
    <p className="mb-2 flex min-h-5 flex-wrap gap-x-4 text-sm/5 text-ink-2">
      <b className="font-semibold text-ink">{stretchText(step, zone)}</b>
      {step.isUnseen ? (
        <span>not observed</span>
      ) : (
        <>
          <span>{formatCount(step.first)} on the first attempt</span>
          <span>{formatCount(step.again)} after retries</span>
          {step.missed > 0 && (
            <span className="font-[550] text-fault-ink">{formatCount(step.missed)} not delivered</span>
          )}
          {step.matched !== undefined && <span>{formatCount(step.matched)} match</span>}
        </>
      )}
    </p>
  );
}

type ScaleProps = { ticks: readonly number[]; maxMissed: number };

const upTo = (ticks: readonly number[]) => Math.max(1, ticks.at(-1) ?? 1);

function Scale({ ticks, maxMissed }: ScaleProps) {
  return (
    <svg className="h-[115px] w-8 overflow-visible text-xs" viewBox={`0 0 32 ${HEIGHT}`} aria-hidden="true">
      {ticks.map((tick) => (
        <text key={tick} className="fill-ink-3" x="32" y={UP - (tick / upTo(ticks)) * UP + 4} textAnchor="end">
          {formatCount(tick)}
        </text>
      ))}
      {maxMissed > 0 && (
        <text className="fill-fault-ink" x="32" y={HEIGHT} textAnchor="end">
          {formatCount(maxMissed)}
        </text>
      )}
    </svg>
  );
}

const outlineClass =
  "forced-colors:stroke-[CanvasText] forced-colors:stroke-1 forced-colors:[vector-effect:non-scaling-stroke]";

function Bars({ steps, ticks, maxMissed: mostMissed }: ScaleProps & { steps: readonly ChartStep[] }) {
  const width = steps.length * COLUMN;
  return (
    <svg
      className="absolute inset-0 size-full overflow-visible"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {ticks.slice(1).map((tick) => (
        <rect key={tick} className="fill-rule" y={UP - (tick / upTo(ticks)) * UP} width={width} height="1" />
      ))}
      {steps.map((step, index) => {
        const { total, cap, down } = heights(step, upTo(ticks), mostMissed);
        const bar = { x: index * COLUMN + 0.75, width: COLUMN - 1.5 };
        return (
          <g key={step.fromMs}>
            {step.isUnseen && <rect className="fill-well" x={index * COLUMN} width={COLUMN} height={HEIGHT} />}
            <rect
              className={`fill-bar forced-colors:fill-[Canvas] ${outlineClass}`}
              {...bar}
              y={UP - total + cap}
              height={total - cap}
            />
            <rect className="fill-bar-2 forced-colors:fill-[CanvasText]" {...bar} y={UP - total} height={cap} />
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
  { first, again, missed }: Pick<ChartStep, "first" | "again" | "missed">,
  most: number,
  maxMissed: number,
) {
  const scaled = (value: number, max: number, tallest: number) =>
    value === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, tenths((value / Math.max(1, max)) * tallest));
  const total = scaled(first + again, most, UP);
  const share = again === 0 ? 0 : Math.max(1, tenths((total * again) / (first + again)));
  return {
    total,
    cap: first === 0 ? total * Math.sign(again) : Math.min(total - 1, share),
    down: scaled(missed, maxMissed, DOWN),
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

function StepTable({ label, steps }: Pick<StepChartProps, "label" | "steps">) {
  const zone = useZone();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable boxes must be focusable
    <section className={figuresBoxClass} aria-label={`${label}, as a table`} tabIndex={0}>
      <table className={tableClass()}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {["First attempt", "After retries", "Not delivered"].map((name) => (
              <th key={name} scope="col" className="text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.fromMs} className={figuresRowClass}>
              <td>{stretchText(step, zone)}</td>
              {[step.first, step.again, step.missed].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their index
                <td key={index} className="text-right">
                  {step.isUnseen ? "not observed" : formatCount(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
