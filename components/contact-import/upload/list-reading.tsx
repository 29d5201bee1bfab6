import { Check } from "@/components/preflight/check";
import { LinkButton } from "@/components/ui/buttons/button";
import { countryName } from "@/lib/contacts/country-name";
import type { Preview, Report } from "@/lib/contacts/engine";
import { betterCountryMessage } from "@/lib/contacts/messages/country-messages";
import { mappingMessage } from "@/lib/contacts/messages/mapping-messages";
import type { Plan } from "@/lib/contacts/plan";
import { countOf, formatCount } from "@/lib/format/format-count";

type ListReadingProps = {
  preview: Preview;
  plan: Plan;
  report: Pick<Report, "origins" | "countries">;
  /** Opens the step in which columns and country are chosen, and the one in which countries are left out. */
  onColumns: () => void;
  onReview: () => void;
};

/** Which column is called, in which country. Nothing shows a wrong one after the upload. */
export function ListReading({ preview, plan, report, onColumns, onReview }: ListReadingProps) {
  const { origins, countries } = report;
  const { country } = plan.rules;
  const better = country === null ? "" : betterCountryMessage(origins, country);
  return (
    <ul className="rounded-2 border border-rule-2" aria-label="How the list is read">
      <Check tone="ok">
        {mappingMessage(preview, plan.mapping)} <Change what="the columns" onPress={onColumns} />
      </Check>
      {country !== null && origins.uncoded > 0 && (
        <Check tone={better ? "wait" : "ok"}>
          {better && <b className="font-semibold">{better} </b>}
          {countOf(origins.uncoded, "number without a country code is", "numbers without a country code are")} read as{" "}
          {origins.uncoded === 1 ? "a number" : "numbers"} in {countryName(country)}.{" "}
          <Change what="the country" onPress={onColumns} />
        </Check>
      )}
      {countries.length > 1 && (
        <Check tone="ok">
          Numbers of {countOf(countries.length, "country", "countries")}:{" "}
          {countries
            .slice(0, shownCountries)
            .map(({ country: code, count }) => `${countryName(code)} ${formatCount(count)}`)
            .join(", ")}
          {countries.length > shownCountries && " and others"}. <Change what="the countries" onPress={onReview} />
        </Check>
      )}
    </ul>
  );
}

const shownCountries = 4;

const Change = ({ what, onPress }: { what: string; onPress: () => void }) => (
  <LinkButton onClick={onPress}>
    Change<span className="sr-only"> {what}</span>
  </LinkButton>
);
