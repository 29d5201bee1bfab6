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
  const all = Math.max(slots, listed + due);
  return (
    <>
      {all > maxSlots ? (
        <Meter
          label={slotMessage(counts)}
          parts={[
            { share: listed / all, tone: "first" },
            { share: due / all, tone: "second" },
          ]}
        />
      ) : (
        <div
          className={`flex min-w-0 ${all > manySlots ? "gap-0.5" : "gap-[5px]"}`}
          role="img"
          aria-label={slotMessage(counts)}
        >
          {meterSlots(counts).map((slot, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: slots are identified by their index
            <i key={index} className={slotClass({ slot, size: "regular" })} />
          ))}
        </div>
      )}
      <div className="mt-2.5 flex flex-wrap gap-x-[18px] gap-y-1 text-sm/5 text-ink-2">
        {slotKinds(counts).map(({ slot, text, title }) => (
          <span key={slot} className="inline-flex items-center gap-1.5" title={title}>
            <i className={slotClass({ slot, size: "legend" })} aria-hidden="true" />
            {text}
          </span>
        ))}
      </div>
    </>
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

export function meterSlots({ listed, due, slots }: SlotCounts): MeterSlot[] {
  const used = listed + due;
  return Array.from({ length: Math.max(used, slots) }, (_, index) => {
    if (index >= slots) return "over";
    if (index < listed) return "on";
    return index < used ? "due" : "free";
  });
}

type SlotKind = { slot: MeterSlot; text: string; title?: string };

function slotKinds({ listed, due, slots }: SlotCounts): SlotKind[] {
  const free = slots - listed - due;
  const kinds: SlotKind[] = [{ slot: "on", text: `${listed} listed` }];
  if (due > 0) kinds.push({ slot: "due", text: `${due} pending`, title: "Counted by the plan, not in the list yet" });
  kinds.push(free < 0 ? { slot: "over", text: `${-free} over` } : { slot: "free", text: `${free} free` });
  return kinds;
}

export const slotMessage = (counts: SlotCounts) =>
  slotKinds(counts)
    .map(({ text }) => text)
    .join(", ");
