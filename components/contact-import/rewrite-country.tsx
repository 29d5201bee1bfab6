"use client";

import { Combobox } from "@/components/ui/combobox";
import type { CountryChoice } from "@/lib/contacts/engine";
import { countryOptions } from "./country-name";

type RewriteCountryProps = {
  country: string;
  countries: readonly CountryChoice[];
  onChoose: (country: string) => void;
};

/** No default: the file does not say of which country its numbers are. */
export function RewriteCountry({ country, countries, onChoose }: RewriteCountryProps) {
  return (
    <Combobox
      className="mini"
      aria-label="Country of numbers without a country code"
      options={countryOptions(countries, country || null)}
      value={country}
      placeholder="a country"
      onChange={onChoose}
    />
  );
}
