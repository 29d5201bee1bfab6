"use client";

import type { CountryChoice } from "@/lib/client/contacts/engine";
import { byCountryName, countryLabel } from "./country-name";

type RewriteCountryProps = {
  country: string;
  countries: readonly CountryChoice[];
  onChoose: (country: string) => void;
};

/** No default: the file does not say of which country its numbers are. */
export function RewriteCountry({ country, countries, onChoose }: RewriteCountryProps) {
  const named = [...countries].sort((one, other) => byCountryName(one.country, other.country));
  return (
    <select
      className="mini"
      aria-label="Country of numbers without a country code"
      value={country}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">a country</option>
      {named.map((each) => (
        <option key={each.country} value={each.country}>
          {countryLabel(each)}
        </option>
      ))}
    </select>
  );
}
