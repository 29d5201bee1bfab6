import type { ComboOption } from "@/components/ui/fields/combobox";
import { countryName, specialCodes } from "@/lib/contacts/country-name";
import type { CountryChoice } from "@/lib/contacts/engine";
import { attempt } from "@/lib/format/attempt";
import { countOf } from "@/lib/format/format-count";

const storageKey = "switchboard.import.country";

/** "3 countries and others". The codes 001 and ZZ do not count as countries. */
export function countriesMessage(countries: readonly string[]): string {
  const namedCount = countries.filter((country) => specialCodes[country] === undefined).length;
  if (namedCount === 0 && countries.length > 0) return countries.map(countryName).join(", ");
  const words = countOf(namedCount, "country", "countries");
  return namedCount === countries.length ? words : `${words} and others`;
}

const countryWords = /^(country([ _-]?(code|name))?|nation|land|ländercode|pays|pa[ií]s|paese|kraj|ülke|maa)$/iu;

/** Name of the column with the country of each row, matched by its header. */
export const columnOfCountries = (columns: readonly { name: string }[]) =>
  columns.find(({ name }) => countryWords.test(name.trim()))?.name.trim();

const order = new Intl.Collator("en-US");

const optionsOf = new WeakMap<readonly CountryChoice[], readonly ComboOption[]>();

/** Every country by name, with its calling code. The country used last comes first. */
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

/** The default country chosen last in this browser; null without one or without local storage. */
export const lastCountry = () => attempt(() => localStorage.getItem(storageKey)) ?? null;

export function storeLastCountry(country: string) {
  // If storage is full or off, only the suggestion is lost.
  attempt(() => localStorage.setItem(storageKey, country));
}
