import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { useZone } from "@/components/ui/time/zone";
import { daysAgo, type daysIn } from "@/lib/format/day-range";
import { timeZoneOf } from "@/lib/format/format-time";
import { TextField } from "./field";

type DateFormProps = {
  days: ReturnType<typeof daysIn>;
  onChoose: (from: string | undefined, to: string | undefined) => void;
};

const presets = [
  { label: "Today", from: 0 },
  { label: "Yesterday", from: 1, to: 1 },
  { label: "Last 7 days", from: 6 },
  { label: "Last 30 days", from: 29 },
];

export function DateForm({ days, onChoose }: DateFormProps) {
  const [{ from, to }, setDays] = useState({ from: days.from ?? "", to: days.to ?? "" });
  const timeZone = timeZoneOf(useZone());
  function submit(event: FormEvent) {
    event.preventDefault();
    onChoose(from || undefined, to || undefined);
  }
  return (
    <form className="grid w-[360px] max-w-full gap-3" onSubmit={submit}>
      <div className="flex flex-wrap gap-1.5">
        {presets.map(({ label, from: first, to: last = 0 }) => (
          <Button key={label} size="small" onClick={() => onChoose(daysAgo(first, timeZone), daysAgo(last, timeZone))}>
            {label}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2.5 max-narrow:grid-cols-1">
        <TextField
          label="From"
          type="date"
          value={from}
          onChange={({ target: { value } }) => setDays((now) => ({ ...now, from: value }))}
        />
        <TextField
          label="To"
          type="date"
          value={to}
          onChange={({ target: { value } }) => setDays((now) => ({ ...now, to: value }))}
        />
      </div>
      <div className="flex justify-end">
        <Button size="small" variant="primary" type="submit">
          Show
        </Button>
      </div>
    </form>
  );
}
