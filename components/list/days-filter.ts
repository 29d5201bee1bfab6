import { dayRange, daysIn, daysText } from "@/lib/format/day-range";
import type { ListFilter } from "./list-spec";

/** Filter for days, with the control `DateChip`. */
export const daysFilter = {
  kind: "time",
  param: "from",
  moreParams: ["to"],
  inputs: ["from", "to"],
  label: "Date",
  read: (get, { timeZone }) => dayRange(get, timeZone),
  shown(get) {
    const days = daysIn(get);
    return days.from === undefined && days.to === undefined ? undefined : daysText(days);
  },
  phrase: (shown) => shown,
} as const satisfies ListFilter & { inputs: readonly string[] };
