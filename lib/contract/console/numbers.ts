import { ownAnswer } from "@/lib/contract/fields";
import { operation, staff } from "@/lib/contract/operation";

/** A phone number in E.164 form. */
export const e164Form = /^\+[1-9]\d{6,14}$/;

/** Why a text is not read as one phone number. */
export const numberFaults = {
  none: "This is not a phone number.",
  several: "These are several phone numbers. Enter one.",
  no_country: "This number has no country code. Choose its country, or write the number with + and its code.",
  unreadable: "This is not a phone number as written. Check its digits.",
} as const;

/** `number` in E.164 form. `country`: ISO 3166, "ZZ" if unknown. */
export type ReadNumber = { number: string; kind: string; country: string } | { fault: keyof typeof numberFaults };

export const readTypedNumber = operation({
  id: "numbers.read",
  label: "Read a phone number",
  method: "POST",
  isRead: true,
  path: "/console/numbers/read",
  output: ownAnswer<ReadNumber>(),
  allow: staff,
});

export type CountryChoice = { country: string; callingCode: string; aliases: readonly string[] };

export const listCountries = operation({
  id: "numbers.countries",
  label: "List countries with their calling codes",
  method: "GET",
  path: "/console/countries",
  output: ownAnswer<{ data: CountryChoice[] }>(),
  allow: staff,
});
