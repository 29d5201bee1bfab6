import { useMemo } from "react";
import { ownTimeZone } from "@/lib/format/format-time";

/** The zones to choose from. `chosen` is one of them, whatever the browser calls it: "Asia/Kolkata" is "Asia/Calcutta" in some. */
export const zoneNames = (chosen: string) => [
  ...new Set([chosen, ownTimeZone(), "UTC", ...Intl.supportedValuesOf("timeZone")]),
];

export function ZoneOptions({ chosen }: { chosen: string }) {
  const names = useMemo(() => zoneNames(chosen), [chosen]);
  return names.map((zone) => (
    <option key={zone} value={zone}>
      {zone}
    </option>
  ));
}
