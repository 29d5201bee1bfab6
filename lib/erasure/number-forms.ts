import { knownNumber } from "@/lib/numbers/number-at";
import { callingCodes, countriesOf, type Numbering, numberingOf } from "@/lib/numbers/numbering-metadata";

/** Digits of a number in each form that is found: E.164, with the national prefix after the calling code, and national. */
export function formsOf(number: string): string[] {
  const digits = number.replace(/\D/g, "");
  const code = callingCodes.find((callingCode) => digits.startsWith(callingCode)) ?? "";
  const national = digits.slice(code.length);
  const numbering = numberingOf(countriesOf(code)[0] ?? "", code);
  const prefixes = new Set(["0", code, ...(numbering?.prefixes ?? [])]);
  const abroad = [...prefixes]
    .map((prefix) => code + prefix + national)
    .filter((form) => form.length >= shortestCoded && !isOther(form, digits));
  if (code === "" || national.length < shortestNational) return [digits, ...(code === "" ? [] : abroad)];
  const inside = numbering?.prefixes.length ? numbering.prefixes : ["0"];
  const isBare = numbering && isWrittenBare(national, code, numbering);
  return [...new Set([digits, ...abroad, ...inside.map((prefix) => prefix + national), ...(isBare ? [national] : [])])];
}

/** Countries without a national prefix, and numbers before which it is left out. Not what would be a number of North America too. */
function isWrittenBare(national: string, code: string, { formats, trunk }: Numbering): boolean {
  if (code === "1" || trunk === "") return true;
  const format = formats.find(
    ({ pattern, leading }) =>
      new RegExp(`^(?:${leading})`).test(national) && new RegExp(`^(?:${pattern})$`).test(national),
  );
  return format?.isBare === true && knownNumber(`1${national}`) === undefined;
}

/** True for a form that is the number of somebody else, and for a 1 before a number of North America, which may be. */
const isOther = (form: string, digits: string) =>
  form === `1${digits}` || ![undefined, digits].includes(knownNumber(form));

const shortestCoded = 8;
const shortestNational = 7;

/** True if the digits, without spaces or signs, are a number that was erased. */
export type IsErased = (digits: string) => boolean;
