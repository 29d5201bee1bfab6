import type { ComboOption } from "@/components/ui/fields/combobox";
import type { CountryChoice } from "@/lib/contacts/engine";
import { attempt } from "@/lib/format/attempt";
import { countOf } from "@/lib/format/format-count";

const place = "switchboard.import.country";

const names = new Intl.DisplayNames("en-US", { type: "region", fallback: "code" });

/** "Germany". 001 is how numbers are counted that belong to no one country, ZZ those that no known range holds. */
export const countryName = (country: string) => others[country] ?? names.of(country) ?? country;

const others: Readonly<Record<string, string>> = { "001": "No one country", ZZ: "No known country" };

/** "3 countries and others": what is no country is never counted as one. */
export function countriesMessage(countries: readonly string[]): string {
  const known = countries.filter((country) => others[country] === undefined).length;
  if (known === 0 && countries.length > 0) return countries.map(countryName).join(", ");
  const words = countOf(known, "country", "countries");
  return known === countries.length ? words : `${words} and others`;
}

const countryWords = /^(country([ _-]?(code|name))?|nation|land|ländercode|pays|pa[ií]s|paese|kraj|ülke|maa)$/iu;

/** The column that names each row's country, by its header. */
export const columnOfCountries = (columns: readonly { name: string }[]) =>
  columns.find(({ name }) => countryWords.test(name.trim()))?.name.trim();

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

/** The country that numbers were last read in on this browser. A browser without storage remembers none. */
export const lastCountry = () => attempt(() => localStorage.getItem(place)) ?? null;

export function keepLastCountry(country: string) {
  // Storage that is full or off costs only the suggestion.
  attempt(() => localStorage.setItem(place, country));
}
