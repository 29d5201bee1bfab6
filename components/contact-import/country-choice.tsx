"use client";

import { useSyncExternalStore } from "react";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import type { CountryChoice as Country } from "@/lib/contacts/engine";
import { countryName, countryOptions } from "./country-name";
import { keepLastCountry, lastCountry } from "./last-country";

type CountryChoiceProps = {
  country: string | null;
  countries: readonly Country[];
  onCountry: (country: string | null) => void;
};

/** The country of numbers that name none. The file does not say it, so nothing is chosen before a person does. */
export function CountryChoice({ country, countries, onCountry }: CountryChoiceProps) {
  const last = useSyncExternalStore(never, lastCountry, () => null);
  const chosen = countries.find((each) => each.country === country);

  const choose = (value: string) => {
    if (value) keepLastCountry(value);
    onCountry(value || null);
  };

  return (
    <Field
      label="Country of numbers without a country code"
      hint={
        chosen
          ? `They are read as numbers in ${countryName(chosen.country)}, +${chosen.callingCode}.`
          : "Numbers without a country code are left for you to fix."
      }
    >
      {(control) => (
        <Combobox
          {...control}
          options={countryOptions(countries, last)}
          value={country ?? ""}
          placeholder="None"
          onChange={choose}
        />
      )}
    </Field>
  );
}

const never = () => () => undefined;
