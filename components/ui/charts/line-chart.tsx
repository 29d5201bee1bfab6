"use client";

import { type PointerEvent, type ReactNode, useState } from "react";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { useZone } from "@/components/ui/time/zone";
import { formatCount, formatNumber } from "@/lib/format/format-count";
import { formatMinute, formatTick, type Zone } from "@/lib/format/format-time";
import { momentsBetween, pointAt, ticksUpTo, unrepeated } from "./line-points";

export type LinePoint = { atMs: number; value: number; note?: string | undefined };

/** A highlighted time span, such as a pause. */
export type LineBand = { fromMs: number; toMs: number; label: string; tone: "idle" | "wait" };

export type LineChartProps = {
  title: ReactNode;
  /** Name of the counted value: "Contacts done or failed". */
  label: string;
  /** Two or more, oldest first. */
  points: readonly LinePoint[];
  bands: readonly LineBand[];
};

/** A count over time. Hovering or the arrow keys show the count at a moment. A table lists all of them. */
export function LineChart({ title, label, points, bands }: LineChartProps) {
  const zone = useZone();
  const [index, setIndex] = useState<number>();
  const [isTable, setIsTable] = useState(false);
  const [fromMs, toMs] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0];
  const rate = rateAt(points, index ?? points.length - 1);
  const pointText = ({ atMs, value, note }: LinePoint) =>
    `${formatTick(atMs, zone)}: ${formatCount(value)}, ${rate} a minute${note ? `, ${note}` : ""}`;

  function point(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setIndex(pointAt(points, fromMs + ((event.clientX - left) / width) * (toMs - fromMs)));
  }

  return (
    <div className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-md font-semibold">{title}</h3>
        <button
          type="button"
          className={`text-sm/[17px] print:hidden ${linkButtonClass}`}
          aria-expanded={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? "Hide the table" : "Show as table"}
        </button>
      </div>
      <div className="pt-2 pr-1 pb-6 pl-11">
        <div className="relative h-36 print:h-28" onPointerMove={point} onPointerLeave={() => setIndex(undefined)}>
          <Drawing points={points} bands={bands} chosenIndex={index} rate={rate} />
          <input
            type="range"
            className="absolute inset-0 size-full cursor-crosshair opacity-0 print:hidden"
            aria-label={label}
            aria-valuetext={pointText(points[index ?? points.length - 1] ?? { atMs: 0, value: 0 })}
            min={0}
            max={points.length - 1}
            value={index ?? points.length - 1}
            onChange={(event) => setIndex(Number(event.target.value))}
            onFocus={() => setIndex(index ?? points.length - 1)}
            onBlur={() => setIndex(undefined)}
          />
        </div>
      </div>
      {isTable && <LineTable label={label} points={points} />}
    </div>
  );
}

const rateOverMs = 10 * 60_000;

/** Rate per minute over the ten minutes before a point. */
function rateAt(points: readonly LinePoint[], toIndex: number): string {
  const to = points[toIndex];
  const from =
    points.findLast(({ atMs }, index) => index < toIndex && (to?.atMs ?? 0) - atMs >= rateOverMs) ?? points[0];
  if (!to || !from || to.atMs <= from.atMs) return formatNumber(0, 1);
  return formatNumber(Math.max(0, to.value - from.value) / ((to.atMs - from.atMs) / 60_000), 1);
}

type DrawingProps = Pick<LineChartProps, "points" | "bands"> & {
  chosenIndex: number | undefined;
  rate: string;
};

/** Uses SVG attributes in percent, because our content security policy blocks style attributes. */
function Drawing({ points, bands, chosenIndex, rate }: DrawingProps) {
  const zone = useZone();
  const chosen = chosenIndex === undefined ? undefined : points[chosenIndex];
  const ticks = ticksUpTo(Math.max(...points.map(({ value }) => value)));
  const top = ticks.at(-1) ?? 1;
  const [fromMs, toMs] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0];
  const x = (ms: number) => Math.min(100, Math.max(0, ((ms - fromMs) / Math.max(1, toMs - fromMs)) * 100));
  const y = (value: number) => 100 - (value / top) * 100;
  const path = points.map(({ atMs, value }) => `${x(atMs).toFixed(2)} ${y(value).toFixed(2)}`).join(" L");
  return (
    <svg className="size-full overflow-visible" aria-hidden="true">
      {bands.map((band) => (
        <rect
          key={band.fromMs}
          className={band.tone === "wait" ? "fill-wait-wash" : "fill-idle-wash"}
          x={`${x(band.fromMs)}%`}
          width={`${x(band.toMs) - x(band.fromMs)}%`}
          height="100%"
        />
      ))}
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="stroke-rule" x1="0" x2="100%" y1={`${y(tick)}%`} y2={`${y(tick)}%`} />
          <text className="fill-ink-3 text-xs" x="-8" y={`${y(tick)}%`} dy="4" textAnchor="end">
            {shortCount(tick)}
          </text>
        </g>
      ))}
      <Moments fromMs={fromMs} toMs={toMs} x={x} zone={zone} />
      <svg
        viewBox="0 0 100 100"
        width="100%"
        height="100%"
        preserveAspectRatio="none"
        className="overflow-visible"
        aria-hidden="true"
      >
        <path className="fill-bar/15 forced-colors:fill-none" d={`M${path} V100 H0 Z`} />
        <path className={lineClass} d={`M${path}`} />
      </svg>
      {bands.map((band) => (
        <BandLabel key={band.fromMs} band={band} x={x} />
      ))}
      {chosen && <ChosenPoint point={chosen} rate={rate} zone={zone} x={x(chosen.atMs)} y={y(chosen.value)} />}
    </svg>
  );
}

