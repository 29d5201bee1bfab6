import type { ComboOption } from "@/components/ui/combobox";
import type { CountryChoice } from "@/lib/client/contacts/engine";

const names = new Intl.DisplayNames("en-US", { type: "region", fallback: "code" });

/** "Germany". 001 is how numbers are counted that belong to no one country. */
export const countryName = (country: string) => (country === "001" ? "No one country" : (names.of(country) ?? country));

const order = new Intl.Collator("en-US");

export const byCountryName = (one: string, other: string) => order.compare(countryName(one), countryName(other));

const optionsOf = new WeakMap<readonly CountryChoice[], readonly ComboOption[]>();

/** Every country by name, with its calling code; the one used last stands first. */
export function countryOptions(countries: readonly CountryChoice[], last: string | null): readonly ComboOption[] {
  const sorted = optionsOf.get(countries) ?? byName(countries);
  optionsOf.set(countries, sorted);
  const first = sorted.find(({ value }) => value === last);
  return first ? [first, ...sorted.filter((option) => option !== first)] : sorted;
}

const byName = (countries: readonly CountryChoice[]) =>
  countries
    .map(({ country, callingCode }) => ({ value: country, label: countryName(country), note: `+${callingCode}` }))
    .sort((one, other) => order.compare(one.label, other.label));
