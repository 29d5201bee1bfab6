import { useState } from "react";
import { countryOptions } from "@/components/list-file/country-options";
import { Combobox } from "@/components/ui/fields/combobox";
import { Field } from "@/components/ui/fields/field";
import type { ContactEngine, CountryChoice } from "@/lib/contacts/engine";
import { e164 } from "@/lib/contract/console/contact-lists";

export type NumberReader = {
  engine: ContactEngine | undefined;
  countries: readonly CountryChoice[];
  failure: string | undefined;
};

/** Reads typed numbers. `problem` is set after a text that is no number; `needsCountry` if a country may help. */
export function useTypedNumber({ engine }: NumberReader) {
  const [country, setCountry] = useState("");
  const [unread, setUnread] = useState<string>();

  async function readTyped(text: string): Promise<string | undefined> {
    const number = (await engine?.inCountry(text, country)) ?? codedNumber(text);
    setUnread(number === undefined ? text : undefined);
    return number;
  }

  const needsCountry = country !== "" || (unread !== undefined && !hasCode(unread));
  const problem =
    unread === undefined
      ? undefined
      : needsCountry && country === ""
        ? "This number has no country code. Choose its country."
        : "This is not a phone number as written. Check its digits.";
  return { country, setCountry, readTyped, needsCountry, problem };
}

const hasCode = (text: string) => /^\s*\(?(?:\+|00)/.test(text);

/** A number with its country code whose range is not known, as an entry may have it. */
function codedNumber(text: string): string | undefined {
  const number = `+${text.replace(/\D/g, "").replace(/^00/, "")}`;
  return hasCode(text) && e164.safeParse(number).success ? number : undefined;
}

type CountryFieldProps = Pick<NumberReader, "countries"> & { country: string; onCountry: (country: string) => void };

export function CountryField({ countries, country, onCountry }: CountryFieldProps) {
  return (
    <Field label="Country of the number">
      {(control) => (
        <Combobox
          {...control}
          options={countryOptions(countries)}
          value={country}
          placeholder="None"
          onChange={onCountry}
        />
      )}
    </Field>
  );
}