/** Label of a band, in front of the curve. In the last quarter it is right-aligned to avoid clipping. */
function BandLabel({ band: { fromMs, toMs, label, tone }, x }: { band: LineBand; x: (ms: number) => number }) {
  const isLate = x(fromMs) > 75;
  return (
    <text
      className={`stroke-sheet stroke-[4px] text-xs [paint-order:stroke] [stroke-linejoin:round] forced-colors:stroke-[Canvas] ${tone === "wait" ? "fill-wait-ink" : "fill-ink-2"}`}
      x={`${x(fromMs)}%`}
      y="0"
      dx={isLate ? -6 : 6}
      dy="13"
      textAnchor={isLate ? "end" : "start"}
    >
      {x(toMs) - x(fromMs) < 3 && tone === "idle" ? "" : label}
    </text>
  );
}

type MomentsProps = { fromMs: number; toMs: number; x: (ms: number) => number; zone: Zone };

function Moments({ fromMs, toMs, x, zone }: MomentsProps) {
  const { moments, spansDays } = momentsBetween(fromMs, toMs);
  const text = (ms: number) => (spansDays ? formatTick(ms, zone) : formatMinute(ms, zone));
  const shown = [fromMs, ...moments.filter((ms) => x(ms) > 12 && x(ms) < 88), toMs];
  const labels = unrepeated(shown.map(text));
  return (
    <>
      {shown.map((ms, index, all) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: the first and the last moment may be equal
          key={index}
          className={`fill-ink-3 text-xs ${index > 0 && index < all.length - 1 && index % 2 === 0 ? "max-narrow:hidden" : ""}`}
          x={`${x(ms)}%`}
          y="100%"
          dy="17"
          textAnchor={index === 0 ? "start" : index === all.length - 1 ? "end" : "middle"}
        >
          {labels[index]}
        </text>
      ))}
    </>
  );
}

type ChosenPointProps = { point: LinePoint; rate: string; zone: Zone; x: number; y: number };

const card = { width: 158, height: 62 };

function ChosenPoint({ point: { atMs, value, note }, rate, zone, x, y }: ChosenPointProps) {
  const left = x > 50 ? -card.width - 10 : 10;
  const lines = [
    ["done or failed", formatCount(value)],
    ["rate then", `${rate} a min`],
  ] as const;
  return (
    <>
      <line className="stroke-ink-2" x1={`${x}%`} x2={`${x}%`} y1="0" y2="100%" />
      <circle className="fill-ink stroke-sheet stroke-2" cx={`${x}%`} cy={`${y}%`} r="4" />
      <svg x={`${x}%`} y="0" className="overflow-visible" aria-hidden="true">
        <rect className="fill-float stroke-rule-2" x={left} y="-6" rx="5" {...card} />
        <text className="fill-ink text-sm font-semibold" x={left + 10} y="11">
          {formatTick(atMs, zone)}
          {note ? `, ${note}` : ""}
        </text>
        {lines.map(([name, amount], index) => (
          <g key={name}>
            <text className="fill-ink-2 text-sm" x={left + 10} y={30 + index * 18}>
              {name}
            </text>
            <text className="fill-ink text-sm" x={left + card.width - 10} y={30 + index * 18} textAnchor="end">
              {amount}
            </text>
          </g>
        ))}
      </svg>
    </>
  );
}

/** Short form for the axis: "300", "1.5k", "200k". */
const shortCount = (count: number) =>
  count < 10_000 ? formatCount(count) : count < 1_000_000 ? `${count / 1_000}k` : `${count / 1_000_000}M`;

const lineClass =
  "fill-none stroke-bar-2 [stroke-width:2px] [vector-effect:non-scaling-stroke] forced-colors:stroke-[CanvasText]";

function LineTable({ label, points }: Pick<LineChartProps, "label" | "points">) {
  const zone = useZone();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable boxes must be focusable
    <section className="mt-2 max-h-60 overflow-auto" aria-label={`${label}, as a table`} tabIndex={0}>
      <table className="w-full">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-left text-sm text-ink-3">
            <th scope="col" className="font-normal">
              At
            </th>
            <th scope="col" className="font-normal">
              Status
            </th>
            <th scope="col" className="text-right font-normal">
              {label}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ atMs, value, note }) => (
            <tr key={atMs} className="border-t border-rule">
              <td>{formatTick(atMs, zone)}</td>
              <td>{note ?? ""}</td>
              <td className="text-right">{formatCount(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
