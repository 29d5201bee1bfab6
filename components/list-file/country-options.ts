import type { ComboOption } from "@/components/ui/fields/combo-option";
import { countryName, specialCodes } from "@/lib/contacts/country-name";
import type { CountryChoice } from "@/lib/contacts/engine";
import { countOf } from "@/lib/format/format-count";

/** "3 countries and others". The codes 001 and ZZ do not count as countries. */
export function countriesMessage(countries: readonly string[]): string {
  const namedCount = countries.filter((country) => specialCodes[country] === undefined).length;
  if (namedCount === 0 && countries.length > 0) return countries.map(countryName).join(", ");
  const words = countOf(namedCount, "country", "countries");
  return namedCount === countries.length ? words : `${words} and others`;
}

const order = new Intl.Collator("en-US");

const optionsOf = new WeakMap<readonly CountryChoice[], readonly ComboOption[]>();

/** Every country by name, with its calling code and the other names that people type. */
export function countryOptions(countries: readonly CountryChoice[]): readonly ComboOption[] {
  const sorted = optionsOf.get(countries) ?? byName(countries);
  optionsOf.set(countries, sorted);
  return sorted;
}

const byName = (countries: readonly CountryChoice[]) =>
  countries
    .map(({ country, callingCode, aliases }) => ({
      value: country,
      label: countryName(country),
      note: `+${callingCode}`,
      aliases,
    }))
    .sort((one, other) => order.compare(one.label, other.label));
