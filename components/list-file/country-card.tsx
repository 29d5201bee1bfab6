import { useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Icon } from "@/components/ui/buttons/icon";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Combobox } from "@/components/ui/fields/combobox";
import { Field } from "@/components/ui/fields/field";
import { countryName } from "@/lib/contacts/country-name";
import type { ContactEngine, CountryChoice, Origins } from "@/lib/contacts/engine";
import { betterCountryMessage, namedCountriesMessage, proposeCountry } from "@/lib/contacts/messages/country-messages";
import { formatCount } from "@/lib/format/format-count";
import { countryOptions } from "./country-options";

export type CountryCardProps = {
  engine: Pick<ContactEngine, "inCountry">;
  /** Undefined until the list has been read. */
  origins: Origins | undefined;
  column: string | undefined;
  country: string | null;
  countries: readonly CountryChoice[];
  onCountry: (country: string | null) => void;
};

/**
 * The countries that the rows name, and the country of all other numbers without a country code. The list may suggest
 * one, which a person must accept.
 */
export function CountryCard({ engine, origins, column, country, countries, onCountry }: CountryCardProps) {
  const callingCodeOf = (code: string) => countries.find((choice) => choice.country === code)?.callingCode;
  const proposal = origins && proposeCountry({ origins, column, callingCodeOf });
  const shown = country ?? proposal?.country;
  const named = origins && namedCountriesMessage(origins, column);
  const isOpen = country === null && proposal !== undefined;
  const isAsked = !named || country !== null || origins.uncoded > 0;

  return (
    <section className="grid gap-2.5 rounded-2 border border-rule-2 bg-well px-4 pt-3 pb-[13px]" aria-label="Country">
      <h3 className="text-lg font-semibold">Country</h3>
      {named && (
        <p className="flex items-start gap-2 wrap-anywhere [&>svg]:mt-1 [&>svg]:flex-none">
          <StatusIcon tone="ok" tinted /> {named}
        </p>
      )}
      {isAsked && (
        <Field
          label={named ? "Country of numbers in rows without one" : "Country of numbers without a country code"}
          hint={country ? "" : openMessage(origins)}
        >
          {(control) => (
            <Combobox
              {...control}
              options={countryOptions(countries)}
              value={country ?? ""}
              placeholder="None"
              onChange={(value) => onCountry(value || null)}
            />
          )}
        </Field>
      )}
      {proposal && shown === proposal.country && (
        <ul className="grid gap-1">
          {proposal.proofs.map((proof) => (
            <li key={proof} className="flex items-start gap-2 wrap-anywhere [&>svg]:mt-1 [&>svg]:flex-none">
              <StatusIcon tone={isOpen ? "unknown" : "ok"} tinted /> {proof}
            </li>
          ))}
        </ul>
      )}
      {origins && shown && <ExampleInCountry engine={engine} phone={origins.examples[0]} country={shown} />}
      {origins?.better && (
        <BetterCountry origins={origins} country={country} better={origins.better.country} onCountry={onCountry} />
      )}
      {isOpen && (
        <Button className="justify-self-start" onClick={() => onCountry(proposal.country)}>
          Read {formatCount(origins?.uncoded ?? 0)} as numbers in {countryName(proposal.country)}
        </Button>
      )}
    </section>
  );
}

type BetterCountryProps = Pick<CountryCardProps, "country" | "onCountry"> & { origins: Origins; better: string };

function BetterCountry({ origins, country, better, onCountry }: BetterCountryProps) {
  const message = betterCountryMessage(origins, country);
  if (message === "") return undefined;
  return (
    <>
      <p className="flex items-start gap-2 text-wait-ink [&>svg]:mt-1 [&>svg]:flex-none">
        <StatusIcon tone="wait" tinted /> {message}
      </p>
      <Button className="justify-self-start" onClick={() => onCountry(better)}>
        Read them as numbers in {countryName(better)}
      </Button>
    </>
  );
}

function openMessage(origins: Origins | undefined) {
  if (origins?.uncoded === 0) return "All numbers have a country code.";
  return "Numbers without a country code are left out until you choose.";
}

type ExampleProps = { engine: Pick<ContactEngine, "inCountry">; phone: string | undefined; country: string };

function ExampleInCountry({ engine, phone, country }: ExampleProps) {
  const [example, setExample] = useState<{ key: string; after: string | undefined }>();
  const key = `${country} ${phone}`;

  useEffect(() => {
    if (phone === undefined) return;
    let isOld = false;
    // The number is only an example, so a failure shows none.
    const show = (after: string | undefined) => !isOld && setExample({ key, after });
    engine.inCountry(phone, country).then(show, () => show(undefined));
    return () => {
      isOld = true;
    };
  }, [engine, key, phone, country]);

  if (phone === undefined || example?.key !== key) return undefined;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-2 font-mono text-sm tracking-[-0.02em] normal-nums">
      <span className="text-ink-3">{phone}</span>
      {example.after === undefined ? (
        <span className="font-sans text-wait-ink">is no number in {countryName(country)} as written</span>
      ) : (
        <>
          <Icon name="right" small />
          <span className="sr-only">becomes</span>
          <span className="font-semibold">{example.after}</span>
        </>
      )}
    </p>
  );
}
