import { ownTimeZone } from "@/lib/format/format-time";
import { currentZone, zoneAliases } from "@/lib/format/zone-names";
import type { ComboOption } from "./combo-option";
import { Combobox } from "./combobox";
import { Field } from "./field";

/** Selectable time zones, found by city. Adds `chosen` as it is stored. */
export const zoneChoices = (chosen: string): ComboOption[] =>
  [...new Set([chosen, ownTimeZone(), "UTC", ...Intl.supportedValuesOf("timeZone").map(currentZone)])].map((zone) => ({
    value: zone,
    label: cityOf(zone),
    note: zone,
    aliases: zoneAliases(zone),
  }));

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");

type ZoneFieldProps = { value: string; error?: string | undefined; onChange: (zone: string) => void };

export function ZoneField({ value, error, onChange }: ZoneFieldProps) {
  return (
    <Field label="Time zone" hint={value} error={error}>
      {(control) => (
        <Combobox
          {...control}
          options={zoneChoices(value)}
          value={value}
          placeholder="City"
          onChange={(zone) => zone !== "" && onChange(zone)}
        />
      )}
    </Field>
  );
}
