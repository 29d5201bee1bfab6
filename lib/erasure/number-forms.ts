import { callingCodes, countriesOf, numberingOf } from "@/lib/numbers/numbering-metadata";

/** Digits of a number in each form that is found: E.164, with the national prefix after the calling code, and national. */
export function formsOf(number: string): string[] {
  const digits = number.replace(/\D/g, "");
  const code = callingCodes.find((callingCode) => digits.startsWith(callingCode)) ?? "";
  const national = digits.slice(code.length);
  if (code === "" || national.length < shortestNational) return [digits];
  const trunk = numberingOf(countriesOf(code)[0] ?? "", code)?.trunk ?? "";
  const prefix = /^\d$/.test(trunk) ? trunk : "0";
  // North America, and countries without a national prefix, write the national number alone.
  const isBare = code === "1" || trunk === "";
  return [...new Set([digits, `${code}0${national}`, prefix + national, ...(isBare ? [national] : [])])];
}

const shortestNational = 7;

/** True if the digits, without spaces or signs, are a number that was erased. */
export type IsErased = (digits: string) => boolean;
