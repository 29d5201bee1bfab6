import { ownTimeZone } from "@/lib/format/format-time";

/** Selectable time zones. Adds `chosen`, since browsers use different names ("Asia/Kolkata", "Asia/Calcutta"). */
export const zoneNames = (chosen: string) => [
  ...new Set([chosen, ownTimeZone(), "UTC", ...Intl.supportedValuesOf("timeZone")]),
];

export function ZoneOptions({ chosen }: { chosen: string }) {
  return zoneNames(chosen).map((zone) => (
    <option key={zone} value={zone}>
      {zone}
    </option>
  ));
}
