import { useId } from "react";
import { momentsOf } from "@/components/ui/charts/axis";
import { useZone } from "@/components/ui/time/zone";
import type { ReceivedBand as Band } from "@/lib/contract/console/inbox/received";
import { countOf, formatCount } from "@/lib/format/format-count";

const column = 10;
const up = 24;
const down = 8;

/** Arrivals up, missing deliveries down, and hatched when Switchboard was not watching. */
export function ReceivedBand({ band: { from, to, steps, gaps } }: { band: Band }) {
  const hatch = useId();
  const zone = useZone();
  const span = { fromMs: Date.parse(from), toMs: Date.parse(to) };
  const width = steps.length * column;
  const xOf = (time: string) => ((Date.parse(time) - span.fromMs) / (span.toMs - span.fromMs)) * width;
  const most = (field: "arrived" | "missing") => Math.max(1, ...steps.map((step) => step[field]));
  const [mostArrived, mostMissing] = [most("arrived"), most("missing")];
  const heightOf = (count: number, max: number, tallest: number) =>
    count === 0 ? 0 : Math.max(2, (count / max) * tallest);
  return (
    <div
      className="@container h-12 border-t border-rule px-(--gutter)"
      role="img"
      aria-label={labelOf({ steps, gaps })}
    >
      <svg
        className="block h-8 w-full"
        viewBox={`0 0 ${width} ${up + down}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="fill-rule-2 forced-colors:fill-[GrayText]" width="1.5" height="4" />
        </pattern>
        {gaps.map((gap) => (
          <rect
            key={gap.from}
            fill={`url(#${hatch})`}
            x={xOf(gap.from)}
            width={Math.max(2, xOf(gap.to) - xOf(gap.from))}
            height={up + down}
          >
            <title>{gapWord(gap)}</title>
          </rect>
        ))}
        {steps.map(({ arrived, missing }, index) => {
          const tall = heightOf(arrived, mostArrived, up - 1);
          const bar = { x: index * column + 0.75, width: column - 1.5 };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps never change places
            <g key={index}>
              <rect className="fill-bar forced-colors:fill-[CanvasText]" {...bar} y={up - tall} height={tall} />
              <rect
                className="fill-bar-bad forced-colors:fill-[CanvasText]"
                {...bar}
                y={up + 1}
                height={heightOf(missing, mostMissing, down - 1)}
              />
            </g>
          );
        })}
        <rect className="fill-rule-2" y={up} width={width} height="1" />
      </svg>
      <svg className="block h-4 w-full overflow-visible text-xs" aria-hidden="true">
        <GapWords gaps={gaps} xOf={xOf} width={width} />
        {momentsOf(span, zone).map(({ percent, text, anchor, isNarrow }) => (
          <text
            key={anchor + percent}
            className={`fill-ink-3 ${isNarrow ? "" : "@max-[640px]:hidden"}`}
            x={`${percent}%`}
            y="12"
            textAnchor={anchor}
          >
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}

type GapWordsProps = Pick<Band, "gaps"> & { xOf: (time: string) => number; width: number };

function GapWords({ gaps, xOf, width }: GapWordsProps) {
  return gaps
    .filter((gap) => xOf(gap.to) - xOf(gap.from) > width / 16)
    .map((gap) => (
      <text
        key={gap.from}
        className="fill-ink-2"
        x={`${((xOf(gap.from) + xOf(gap.to)) / 2 / width) * 100}%`}
        y="-14"
        textAnchor="middle"
      >
        {gapWord(gap)}
      </text>
    ));
}

function labelOf({ steps, gaps }: Pick<Band, "steps" | "gaps">): string {
  const sum = (field: "arrived" | "missing") => steps.reduce((total, step) => total + step[field], 0);
  const unwatched = gaps.length > 0 ? [`not watched ${countOf(gaps.length, "time")}`] : [];
  return [countOf(sum("arrived"), "event"), `${formatCount(sum("missing"))} missing`, ...unwatched].join(", ");
}

const gapWord = ({ reason }: Band["gaps"][number]) => (reason === "stopped" ? "stopped" : "not watched");
