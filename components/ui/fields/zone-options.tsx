import { ownTimeZone } from "@/lib/format/format-time";
import { SelectField, type SelectFieldProps } from "./select-field";

/** Selectable time zones. Adds `chosen`, since browsers use different names ("Asia/Kolkata", "Asia/Calcutta"). */
export const zoneNames = (chosen: string) => [
  ...new Set([chosen, ownTimeZone(), "UTC", ...Intl.supportedValuesOf("timeZone")]),
];

type ZoneFieldProps = Omit<SelectFieldProps, "label" | "children"> & { chosen: string };

export function ZoneField({ chosen, ...props }: ZoneFieldProps) {
  return (
    <SelectField label="Time zone" defaultValue={chosen} {...props}>
      {zoneNames(chosen).map((zone) => (
        <option key={zone} value={zone}>
          {zone}
        </option>
      ))}
    </SelectField>
  );
}
