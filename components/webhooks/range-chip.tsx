import { useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { Icon } from "@/components/ui/buttons/icon";
import { Popover } from "@/components/ui/overlay/popover";
import type { Span } from "@/lib/format/parse-range";
import { rangeText, spanText } from "@/lib/format/span-text";
import { fromStart, type LogFilter, toPreset } from "./log-list";
import { spanOf } from "./log-time";
import { useRangeZone, type WebhookLogState } from "./use-webhook-log";

const RangeForm = deferred(async () => (await import("./range-form")).RangeForm);

const rangeClass =
  "inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-2 border border-accent bg-pick px-[9px] whitespace-nowrap text-ink-2 max-narrow:h-9";

export type RangeState = Pick<WebhookLogState, "filter" | "nowMs" | "url">;

export function RangeChip({ log }: { log: RangeState }) {
  const [isOpen, setIsOpen] = useState(false);
  const timeZone = useRangeZone(log);
  const { filter, nowMs, url } = log;
  const label = rangeLabel(filter, spanOf(filter, nowMs), nowMs, timeZone);
  const chip = (
    <button type="button" className={rangeClass} aria-label={`Time: ${label.join(", ")}`} title={label.join(", ")}>
      <b className="font-[550] text-ink">{filter.preset ? `Last ${filter.preset.label}` : label[0]}</b>
      {!filter.preset && label[1]}
      <Icon name="down" small />
    </button>
  );
  return (
    <Popover trigger={chip} label="Time range" load={RangeForm.load} open={isOpen} onOpenChange={setIsOpen}>
      <RangeForm
        log={log}
        timeZone={timeZone}
        onPreset={(value) => {
          url.set(toPreset(value));
          setIsOpen(false);
        }}
        onSpan={(between, tz) => {
          url.set({ between: spanText(between), time: undefined, tz, ...fromStart });
          setIsOpen(false);
        }}
        onClose={() => setIsOpen(false)}
      />
    </Popover>
  );
}

/** "Since Thu 14:20" and "last 24 h, UTC". */
function rangeLabel({ preset, between }: LogFilter, span: Span, nowMs: number, timeZone: string): string[] {
  if (!preset && !between) return ["All time"];
  const name = timeZone === "UTC" ? "UTC" : timeZone.replace(/_/g, " ");
  const range = rangeText(span, nowMs, timeZone).replace(/^since/, "Since");
  return [range, preset ? `last ${preset.label}, ${name}` : name];
}
