import * as z from "zod/mini";
import { ownAnswer } from "@/lib/contract/fields";
import { operation, staff } from "@/lib/contract/operation";
import { hasVisibleText } from "@/lib/format/visible-text";

/** A phone number as a person writes it. The server reads it, and refuses a text that is no number with its country. */
export const typedNumber = z.string().check(z.maxLength(200), z.refine(hasVisibleText, "Enter a number."));

/** ISO 3166 country of a number without a country code; empty or missing for none. */
export const numberCountry = z.optional(z.string().check(z.regex(/^([A-Za-z]{2})?$/, "Enter a country such as DE.")));

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
  input: z.object({ text: typedNumber, country: numberCountry }),
  output: ownAnswer<ReadNumber>(),
  allow: staff,
});

export type CountryChoice = { country: string; callingCode: string; aliases: readonly string[] };

export const listCountries = operation({
  id: "numbers.countries",
  label: "List countries with their calling codes",
  method: "GET",
  path: "/console/countries",
  input: z.object({}),
  output: ownAnswer<{ data: CountryChoice[] }>(),
  allow: staff,
});
