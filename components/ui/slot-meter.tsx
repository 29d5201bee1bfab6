import { jackSlots, type MeterSlot, type SlotCounts, slotMessage } from "./slot-meter-slots";

export type SlotMeterProps = SlotCounts & { small?: boolean; legend?: boolean };

const MOST_JACKS = 60;
const MANY_JACKS = 24;

export function SlotMeter({ small = false, legend = false, ...counts }: SlotMeterProps) {
  const { listed, due, slots } = counts;
  const words = slotMessage(counts);
  const isTooMany = Math.max(slots, listed + due) > MOST_JACKS;
  const slotsDrawn = isTooMany ? [] : jackSlots(counts);
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
          className={`jacks ${small ? "sm" : ""} ${slotsDrawn.length > MANY_JACKS ? "many" : ""}`}
          role="img"
          aria-label={words}
        >
          {slotsDrawn.map((slot, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: jacks are identified by their place
            <i key={at} className={slot === "free" ? undefined : slot} />
          ))}
        </div>
      )}
      {legend && <SlotLegend {...counts} />}
    </>
  );
}

function SlotLegend({ listed, due, slots }: SlotCounts) {
  const over = listed + due - slots;
  return (
    <div className="jack-key">
      <LegendEntry slot="on">{listed} listed</LegendEntry>
      {due > 0 && (
        <LegendEntry slot="due" title="The plan counts pending requests">
          {due} counted, not listed
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
    <span title={title}>
      <span className="jacks sm" aria-hidden="true">
        <i className={slot === "free" ? undefined : slot} />
      </span>
      <span>{children}</span>
    </span>
  );
}

type MeterPart = { share: number; tone?: "first" | "second" | "short" };

type MeterProps = { label: string; parts: MeterPart[]; mark?: number };

const tones = { first: "", second: "second", short: "short" };

/** Shares are 0–1 and only for drawing; the numbers belong in `label` and in words beside it. */
export function Meter({ label, parts, mark }: MeterProps) {
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, part) => sum + clamp(part.share), 0));
  return (
    <div className="meter" role="img" aria-label={label}>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        {parts.map((part, at) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            key={at}
            className={`meter-part ${tones[part.tone ?? "first"]}`}
            x={(starts[at] ?? 0) * 100}
            width={clamp(part.share) * 100}
            height="8"
          />
        ))}
      </svg>
      {mark !== undefined && (
        <svg className="meter-mark" viewBox="0 0 100 18" preserveAspectRatio="none" aria-hidden="true">
          <rect x={Math.min(99.4, Math.max(0, clamp(mark) * 100 - 0.3))} width="0.6" height="18" />
        </svg>
      )}
    </div>
  );
}

function clamp(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}
