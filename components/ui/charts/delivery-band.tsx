import { type PointerEvent, useId } from "react";
import { useZone } from "@/components/ui/time/zone";
import { formatCount } from "@/lib/format/format-count";
import { formatMinute, formatShortDay, formatTick, type Zone } from "@/lib/format/format-time";
import { DAY, isInDays, momentsOf, type TimeSpan } from "./axis";
import { type BandStep, bandScale, BAND_HEIGHT as HEIGHT, UP } from "./band-scale";
import { StepButtons } from "./step-buttons";

export type DeliveryBandProps = {
  label: string;
  steps: readonly BandStep[];
  gaps: readonly TimeSpan[];
  marks?: readonly { atMs: number; text: string }[];
  onSelect: (span: TimeSpan) => void;
};

const COLUMN = 10;

/** A band of 48 px: arrived ones up with late ones as cap, not arrived ones down, and what nobody watched hatched. */
export function DeliveryBand({ label, steps, gaps, marks = [], onSelect }: DeliveryBandProps) {
  const zone = useZone();
  const span = { fromMs: steps[0]?.fromMs ?? 0, toMs: steps.at(-1)?.toMs ?? 0 };
  const percentOf = (ms: number) => ((ms - span.fromMs) / Math.max(1, span.toMs - span.fromMs)) * 100;
  const indexAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(steps.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * steps.length)));
  };
  return (
    <div className="@container relative h-12 min-w-0">
      <svg
        className="absolute inset-x-0 top-0 h-8 w-full"
        viewBox={`0 0 ${steps.length * COLUMN} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <Bars steps={steps} />
      </svg>
      <svg className="absolute inset-0 size-full overflow-visible text-xs" aria-hidden="true">
        <Gaps spans={gaps} steps={steps} percentOf={percentOf} />
        <line className="stroke-edge" x2="100%" y1={UP + 0.5} y2={UP + 0.5} />
        {marks.map(({ atMs, text }) => (
          <circle
            key={atMs + text}
            className="fill-sheet stroke-accent stroke-2"
            cx={`${percentOf(atMs)}%`}
            cy={UP}
            r="3"
          />
        ))}
        {momentsOf(span, zone).map(({ percent, text, anchor, isNarrow }) => (
          <text
            key={anchor + percent}
            className={`fill-ink-3 ${isNarrow ? (anchor === "middle" ? "@max-[320px]:hidden" : "") : "@max-[640px]:hidden"}`}
            x={`${percent}%`}
            y="45"
            textAnchor={anchor}
          >
            {text}
          </text>
        ))}
      </svg>
      <StepButtons
        label={label}
        names={steps.map((step) => stepName(step, gaps, zone))}
        indexAt={indexAt}
        onSelect={(first, last) =>
          onSelect({ fromMs: steps[first]?.fromMs ?? span.fromMs, toMs: steps[last]?.toMs ?? span.toMs })
        }
      />
      {marks.length > 0 && <span className="sr-only">{marks.map(({ text }) => text).join(". ")}</span>}
    </div>
  );
}

const gapWordPercent = 8;
const totalOf = ({ arrived, retrying, missed }: BandStep) => arrived + retrying + missed;

type GapsProps = { spans: readonly TimeSpan[]; steps: readonly BandStep[]; percentOf: (ms: number) => number };

function Gaps({ spans, steps, percentOf }: GapsProps) {
  const hatch = useId();
  return (
    <>
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="fill-rule-2 forced-colors:fill-[GrayText]" width="1.5" height="5" />
      </pattern>
      {spans.map(({ fromMs, toMs }) => {
        const hasBars = steps.some((step) => totalOf(step) > 0 && step.fromMs < toMs && step.toMs > fromMs);
        const [start, width] = [percentOf(fromMs), percentOf(toMs) - percentOf(fromMs)];
        return (
          <g key={fromMs}>
            <rect fill={`url(#${hatch})`} x={`${start}%`} width={`${width}%`} height={HEIGHT} />
            {width > gapWordPercent && !hasBars && (
              <text className="fill-ink-2" x={`${start + width / 2}%`} y="14" textAnchor="middle">
                not watched
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

function Bars({ steps }: { steps: readonly BandStep[] }) {
  const scale = bandScale(steps);
  return steps.map((step, index) => {
    const { arrived, cap, open, down } = scale.heights(step);
    const bar = { x: index * COLUMN + 0.5, width: COLUMN - 1 };
    return (
      <g key={step.fromMs}>
        <rect className={`fill-bar ${outlineClass}`} {...bar} y={UP - arrived} height={arrived} />
        <rect className="fill-wait-fill forced-colors:fill-[CanvasText]" {...bar} y={UP - arrived} height={cap} />
        <rect
          className={`fill-live-fill forced-colors:[stroke-dasharray:1] ${outlineClass}`}
          {...bar}
          y={UP - arrived - open}
          height={open}
        />
        <rect
          className={`fill-fault-fill forced-colors:[stroke-dasharray:2] ${outlineClass}`}
          {...bar}
          y={UP + 1}
          height={down}
        />
      </g>
    );
  });
}

const outlineClass = "forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]";
/** "Thu 13:30–14:00", from one day on "Thu 13:30 – Fri 13:30", beyond six days "13 Nov – 20 Nov". */
function spanText({ fromMs, toMs }: TimeSpan, zone: Zone): string {
  if (isInDays({ fromMs, toMs })) return `${formatShortDay(fromMs, zone, toMs)} – ${formatShortDay(toMs, zone, toMs)}`;
  if (toMs - fromMs >= DAY) return `${formatTick(fromMs, zone)} – ${formatTick(toMs, zone)}`;
  return `${formatTick(fromMs, zone)}–${formatMinute(toMs, zone)}`;
}

function stepName(step: BandStep, gaps: readonly TimeSpan[], zone: Zone): string {
  const { arrived, late, retrying, missed } = step;
  const isUnseen = gaps.some(({ fromMs, toMs }) => fromMs < step.toMs && toMs > step.fromMs);
  const parts = [
    arrived > 0 && `${formatCount(arrived)} arrived`,
    late > 0 && `${formatCount(late)} of them late`,
    retrying > 0 && `${formatCount(retrying)} not arrived yet`,
    missed > 0 && `${formatCount(missed)} not arrived`,
  ].filter((part) => part !== false);
  if (isUnseen) parts.push(parts.length > 0 ? "not watched all the time" : "not watched");
  return `${spanText(step, zone)}: ${parts.join(", ") || "none"}`;
}
