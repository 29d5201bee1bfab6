import type { CountryFit } from "@/lib/contacts/engine";
import type { NumberingPlan } from "@/lib/numbers/numbering-plan";

/** Countries that lists come from. A small country's numbers fit many lists by chance. */
const candidates =
  "AR AT AU BE BR US CA CH CL CO CZ DE DK EG ES FI FR GB GR HR HU IE IL IN IT JP KE KR MX MY NG NL NO NZ PE PH PK PL PT RO RS RU SE SI SK TH TR UA VN ZA".split(
    " ",
  );

const minNumbers = 5;
const nearlyAll = 0.95;
const half = 0.5;
const few = 0.1;
/** The numbers of one town fit some other country by chance. */
const minPrefixes = 4;
const prefixDigits = 3;

/** Another country that fits national numbers better than the one they are read in; undefined if none clearly does. */
export function betterCountry(
  numbers: readonly string[],
  country: string | null,
  numbering: NumberingPlan,
): CountryFit | undefined {
  const prefixes = new Set(numbers.map((digits) => digits.replace(/^0+/, "").slice(0, prefixDigits)));
  if (country === null || numbers.length < minNumbers || prefixes.size < minPrefixes) return undefined;
  const codes = new Map(numbering.countries.map((choice) => [choice.country, choice.callingCode]));
  const fitOf = (other: string) => {
    const code = codes.get(other) ?? "";
    const known = numbers.flatMap((digits) => numbering.fromNational(digits, other) ?? []);
    const mobiles = known.filter((number) => numbering.isMobile(number.slice(code.length), other));
    return { country: other, known: known.length, mobiles: mobiles.length };
  };
  const own = fitOf(country);
  const isPoor = own.known < numbers.length * half;
  // Without a 0 in front, digits alone prove little.
  const hasTrunk = numbers.filter((digits) => digits.startsWith("0")).length >= numbers.length * nearlyAll;
  if (!isPoor && (own.mobiles > numbers.length * few || !hasTrunk)) return undefined;
  const others = candidates
    .filter((other) => codes.get(other) !== codes.get(country))
    .map(fitOf)
    .filter(({ known, mobiles }) => (isPoor ? known : mobiles) >= numbers.length * nearlyAll)
    .sort((one, other) => other.mobiles - one.mobiles || other.known - one.known);
  const [best] = others;
  if (!best) return undefined;
  const { known, mobiles } = best;
  return { country: best.country, of: numbers.length, known, mobiles, ownKnown: own.known };
}
