import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { TextField } from "@/components/ui/fields/field";
import { ZoneField } from "@/components/ui/fields/zone-options";
import { useZone } from "@/components/ui/time/zone";
import { clock } from "@/lib/clock";
import { timeZoneOf } from "@/lib/format/format-time";
import { isMoment, parsePoint, parseRange, pointText, type Span } from "@/lib/format/parse-range";
import { rangeText } from "@/lib/format/span-text";
import type { LogFilter } from "./log-list";
import { ALL_TIME, presets, spanOf } from "./log-time";

export type RangeFormProps = {
  log: { filter: LogFilter };
  /** Initial IANA zone of the typed times. */
  timeZone: string;
  onPreset: (value: string) => void;
  /** `tz` is undefined if it equals the display zone. */
  onSpan: (span: Span, tz: string | undefined) => void;
  onClose: () => void;
};

const invalidTimeMessage = "Not a valid time. Enter “19 Nov 14:00” or “yesterday 14:00”.";

export function RangeForm({ log, timeZone, onPreset, onSpan, onClose }: RangeFormProps) {
  const { filter } = log;
  const zone = useZone();
  const [nowMs] = useState(() => clock.nowMs());
  const [tz, setTz] = useState(timeZone);
  const [text, setText] = useState(() => textsOf(spanOf(filter, nowMs), nowMs, timeZone));
  const range = readRange(text, { nowMs, timeZone: tz });

  function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = range.zone ?? tz;
    if (range.span) onSpan(range.span, chosen === timeZoneOf(zone) ? undefined : chosen);
  }

  return (
    <form className="grid w-[min(380px,calc(100vw-48px))] gap-3" onSubmit={submit} noValidate>
      <PresetButtons
        chosen={filter.between ? undefined : (filter.preset?.value ?? ALL_TIME)}
        onPreset={onPreset}
        onYesterday={() => setText(textsOf(parseRange("yesterday", { nowMs, timeZone: tz }) ?? {}, nowMs, tz))}
      />
      <div className="grid grid-cols-2 gap-2.5 max-narrow:grid-cols-1">
        <TextField
          label="From"
          value={text.from}
          error={range.badFrom ? invalidTimeMessage : undefined}
          onChange={({ target }) => setText({ ...text, from: target.value })}
        />
        <TextField
          label="To"
          value={text.to}
          placeholder="now"
          error={range.badTo ? invalidTimeMessage : range.isBackward ? "This is not after the start." : undefined}
          onChange={({ target }) => setText({ ...text, to: target.value })}
        />
      </div>
      <ZoneField value={tz} onChange={setTz} />
      <p className="text-sm/[17px] text-ink-3">
        {range.span && `${rangeText(range.span, nowMs, "UTC")} UTC. `}You can type “yesterday 14:00–14:20” or “14:10
        Berlin”.
      </p>
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={!range.span}>
          Show
        </Button>
      </div>
    </form>
  );
}

type PresetButtonsProps = Pick<RangeFormProps, "onPreset"> & { chosen: string | undefined; onYesterday: () => void };

function PresetButtons({ chosen, onPreset, onYesterday }: PresetButtonsProps) {
  const button = { size: "small", variant: "bare", className: "px-2" } as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own box to a row of buttons
    <div className="flex flex-wrap gap-1" role="group" aria-label="Last">
      {[...presets, { value: ALL_TIME, label: "All" }].map(({ value, label }) => (
        <Button key={value} {...button} aria-pressed={value === chosen} onClick={() => onPreset(value)}>
          {label}
        </Button>
      ))}
      <Button {...button} onClick={onYesterday}>
        Yesterday
      </Button>
    </div>
  );
}

type Texts = { from: string; to: string };

const textsOf = ({ fromMs, toMs }: Span, nowMs: number, timeZone: string): Texts => ({
  from: fromMs === undefined ? "" : pointText(fromMs, timeZone),
  to: toMs === undefined ? (fromMs === undefined ? "" : pointText(nowMs, timeZone)) : pointText(toMs, timeZone),
});

/** Parses the two fields. The first one may hold a whole range. */
export function readRange({ from, to }: Texts, typed: { nowMs: number; timeZone: string }) {
  const whole = parseRange(from, typed);
  if (whole && !isMoment(from, typed) && (to.trim() === "" || /[–—]|\d-\d|\sto\s/.test(from))) {
    const { zone, ...span } = whole;
    return { ...valid, span, zone };
  }
  const fromMs = from.trim() === "" ? undefined : parsePoint(from, typed);
  const toMs = to.trim() === "" ? undefined : parsePoint(to, typed);
  const badFrom = from.trim() !== "" && fromMs === undefined;
  const badTo = to.trim() !== "" && toMs === undefined;
  const isBackward = fromMs !== undefined && toMs !== undefined && toMs <= fromMs;
  const isEmpty = fromMs === undefined && toMs === undefined;
  const span = badFrom || badTo || isBackward || isEmpty ? undefined : { fromMs, toMs };
  return { span, badFrom, badTo, isBackward, zone: undefined };
}

const valid = { badFrom: false, badTo: false, isBackward: false };
