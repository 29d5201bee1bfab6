import { countryName } from "@/lib/contacts/country-name";
import type { CountryCount, Origins } from "@/lib/contacts/engine";
import { formatCount } from "@/lib/format/format-count";

/** The country that a list suggests for its numbers without a country code, and one sentence for each reason. */
export type CountryProposal = { country: string; proofs: readonly string[] };

type ProposalInput = {
  origins: Origins;
  column: string | undefined;
  callingCodeOf: (country: string) => string | undefined;
};

const most = 0.9;
const half = 0.5;
const minNumbers = 3;

/** Proposes a country from the list alone. A country column is the best reason, then calling codes, then ten digits. */
export function proposeCountry({ origins, column, callingCodeOf }: ProposalInput): CountryProposal | undefined {
  const { coded, named, uncoded, american } = origins;
  if (uncoded === 0) return undefined;
  const [topNamed] = named;
  const [topCoded] = coded;
  const codeOf = ({ country }: CountryCount) => callingCodeOf(country);
  const code = topCoded && codeOf(topCoded);
  const ofCode = sumOf(coded.filter((entry) => codeOf(entry) === code));
  const reasons = [
    topNamed && topNamed.count > sumOf(named) * half
      ? [
          topNamed.country,
          `${share(topNamed.count, sumOf(named))} of ${column ?? "the countries"} say ${countryName(topNamed.country)}`,
        ]
      : undefined,
    topCoded && ofCode >= sumOf(coded) * most && ofCode > (sumOf(coded) + uncoded) * half
      ? [topCoded.country, `${share(ofCode, sumOf(coded) + uncoded)} of the numbers begin with +${code}`]
      : undefined,
    american >= Math.max(uncoded * most, minNumbers)
      ? ["US", `${formatCount(american)} numbers without a country code have ten digits, as in North America`]
      : undefined,
  ].filter((reason) => reason !== undefined);
  const [country = ""] = reasons[0] ?? [];
  if (country === "") return undefined;
  const agreeing = reasons.filter(([other = ""]) => callingCodeOf(other) === callingCodeOf(country));
  return { country, proofs: agreeing.map(([, sentence = ""]) => sentence) };
}

const shownCountries = 5;

/** "Country/Region: United States 2,527, Germany 929, used for each row". Empty if no row names a country. */
export function namedCountriesMessage({ named }: Origins, column = "The column"): string {
  if (named.length === 0) return "";
  const shown = named
    .slice(0, shownCountries)
    .map(({ country, count }) => `${countryName(country)} ${formatCount(count)}`);
  const more = named.length - shown.length;
  return `${column}: ${shown.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}, used for each row.`;
}

/** "All 120 fit Germany as mobiles; in Austria they are landlines." Empty if the chosen country fits. */
export function betterCountryMessage({ better, uncoded }: Origins, country: string | null): string {
  if (!better || country === null) return "";
  const { known, mobiles, of, ownKnown } = better;
  const areMobiles = mobiles >= of * most;
  const fitting = areMobiles ? mobiles : known;
  const some = uncoded > of ? `the first ${formatCount(of)}` : formatCount(of);
  const count = fitting === of ? `All ${uncoded > of ? `of ${some}` : some}` : `${formatCount(fitting)} of ${some}`;
  const here = ownKnown < of * half ? `only ${formatCount(ownKnown)} are numbers` : "they are landlines";
  return `${count} fit ${countryName(better.country)}${areMobiles ? " as mobiles" : ""}; in ${countryName(country)} ${here}.`;
}

const sumOf = (counts: readonly CountryCount[]) => counts.reduce((sum, { count }) => sum + count, 0);

/** "99.5%". Rounded down, so that 100% means all. */
const share = (part: number, whole: number) => `${Math.floor((1000 * part) / whole) / 10}%`;
