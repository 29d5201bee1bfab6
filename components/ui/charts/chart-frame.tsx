import { type PointerEvent, type ReactNode, useState } from "react";
import { LinkButton } from "@/components/ui/buttons/button";
import { useZone } from "@/components/ui/time/zone";
import { momentsOf, type TimeSpan } from "./axis";

export type PointText = { time: string; parts: readonly string[] };

type ChartPoint = PointText & {
  percent: number;
  cells: readonly string[];
};

export type ChartFrameProps = {
  label: string;
  span: TimeSpan;
  ticks: readonly { text: string; percent: number }[];
  /** Oldest first. */
  points: readonly ChartPoint[];
  /** Shown while no point is pointed at or focused. */
  summary: PointText | undefined;
  columns: readonly string[];
  /** SVG elements in percent, because our content security policy blocks style attributes. */
  marks: (index: number | undefined) => ReactNode;
};

export function ChartFrame({ label, span, ticks, points, summary, columns, marks }: ChartFrameProps) {
  const [index, setIndex] = useState<number>();
  const [isTable, setIsTable] = useState(false);
  const shown = points[index ?? -1] ?? summary;
  const last = points.length - 1;

  function indexAt({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const distances = points.map(({ percent }) => Math.abs(percent - ((clientX - left) / width) * 100));
    return distances.indexOf(Math.min(...distances));
  }

  return (
    <div className="@container min-w-0">
      {shown && <Readout {...shown} />}
      <div
        className="@container relative mt-2 mr-1 mb-5 ml-11 h-31"
        onPointerMove={(event) => setIndex(indexAt(event))}
        onPointerLeave={() => setIndex(undefined)}
      >
        <svg className="absolute inset-0 size-full overflow-visible" aria-hidden="true">
          <Axes span={span} ticks={ticks} />
          {marks(index)}
        </svg>
        <input
          type="range"
          className="absolute inset-0 size-full cursor-crosshair opacity-0 print:hidden"
          aria-label={label}
          aria-valuetext={shown && pointName(shown)}
          max={last}
          value={index ?? last}
          onChange={(event) => setIndex(Number(event.target.value))}
          onFocus={() => setIndex(index ?? last)}
          onBlur={() => setIndex(undefined)}
        />
      </div>
      <LinkButton
        className="text-sm/[17px] text-ink-3 print:hidden"
        aria-expanded={isTable}
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? "Hide the table" : "Show as table"}
      </LinkButton>
      {isTable && <ChartTable label={label} columns={columns} points={points} />}
    </div>
  );
}

const pointName = ({ time, parts }: PointText) => `${time}: ${parts.join(", ")}`;

/** If narrow, it has room for two lines, so that the chart stays in place. */
function Readout({ time, parts }: PointText) {
  return (
    <p className="flex min-h-5 flex-wrap content-start gap-x-4 text-sm/5 text-ink-2 @max-[560px]:min-h-10">
      <b className="font-semibold text-ink">{time}</b>
      {parts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  );
}

function Axes({ span, ticks }: Pick<ChartFrameProps, "span" | "ticks">) {
  const moments = momentsOf(span, useZone());
  return (
    <g className="text-xs">
      {ticks.map(({ text, percent }) => (
        <g key={percent}>
          <line className="stroke-rule" x2="100%" y1={`${percent}%`} y2={`${percent}%`} />
          <text className="fill-ink-3" x="-8" y={`${percent}%`} dy="4" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {moments.map(({ percent, text, anchor, isNarrow }) => (
        <text
          key={anchor + percent}
          className={`fill-ink-3 ${isNarrow ? "" : "@max-[640px]:hidden"}`}
          x={`${percent}%`}
          y="100%"
          dy="17"
          textAnchor={anchor}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

function ChartTable({ label, columns, points }: Pick<ChartFrameProps, "label" | "columns" | "points">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable boxes must be focusable
    <section className="mt-2 max-h-60 overflow-auto" aria-label={`${label}, as a table`} tabIndex={0}>
      <table className="w-full [&_:is(td,th)]:not-first:pl-3 [&_:is(td,th)]:not-first:text-right">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-left text-sm text-ink-3">
            {["Time", ...columns].map((name) => (
              <th key={name} scope="col" className="sticky top-0 bg-sheet font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ percent, time, cells }) => (
            <tr key={percent} className="border-t border-rule">
              <td className="whitespace-nowrap">{time}</td>
              {cells.map((text, index) => (
                <td key={columns[index]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
