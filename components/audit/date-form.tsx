"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { TextField } from "@/components/ui/fields/field";
import type { daysIn } from "./audit-filters";

type DateFormProps = {
  days: ReturnType<typeof daysIn>;
  onChoose: (from: string | undefined, to: string | undefined) => void;
};

const dayMs = 86_400_000;
const usual = [
  { label: "Today", from: 0 },
  { label: "Yesterday", from: 1, to: 1 },
  { label: "Last 7 days", from: 6 },
  { label: "Last 30 days", from: 29 },
];

/** From one day to another, both whole; either may be left open. */
export function DateForm({ days, onChoose }: DateFormProps) {
  const [{ from, to }, setDays] = useState({ from: days.from ?? "", to: days.to ?? "" });
  const daysAgo = (count: number) => new Date(Date.now() - count * dayMs).toISOString().slice(0, 10);
  function submit(event: FormEvent) {
    event.preventDefault();
    onChoose(from || undefined, to || undefined);
  }
  return (
    <form className="grid w-[360px] max-w-full gap-3" onSubmit={submit}>
      <div className="flex flex-wrap gap-1.5">
        {usual.map(({ label, from: first, to: last = 0 }) => (
          <Button key={label} size="small" onClick={() => onChoose(daysAgo(first), daysAgo(last))}>
            {label}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2.5">
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
