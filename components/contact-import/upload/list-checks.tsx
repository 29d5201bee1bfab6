import { Check } from "@/components/preflight/check";
import { LinkButton } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { countryName } from "@/lib/contacts/country-name";
import type { Preview, Report } from "@/lib/contacts/engine";
import { betterCountryMessage } from "@/lib/contacts/messages/country-messages";
import { mappingMessage } from "@/lib/contacts/messages/mapping-messages";
import type { Plan } from "@/lib/contacts/plan";
import type { ListBasis, StayingPeople } from "@/lib/contract/console/contact-lists";
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

const shownRows = 3;

export function StayingNotice({ staying: { people, examples } }: { staying: StayingPeople }) {
  if (people === 0) return undefined;
  const rows = examples.slice(0, shownRows).map(({ row, file_name }) => `row ${formatCount(row)} of ${file_name}`);
  const more = people - rows.length;
  return (
    <Notice
      tone="wait"
      title={`${countOf(people, "person", "people")} of your earlier lists ${people === 1 ? "is" : "are"} not in this one.`}
    >
      <p>
        {people === 1 ? "That person stays" : "They stay"} in the campaign and will be called: {rows.join(", ")}
        {more > 0 && ` and ${formatCount(more)} more`}. The platform cannot remove a person; only cancelling the
        campaign stops that.
      </p>
    </Notice>
  );
}

type ComparedWithProps = { basis: ListBasis; inCampaign: number | undefined };

export function ComparedWith({ basis, inCampaign }: ComparedWithProps) {
  const { lists, since, in_campaign, do_not_call } = basis;
  const outside = inCampaign === undefined ? 0 : inCampaign - in_campaign;
  return (
    <ul className="rounded-2 border border-rule-2" aria-label="Compared with">
      {since === null ? (
        <Check tone="unknown">No list was uploaded here yet, so there is nothing to compare with</Check>
      ) : (
        <Check tone="ok">
          Compared by number with {countOf(lists, "list")} uploaded here since <TimeText at={since} />
        </Check>
      )}
      {do_not_call === 0 ? (
        <Check tone="unknown">The do-not-call list is empty</Check>
      ) : (
        <Check tone="ok">Compared with the do-not-call list, {countOf(do_not_call, "number")}</Check>
      )}
      {outside > 0 && (
        <Check tone="unknown">
          {countOf(outside, "person", "people")} {outside === 1 ? "was" : "were"} added outside Switchboard. We cannot
          tell whether they are in your list
        </Check>
      )}
    </ul>
  );
}
