import { useState } from "react";
import { deferred } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { daysIn, daysText } from "@/lib/format/day-range";
import { Chip } from "./filter-chip";

const DateForm = deferred(async () => (await import("./date-form")).DateForm);

/** Filter for days, in the URL parameters `from` and `to`. A change removes the parameters in `cleared`. */
export function DateChip({ cleared }: { cleared: readonly string[] }) {
  const url = useUrlState();
  const [isOpen, setIsOpen] = useState(false);
  const days = daysIn(url.get);
  const choose = (from: string | undefined, to: string | undefined) => {
    setIsOpen(false);
    url.set({ from, to, ...Object.fromEntries(cleared.map((name) => [name, undefined])) });
  };
  return (
    <Chip
      name="Date"
      shown={days.from !== undefined || days.to !== undefined ? daysText(days) : undefined}
      load={DateForm.load}
      open={isOpen}
      onOpenChange={setIsOpen}
      onClear={() => choose(undefined, undefined)}
      look="text"
    >
      <DateForm days={days} onChoose={choose} />
    </Chip>
  );
}
