import { useZone } from "@/components/ui/time/zone";
import { formatCount, formatNumber } from "@/lib/format/format-count";
import { formatTick } from "@/lib/format/format-time";
import { ticksUpTo } from "./axis";
import { ChartFrame } from "./chart-frame";

type LinePoint = { atMs: number; value: number; note: string };

export type LineBand = { fromMs: number; toMs: number; label: string; tone: "idle" | "wait" };

export type LineChartProps = {
  /** Name of the counted value: "Contacts done or failed". */
  label: string;
  points: readonly LinePoint[];
  bands: readonly LineBand[];
};

/** A count over time. The summary is the latest count. */
export function LineChart({ label, points, bands }: LineChartProps) {
  const zone = useZone();
  const span = { fromMs: points[0]?.atMs ?? 0, toMs: points.at(-1)?.atMs ?? 0 };
  const ticks = ticksUpTo(Math.max(...points.map(({ value }) => value)));
  const x = (ms: number) =>
    Math.min(100, Math.max(0, ((ms - span.fromMs) / Math.max(1, span.toMs - span.fromMs)) * 100));
  const y = (value: number) => 100 - (value / (ticks.at(-1) ?? 1)) * 100;
  const texts = points.map(({ atMs, value, note }, index) => ({
    time: formatTick(atMs, zone),
    percent: x(atMs),
    parts: [`${formatCount(value)} done or failed`, rateAt(points, index), note].filter(Boolean),
    cells: [note, formatCount(value)],
  }));
  return (
    <ChartFrame
      label={label}
      span={span}
      ticks={ticks.map((tick) => ({ text: shortCount(tick), percent: y(tick) }))}
      points={texts}
      summary={texts.at(-1)}
      columns={["Status", label]}
      marks={(index) => <Line points={points} bands={bands} index={index} x={x} y={y} />}
    />
  );
}

const rateOverMs = 10 * 60_000;
const minuteMs = 60_000;

/** "1.9 a minute", over the ten minutes before a point; empty before there is a minute to measure. */
function rateAt(points: readonly LinePoint[], toIndex: number): string {
  const to = points[toIndex];
  const from =
    points.findLast(({ atMs }, index) => index < toIndex && (to?.atMs ?? 0) - atMs >= rateOverMs) ?? points[0];
  if (!to || !from || to.atMs - from.atMs < minuteMs) return "";
  return `${formatNumber(Math.max(0, to.value - from.value) / ((to.atMs - from.atMs) / minuteMs), 1)} a minute`;
}

/** Short form for the axis: "300", "1.5k", "200k". */
const shortCount = (count: number) =>
  count < 10_000 ? formatCount(count) : count < 1_000_000 ? `${count / 1_000}k` : `${count / 1_000_000}M`;

type LineProps = Pick<LineChartProps, "points" | "bands"> & {
  index: number | undefined;
  x: (ms: number) => number;
  y: (value: number) => number;
};

/** Labels of bands are in front of the curve. In the last quarter they are right-aligned to avoid clipping. */
function Line({ points, bands, index, x, y }: LineProps) {
  const path = points.map(({ atMs, value }) => `${x(atMs).toFixed(2)} ${y(value).toFixed(2)}`).join(" L");
  const chosen = points[index ?? -1];
  return (
    <>
      {bands.map(({ fromMs, toMs, tone }) => (
        <rect
          key={fromMs}
          className={tone === "wait" ? "fill-wait-wash" : "fill-idle-wash"}
          x={`${x(fromMs)}%`}
          width={`${x(toMs) - x(fromMs)}%`}
          height="100%"
        />
      ))}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="overflow-visible" aria-hidden="true">
        <path className="fill-bar/15 forced-colors:fill-none" d={`M${path} V100 H0 Z`} />
        <path className={lineClass} d={`M${path}`} />
      </svg>
      {bands
        .filter(({ fromMs, toMs, tone }) => tone === "wait" || x(toMs) - x(fromMs) >= 3)
        .map(({ fromMs, label, tone }) => (
          <text
            key={fromMs}
            className={`${bandLabelClass} ${tone === "wait" ? "fill-wait-ink" : "fill-ink-2"}`}
            x={`${x(fromMs)}%`}
            dx={x(fromMs) > 75 ? -6 : 6}
            dy="13"
            textAnchor={x(fromMs) > 75 ? "end" : "start"}
          >
            {label}
          </text>
        ))}
      {chosen && (
        <svg x={`${x(chosen.atMs)}%`} className="overflow-visible" aria-hidden="true">
          <line className="stroke-ink-2" y2="100%" />
          <circle className="fill-ink stroke-sheet stroke-2" cy={`${y(chosen.value)}%`} r="4" />
        </svg>
      )}
    </>
  );
}

const lineClass =
  "fill-none stroke-bar-2 [stroke-width:2px] [vector-effect:non-scaling-stroke] forced-colors:stroke-[CanvasText]";

const bandLabelClass =
  "stroke-sheet stroke-[4px] text-xs [paint-order:stroke] [stroke-linejoin:round] forced-colors:stroke-[Canvas]";
