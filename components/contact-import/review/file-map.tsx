"use client";
import { memo, type ReactNode, useId, useState } from "react";
import { useStyle } from "@/components/ui/browser/use-style";
import { binCount, type Report } from "@/lib/contacts/engine";
import { countOf, formatCount } from "@/lib/format/format-count";
import { axisMarks, binBars, binOf, bracketOf, type FileSpan, lastRowOf, stepOf } from "./file-map-histogram";

type FileMapProps = {
  report: Report;
  /** Row numbers on screen. */
  shown: Shown;
  onJump: (row: number) => void;
};

const HEIGHT = 42;

const mustFixBar = "fill-fault-fill forced-colors:fill-[CanvasText]";
const worthALookBar = "forced-colors:stroke-[CanvasText] forced-colors:stroke-[0.5px]";

/** Histogram of the problems over the file, with a slider over it that jumps to a row. */
export function FileMap({ report, shown, onJump }: FileMapProps) {
  // The grid may stop at another row, because its listing is filtered. The slider keeps its place.
  const [chosen, setChosen] = useState<number>();
  const row = chosen ?? shown.from;
  const step = stepOf(report);
  const slider = useStyle<HTMLInputElement>({ "--half": `${(50 * step) / Math.max(step, report.rows)}%` });

  return (
    <section className="px-(--gutter) py-2" aria-label="Where the problems are">
      <h3 className="sr-only">The whole file</h3>
      <div className="relative h-11 rounded-1 border border-rule bg-well has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <MapBars histogram={report.histogram} />
        <Bracket shown={shown} span={report} />
        <input
          ref={slider}
          type="range"
          className={sliderClass}
          aria-label="Position in the file"
          aria-valuetext={valueText(row, report)}
          min={report.firstRow}
          max={report.firstRow + Math.floor((Math.max(1, report.rows) - 1) / step) * step}
          step={step}
          value={row}
          onChange={(event) => {
            const next = Number(event.target.value);
            setChosen(next);
            onJump(next);
          }}
          onBlur={() => setChosen(undefined)}
        />
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

/** Invisible. Its thumb has no width and its ends are half a bar in, so that a press jumps to the bar below it. */
const sliderClass =
  "absolute inset-y-0 left-(--half) h-full w-[calc(100%_-_2*var(--half))] cursor-crosshair appearance-none opacity-0 [&::-moz-range-thumb]:w-0 [&::-moz-range-thumb]:border-0 [&::-webkit-slider-thumb]:w-0 [&::-webkit-slider-thumb]:appearance-none";

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

/** Legend of the file map. */
export function MapKey({ rows }: { rows: number }) {
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
      <span className="text-ink-3 max-narrow:hidden">
        Each bar is {countOf(Math.max(1, Math.ceil(rows / binCount)), "row")}. Press to jump there.
      </span>
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
