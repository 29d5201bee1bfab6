"use client";

import { type PointerEvent, useState } from "react";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { useZone } from "@/components/ui/time/zone";
import { formatCount } from "@/lib/format/format-count";
import { formatTick } from "@/lib/format/format-time";
import { pointAt, ticksUpTo } from "./line-points";

export type LinePoint = { atMs: number; value: number; note?: string | undefined };

export type LineChartProps = {
  /** Names what is counted: "Contacts done or failed". */
  label: string;
  /** Two or more, oldest first. */
  points: readonly LinePoint[];
};

/** A count over time. Pointing at it, or the arrow keys, say the count at a moment; the table says all of them. */
export function LineChart({ label, points }: LineChartProps) {
  const zone = useZone();
  const [at, setAt] = useState<number>();
  const [isTable, setIsTable] = useState(false);
  const [fromMs, toMs] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0];
  const chosen = at === undefined ? undefined : points[at];
  const say = ({ atMs, value, note }: LinePoint) =>
    `${formatTick(atMs, zone)}: ${formatCount(value)}${note ? `, ${note}` : ""}`;

  function point(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setAt(pointAt(points, fromMs + ((event.clientX - left) / width) * (toMs - fromMs)));
  }

  return (
    <div className="min-w-0">
      <div className="relative h-36 print:h-28" onPointerMove={point} onPointerLeave={() => setAt(undefined)}>
        <Curve points={points} chosen={chosen} />
        <input
          type="range"
          className="absolute inset-0 size-full cursor-crosshair opacity-0 print:hidden"
          aria-label={label}
          aria-valuetext={say(chosen ?? points.at(-1) ?? { atMs: 0, value: 0 })}
          min={0}
          max={points.length - 1}
          value={at ?? points.length - 1}
          onChange={(event) => setAt(Number(event.target.value))}
          onFocus={() => setAt(at ?? points.length - 1)}
          onBlur={() => setAt(undefined)}
        />
      </div>
      <div className="mt-2 flex items-center justify-between gap-x-3.5 text-xs text-ink-3">
        <span>{formatTick(fromMs, zone)}</span>
        <span className="min-h-4 min-w-0 truncate text-sm text-ink-2">{chosen && say(chosen)}</span>
        <span>{formatTick(toMs, zone)}</span>
      </div>
      <button
        type="button"
        className={`mt-1 text-sm/[17px] text-ink-3 print:hidden ${linkButtonClass}`}
        aria-expanded={isTable}
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? "Hide the table" : "Show as table"}
      </button>
      {isTable && <LineTable label={label} points={points} />}
    </div>
  );
}

/** The axis is written in the drawing itself, in percent of it: sizes in a style attribute are blocked. */
function Curve({ points, chosen }: { points: readonly LinePoint[]; chosen: LinePoint | undefined }) {
  const ticks = ticksUpTo(Math.max(...points.map(({ value }) => value)));
  const top = ticks.at(-1) ?? 1;
  const [fromMs, toMs] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0];
  const x = ({ atMs }: LinePoint) => ((atMs - fromMs) / Math.max(1, toMs - fromMs)) * 100;
  const y = (value: number) => 100 - (value / top) * 100;
  const path = points.map((each) => `${x(each).toFixed(2)} ${y(each.value).toFixed(2)}`).join(" L");
  return (
    <svg className="size-full overflow-visible" aria-hidden="true">
      {ticks.map((tick) => (
        <g key={tick}>
          <line className="stroke-rule" x1="0" x2="100%" y1={`${y(tick)}%`} y2={`${y(tick)}%`} />
          {tick > 0 && (
            <text className="fill-ink-3 text-xs" x="0" y={`${y(tick)}%`} dy="12">
              {formatCount(tick)}
            </text>
          )}
        </g>
      ))}
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
      {chosen && <line className="stroke-ink-2" x1={`${x(chosen)}%`} x2={`${x(chosen)}%`} y1="0" y2="100%" />}
    </svg>
  );
}

const lineClass =
  "fill-none stroke-bar-2 [stroke-width:2px] [vector-effect:non-scaling-stroke] forced-colors:stroke-[CanvasText]";

function LineTable({ label, points }: LineChartProps) {
  const zone = useZone();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="mt-2 max-h-60 overflow-auto" aria-label={`${label}, as a table`} tabIndex={0}>
      <table className="w-full">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-left text-sm text-ink-3">
            <th scope="col" className="font-normal">
              At
            </th>
            <th scope="col" className="text-right font-normal">
              {label}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ atMs, value }) => (
            <tr key={atMs} className="border-t border-rule">
              <td>{formatTick(atMs, zone)}</td>
              <td className="text-right">{formatCount(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
