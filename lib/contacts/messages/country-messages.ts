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

/** "Rows that name another country keep their own: United Kingdom 215, Canada 35." Empty if there are none. */
export function otherCountriesMessage({ named }: Origins, country: string): string {
  const others = named.filter((entry) => entry.country !== country);
  if (others.length === 0) return "";
  const shown = others.slice(0, 3).map(({ country: other, count }) => `${countryName(other)} ${formatCount(count)}`);
  return `Rows that name another country keep their own: ${shown.join(", ")}${others.length > 3 ? ", …" : ""}.`;
}

const sumOf = (counts: readonly CountryCount[]) => counts.reduce((sum, { count }) => sum + count, 0);

/** "99.5%". Rounded down, so that 100% means all. */
const share = (part: number, whole: number) => `${Math.floor((1000 * part) / whole) / 10}%`;
