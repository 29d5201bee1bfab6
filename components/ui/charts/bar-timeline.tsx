"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { linkButtonClass } from "@/components/ui/buttons/button-class";
import { figuresBoxClass, figuresRowClass, tableClass } from "@/components/ui/page/table-class";
import { useZone } from "@/components/ui/time/zone";
import { formatCount } from "@/lib/format/format-count";
import { formatTick } from "@/lib/format/format-time";
import { barShapes, DOWN_HEIGHT, drawnKinds, type TimelineBucket, tickPlaces, UP_HEIGHT } from "./timeline-buckets";

export type BarTimelineProps = {
  label: string;
  buckets: readonly TimelineBucket[];
  /** Entries that came without a time: counted, not drawn. */
  untimed?: number;
  untimedNotDelivered?: number;
  selectedFromMs?: number | undefined;
  onSelect?: (bucket: TimelineBucket | undefined) => void;
};

const COLUMN = 10;
const MIDDLE = 3;

const outlineClass =
  "forced-colors:stroke-[CanvasText] forced-colors:stroke-1 forced-colors:[vector-effect:non-scaling-stroke]";

/** Delivered up, not delivered down on a scale of its own, retried as the dark cap. */
export function BarTimeline({ label, buckets, untimed = 0, untimedNotDelivered = 0, ...choice }: BarTimelineProps) {
  const zone = useZone();
  const [isTable, setIsTable] = useState(false);
  const shapes = barShapes(buckets);
  return (
    <div className="relative min-w-0">
      <div className="relative">
        <svg
          className="h-[83px] w-full overflow-visible"
          viewBox={`0 0 ${buckets.length * COLUMN} ${UP_HEIGHT + MIDDLE + DOWN_HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {shapes.map(({ up, again, down }, at) => {
            const x = at * COLUMN + 0.75;
            const width = COLUMN - 1.5;
            return (
              <g key={buckets[at]?.fromMs}>
                <rect
                  className={`fill-bar-2 forced-colors:fill-[CanvasText] ${outlineClass}`}
                  x={x}
                  y={UP_HEIGHT - up - again}
                  width={width}
                  height={again}
                />
                <rect
                  className={`fill-bar forced-colors:fill-[Canvas] ${outlineClass}`}
                  x={x}
                  y={UP_HEIGHT - up}
                  width={width}
                  height={up}
                />
                <rect
                  className={`fill-bar-bad forced-colors:fill-[Canvas] ${outlineClass}`}
                  x={x}
                  y={UP_HEIGHT + MIDDLE}
                  width={width}
                  height={down}
                />
              </g>
            );
          })}
          <rect className="fill-rule-2" y={UP_HEIGHT + 1} width={buckets.length * COLUMN} height="1" />
        </svg>
        <BarButtons label={label} buckets={buckets} {...choice} />
      </div>
      <div className="mt-[5px] flex justify-between text-xs text-ink-3" aria-hidden="true">
        {tickPlaces(buckets.length).map((at) => (
          <span key={at}>{formatTick(buckets[at]?.fromMs ?? 0, zone)}</span>
        ))}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-0.5">
        {untimed > 0 && (
          <span className="text-sm/[17px] text-ink-3">{untimedMessage(untimed, untimedNotDelivered)}</span>
        )}
        <button
          type="button"
          className={`text-sm/[17px] text-ink-3 ${linkButtonClass}`}
          aria-expanded={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? "Hide the table" : "Show as table"}
        </button>
      </div>
      {isTable && <BarTimelineTable label={label} buckets={buckets} />}
    </div>
  );
}

/** They come on top of what the bars hold. */
function untimedMessage(untimed: number, notDelivered: number): string {
  const [all, missed] = [untimed, notDelivered].map((value) => formatCount(value));
  const apart =
    untimed === notDelivered ? ", not delivered" : notDelivered > 0 ? `, ${missed} of them not delivered` : "";
  return `${all} more with no time recorded${apart}`;
}

type BarButtonsProps = Pick<BarTimelineProps, "label" | "buckets" | "selectedFromMs" | "onSelect">;

/** One stop in the tab order; arrows, Home and End move along the bars. */
function BarButtons({ label, buckets, selectedFromMs, onSelect }: BarButtonsProps) {
  const zone = useZone();
  const row = useRef<HTMLDivElement>(null);
  const chosen = buckets.findIndex((bucket) => bucket.fromMs === selectedFromMs);
  const [at, setAt] = useState(0);
  const stop = Math.min(buckets.length - 1, chosen >= 0 ? chosen : at);

  function onKeyDown(event: KeyboardEvent) {
    const next = nextBar(event.key, at, buckets.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    const target = row.current?.children[next];
    if (target instanceof HTMLElement) target.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own box to a strip of bars
    <div ref={row} className="absolute inset-0 flex print:hidden" role="group" aria-label={label} onKeyDown={onKeyDown}>
      {buckets.map((bucket, index) => (
        <button
          key={bucket.fromMs}
          type="button"
          className={barClass}
          tabIndex={index === stop ? 0 : -1}
          aria-pressed={index === chosen}
          aria-label={`${formatTick(bucket.fromMs, zone)}: ${barMessage(bucket)}`}
          title={`${formatTick(bucket.fromMs, zone)}: ${barMessage(bucket)}`}
          onFocus={() => setAt(index)}
          onClick={() => onSelect?.(index === chosen ? undefined : bucket)}
        />
      ))}
    </div>
  );
}

const barClass = [
  "min-w-0 flex-1 rounded-none p-0 hover:bg-ink/8 focus-visible:z-1 focus-visible:outline-offset-0",
  "aria-pressed:bg-cord/16 aria-pressed:shadow-[inset_0_-2px_0_var(--cord)]",
].join(" ");

function nextBar(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowRight") return Math.min(count - 1, at + 1);
  if (key === "ArrowLeft") return Math.max(0, at - 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

function barMessage({ delivered, again, notDelivered }: TimelineBucket): string {
  const retried = again > 0 ? `, ${again} of them retried` : "";
  return `${delivered} delivered${retried}, ${notDelivered} not delivered`;
}

const keyClass =
  "flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2 max-narrow:order-9 max-narrow:ml-0 max-narrow:w-full *:inline-flex *:items-center *:gap-1.5";

const swatchClass = "size-2.5 rounded-[2px] forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none";

/** The key to the colors that the chart holds, for the bay's head. */
export function TimelineKey({ buckets }: Pick<BarTimelineProps, "buckets">) {
  const { first, again, notDelivered } = drawnKinds(buckets);
  return (
    <span className={keyClass}>
      {first && (
        <span>
          <i className={`bg-bar ${swatchClass}`} />
          First attempt
        </span>
      )}
      {again && (
        <span>
          <i className={`bg-bar-2 ${swatchClass}`} />
          Retried
        </span>
      )}
      {notDelivered && (
        <span>
          <i className={`bg-bar-bad ${swatchClass}`} />
          Not delivered, own scale
        </span>
      )}
    </span>
  );
}

type BarTimelineTableProps = { label: string; buckets: readonly TimelineBucket[] };

function BarTimelineTable({ label, buckets }: BarTimelineTableProps) {
  const zone = useZone();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={figuresBoxClass} aria-label={`${label}, as a table`} tabIndex={0}>
      <table className={tableClass()}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col" className="text-right">
              Delivered
            </th>
            <th scope="col" className="text-right">
              Retried
            </th>
            <th scope="col" className="text-right">
              Not delivered
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket.fromMs} className={figuresRowClass}>
              <td>{formatTick(bucket.fromMs, zone)}</td>
              <td className="text-right">{bucket.delivered}</td>
              <td className="text-right">{bucket.again}</td>
              <td className="text-right">{bucket.notDelivered}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
