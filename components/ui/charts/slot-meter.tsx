import { cva } from "class-variance-authority";

const maxSlots = 60;
const manySlots = 24;

/** Slots stay on one line and shrink if necessary. */
const slotClass = cva("aspect-square min-w-0.5 self-center rounded-full", {
  variants: {
    slot: {
      free: "border-edge",
      on: "border-bar-2 bg-bar-2 forced-colors:border-[CanvasText] forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none",
      due: "border-bar-2 bg-[linear-gradient(135deg,var(--bar-2)_50%,transparent_50.5%)] forced-colors:border-[CanvasText] forced-colors:bg-[linear-gradient(135deg,CanvasText_50%,Canvas_50.5%)] forced-colors:forced-color-adjust-none",
      over: "border-fault-fill bg-fault-fill forced-colors:border-[CanvasText] forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none",
    },
    size: {
      regular: "flex-[0_1_13px] border-[1.5px]",
      legend: "w-2 flex-none border-[1.25px]",
    },
  },
});

export function SlotMeter(counts: SlotCounts) {
  const { listed, due, slots } = counts;
  const words = slotMessage(counts);
  const isTooMany = Math.max(slots, listed + due) > maxSlots;
  const slotsDrawn = isTooMany ? [] : meterSlots(counts);
  return (
    <>
      {isTooMany ? (
        <Meter
          label={words}
          parts={[
            { share: listed / Math.max(slots, listed + due), tone: "first" },
            { share: due / Math.max(slots, listed + due), tone: "second" },
          ]}
        />
      ) : (
        <div
          className={`flex min-w-0 ${slotsDrawn.length > manySlots ? "gap-0.5" : "gap-[5px]"}`}
          role="img"
          aria-label={words}
        >
          {slotsDrawn.map((slot, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: slots are identified by their index
            <i key={index} className={slotClass({ slot, size: "regular" })} />
          ))}
        </div>
      )}
      <SlotLegend {...counts} />
    </>
  );
}

function SlotLegend({ listed, due, slots }: SlotCounts) {
  const over = listed + due - slots;
  return (
    <div className="mt-2.5 flex flex-wrap gap-x-[18px] gap-y-1 text-sm/5 text-ink-2">
      <LegendEntry slot="on">{listed} listed</LegendEntry>
      {due > 0 && (
        <LegendEntry slot="due" title="Counted by the plan, not in the list yet">
          {due} pending
        </LegendEntry>
      )}
      {over > 0 ? (
        <LegendEntry slot="over">{over} over</LegendEntry>
      ) : (
        <LegendEntry slot="free">{-over} free</LegendEntry>
      )}
    </div>
  );
}

type LegendEntryProps = { slot: MeterSlot; title?: string; children: React.ReactNode };

function LegendEntry({ slot, title, children }: LegendEntryProps) {
  return (
    <span className="inline-flex items-center gap-1.5" title={title}>
      <span className="flex flex-none" aria-hidden="true">
        <i className={slotClass({ slot, size: "legend" })} />
      </span>
      <span>{children}</span>
    </span>
  );
}

type MeterPart = { share: number; tone?: "first" | "second" | "short" };

type MeterProps = { label: string; parts: MeterPart[]; mark?: number };

const tones = { first: "fill-bar", second: "fill-bar-2", short: "fill-fault-fill" };

/** Shares are between 0 and 1 and only drawn. The numbers must be in `label` and in text beside it. */
export function Meter({ label, parts, mark }: MeterProps) {
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + clamp(part.share), 0));
  return (
    <div className="relative h-2 rounded-[4px] border border-rule-2 bg-idle-wash" role="img" aria-label={label}>
      <svg
        className="absolute -inset-px h-2 w-[calc(100%+2px)] overflow-hidden rounded-[4px]"
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {parts.map((part, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their index
            key={index}
            className={`${tones[part.tone ?? "first"]} forced-colors:fill-[CanvasText] forced-colors:stroke-[CanvasText] forced-colors:stroke-1 forced-colors:[vector-effect:non-scaling-stroke]`}
            x={(starts[index] ?? 0) * 100}
            width={clamp(part.share) * 100}
            height="8"
          />
        ))}
      </svg>
      {mark !== undefined && (
        <svg
          className="absolute -inset-x-px -inset-y-1.5 h-[18px] w-[calc(100%+2px)] overflow-visible fill-ink stroke-sheet stroke-[1.5px] [paint-order:stroke]"
          viewBox="0 0 100 18"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect
            className="[vector-effect:non-scaling-stroke]"
            x={Math.min(99.4, Math.max(0, clamp(mark) * 100 - 0.3))}
            width="0.6"
            height="18"
          />
        </svg>
      )}
    </div>
  );
}

function clamp(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

type SlotCounts = { listed: number; due: number; slots: number };

type MeterSlot = "on" | "due" | "free" | "over";

/** State of each slot: listed, pending, free. Slots beyond the plan are "over". */
export function meterSlots({ listed, due, slots }: SlotCounts): MeterSlot[] {
  const used = listed + due;
  return Array.from({ length: Math.max(used, slots) }, (_, index) => {
    if (index >= slots) return "over";
    if (index < listed) return "on";
    return index < used ? "due" : "free";
  });
}

export function slotMessage({ listed, due, slots }: SlotCounts): string {
  const free = Math.max(0, slots - listed - due);
  const over = Math.max(0, listed + due - slots);
  const words = [`${listed} listed`];
  if (due > 0) words.push(`${due} pending`);
  words.push(over > 0 ? `${over} over` : `${free} free`);
  return words.join(", ");
}
