import { Meter } from "./meter";
import { type JackCounts, type JackSlot, jackSlots, jackWords } from "./slot-meter-slots";

export type JackFieldProps = JackCounts & { small?: boolean; legend?: boolean };

const MOST_JACKS = 60;
const MANY_JACKS = 24;

export function JackField({ small = false, legend = false, ...counts }: JackFieldProps) {
  const { listed, due, slots } = counts;
  const words = jackWords(counts);
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
      {legend && <JackLegend {...counts} />}
    </>
  );
}

function JackLegend({ listed, due, slots }: JackCounts) {
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

type LegendEntryProps = { slot: JackSlot; title?: string; children: React.ReactNode };

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
