"use client";
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useId,
  useState,
  useSyncExternalStore,
} from "react";
import { useStyle } from "@/components/ui/browser/use-style";
import { binCount, type Report } from "@/lib/contacts/engine";
import { countOf, formatCount } from "@/lib/format/format-count";
import {
  axisMarks,
  binBars,
  binOf,
  bracketOf,
  type FileSpan,
  firstRowOf,
  lastRowOf,
  stepRow,
} from "./file-map-histogram";

export type FileMapProps = {
  report: Report;
  shownRows: ShownRows;
  onJump: (row: number) => void;
};

const HEIGHT = 42;

const mustFixBar = "fill-fault-fill forced-colors:fill-[CanvasText]";
const worthALookBar = "forced-colors:stroke-[CanvasText] forced-colors:stroke-[0.5px]";

/** Histogram of the problems over the file. Keyboard: a slider. Pointer: press a bar to jump there. */
export function FileMap({ report, shownRows, onJump }: FileMapProps) {
  const shown = useSyncExternalStore(shownRows.listen, shownRows.now, shownRows.now);
  // The grid may stop at another row, because its listing is filtered. The map keeps the exact row.
  const [chosen, setChosen] = useState<number>();
  const row = clampRow(chosen ?? shown.from, report);

  function jump(next: number) {
    setChosen(next);
    onJump(next);
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = event.ctrlKey || event.metaKey || event.altKey ? undefined : stepRow(event.key, row, report);
    if (next === undefined) return;
    event.preventDefault();
    jump(next);
  }

  function onClick(event: MouseEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const bin = Math.floor(((event.clientX - left) / Math.max(1, width)) * binCount);
    jump(firstRowOf(Math.min(binCount - 1, Math.max(0, bin)), report));
  }

  return (
    <section className="px-(--gutter) py-2" aria-label="Where the problems are">
      <h3 className="sr-only">The whole file</h3>
      <div
        className="relative h-11 cursor-crosshair rounded-1 border border-rule bg-well"
        role="slider"
        tabIndex={0}
        aria-label="Position in the file"
        aria-valuemin={report.firstRow}
        aria-valuemax={lastRowOf(report)}
        aria-valuenow={row}
        aria-valuetext={valueText(row, report)}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onBlur={() => setChosen(undefined)}
      >
        <MapBars histogram={report.histogram} />
        <Bracket shown={shown} span={report} />
      </div>
      <div className="relative mt-1 h-4 text-xs text-ink-3" aria-hidden="true">
        {axisMarks(report).map(({ row: marked, position }) => (
          <Mark key={marked} position={position}>
            {position === 0 && "Row "}
            {formatCount(marked)}
          </Mark>
        ))}
      </div>
    </section>
  );
}

function clampRow(row: number, span: FileSpan): number {
  return Math.min(lastRowOf(span), Math.max(span.firstRow, row));
}

function valueText(row: number, report: Report): string {
  const bin = binOf(row, report);
  const count = (bins: Uint32Array) => formatCount(bins[bin] ?? 0);
  const { mustFix, worthALook } = report.histogram;
  const positionText = `Row ${formatCount(row)} of ${formatCount(lastRowOf(report))}`;
  return `${positionText}. Around here ${count(mustFix)} must be fixed, ${count(worthALook)} with warnings`;
}

/** Widths in percent and heights in pixels keep the angle of the hatching. */
const MapBars = memo(function MapBars({ histogram }: { histogram: Report["histogram"] }) {
  const hatch = useId();
  const width = `${(100 / binCount) * 0.8}%`;
  return (
    <svg className="block overflow-visible" width="100%" height={HEIGHT} aria-hidden="true">
      <MapHatch id={hatch} />
      {binBars(histogram, HEIGHT - 2).map(({ mustFix, worthALook }, bin) => {
        const x = `${(100 / binCount) * (bin + 0.1)}%`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: bins are identified by their index
          <g key={bin}>
            {mustFix > 0 && <rect className={mustFixBar} x={x} y={HEIGHT - mustFix} width={width} height={mustFix} />}
            {worthALook > 0 && (
              <rect
                className={worthALookBar}
                fill={`url(#${hatch})`}
                x={x}
                y={HEIGHT - mustFix - worthALook}
                width={width}
                height={worthALook}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
});

function Mark({ position, children }: { position: number; children: ReactNode }) {
  const ref = useStyle<HTMLSpanElement>({ "--place": String(position) });
  // Centred below its bar, but kept within the map at both ends.
  return (
    <span
      ref={ref}
      className="absolute left-[calc(var(--place,0)*100%)] [transform:translateX(calc(var(--place,0)*-100%))]"
    >
      {children}
    </span>
  );
}

function Bracket({ shown, span }: { shown: Shown; span: FileSpan }) {
  const { from, to } = bracketOf(shown, span);
  const ref = useStyle<HTMLSpanElement>({ "--from": String(from), "--part": String(Math.max(0, to - from)) });
  return (
    <span
      ref={ref}
      className="pointer-events-none absolute -inset-y-1 left-[min(calc(var(--from,0)*100%),calc(100%_-_var(--wide)))] w-(--wide) rounded-1 border-2 border-ink bg-sheet/30 [--wide:max(9px,calc(var(--part,0)*100%))] forced-colors:border-[color:Highlight] forced-colors:bg-transparent"
      aria-hidden="true"
    />
  );
}

type Shown = { from: number; to: number };

/** The rows in view as an external store, so that scrolling renders only its subscribers. */
type ShownRows = {
  now: () => Shown;
  show: (from: number, to: number) => void;
  listen: (onChange: () => void) => () => void;
};

export function createShownRows(first: number): ShownRows {
  let shown: Shown = { from: first, to: first };
  const listeners = new Set<() => void>();
  return {
    now: () => shown,
    show(from, to) {
      if (from === shown.from && to === shown.to) return;
      shown = { from, to };
      for (const onChange of listeners) onChange();
    },
    listen(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Legend of the file map. */
export function MapKey({ rows }: { rows: number }) {
  const perBar = Math.max(1, Math.ceil(rows / binCount));
  return (
    <div className="flex items-center gap-x-4.5 gap-y-0.5 text-sm/5 text-ink-2 max-narrow:flex-wrap">
      <span className="flex min-w-0 items-center gap-2">
        <svg width="10" height="10" aria-hidden="true">
          <rect className={mustFixBar} width="10" height="10" />
        </svg>
        must be fixed
      </span>
      <span className="flex min-w-0 items-center gap-2">
        <svg width="10" height="10" aria-hidden="true">
          <MapHatch id="fm-key" />
          <rect className={worthALookBar} width="10" height="10" fill="url(#fm-key)" />
        </svg>
        warning
      </span>
      <span className="text-ink-3 max-narrow:hidden">Each bar is {countOf(perBar, "row")}. Press to jump there.</span>
    </div>
  );
}

function MapHatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect className="fill-wait-fill forced-colors:fill-[CanvasText]" width="2" height="4" />
    </pattern>
  );
}
