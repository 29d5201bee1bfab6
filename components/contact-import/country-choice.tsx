"use client";

import { useSyncExternalStore } from "react";
import { SelectField } from "@/components/ui/select-field";
import type { CountryChoice as Country } from "@/lib/client/contacts/engine";
import { keepLastCountry, lastCountry } from "./last-country";

type CountryChoiceProps = {
  country: string | null;
  countries: readonly Country[];
  onCountry: (country: string | null) => void;
};

/** The country of numbers that name none. The file does not say it, so nothing is chosen before a person does. */
export function CountryChoice({ country, countries, onCountry }: CountryChoiceProps) {
  const last = useSyncExternalStore(never, lastCountry, () => null);
  const named = countries.map((each) => ({ ...each, name: nameOf(each.country) })).sort(byName);
  const lastNamed = named.filter((each) => each.country === last);
  const chosen = named.find((each) => each.country === country);

  const choose = (value: string) => {
    if (value) keepLastCountry(value);
    onCountry(value || null);
  };

  return (
    <SelectField
      label="Country of numbers without a country code"
      value={country ?? ""}
      onChange={(event) => choose(event.target.value)}
      hint={
        chosen
          ? `They are read as numbers in ${chosen.name}, +${chosen.callingCode}.`
          : "Numbers without a country code are left for you to fix."
      }
    >
      <option value="">None</option>
      {lastNamed.length > 0 && (
        <optgroup label="Used last">
          <Options countries={lastNamed} />
        </optgroup>
      )}
      <optgroup label="All countries">
        <Options countries={named} />
      </optgroup>
    </SelectField>
  );
}

const never = () => () => undefined;

type Named = Country & { name: string };

function Options({ countries }: { countries: readonly Named[] }) {
  return countries.map(({ country, name, callingCode }) => (
    <option key={country} value={country}>
      {name} +{callingCode}
    </option>
  ));
}

const names = new Intl.DisplayNames("en-US", { type: "region", fallback: "code" });

const nameOf = (country: string) => names.of(country) ?? country;

const byName = (one: Named, other: Named) => one.name.localeCompare(other.name, "en-US");
