import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countryOptions } from "@/components/list-file/country-options";
import { Combobox } from "@/components/ui/fields/combobox";
import { Field, FieldError } from "@/components/ui/fields/field";
import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { read } from "@/lib/client/query";
import { countryName, specialCodes } from "@/lib/contacts/country-name";
import { listCountries, numberFaults, readTypedNumber } from "@/lib/contract/console/numbers";

/**
 * A text that the server reads as a number. `number`: E.164, in which digits can be hidden. `label`: the number with its country,
 * so that a person sees how the text was read. Requests send the text.
 */
export type TypedNumber = { text: string; country: string; number: string; label: string };

type TypedNumberState = ReturnType<typeof useTypedNumber>;

/** Reads typed numbers on the server. `problem` is set after a text that is no number; `needsCountry` if a country may help. */
export function useTypedNumber() {
  const [country, setCountry] = useState("");
  const reading = useMutation({
    networkMode: "always",
    retry: false,
    mutationFn: async (text: string) =>
      readAnswer(readTypedNumber, await call(readTypedNumber, { text, country })).value,
  });
  const fault = reading.data && "fault" in reading.data ? reading.data.fault : undefined;

  async function readTyped(text: string): Promise<TypedNumber | undefined> {
    try {
      const value = await reading.mutateAsync(text);
      return "number" in value ? { text, country, number: value.number, label: labelOf(value) } : undefined;
    } catch {
      // `problem` shows the error.
      return undefined;
    }
  }

  return {
    ...{ country, setCountry, readTyped, isReading: reading.isPending },
    needsCountry: country !== "" || fault === "no_country",
    problem: fault ? numberFaults[fault] : reading.error?.message,
  };
}

const labelOf = ({ number, country }: { number: string; country: string }) =>
  country in specialCodes ? number : `${number} (${countryName(country)})`;

/** Shown only when a number needs its country, and once there are countries to choose from. */
export function CountryField({ country, setCountry }: Pick<TypedNumberState, "country" | "setCountry">) {
  const { data, error } = useQuery({ ...read(listCountries, {}), staleTime: Number.POSITIVE_INFINITY });
  if (!data) return error && <FieldError isAlert>{error.message}</FieldError>;
  return (
    <Field label="Country of the number">
      {(control) => (
        <Combobox
          {...control}
          options={countryOptions(data.value.data)}
          value={country}
          placeholder="None"
          onChange={setCountry}
        />
      )}
    </Field>
  );
}
