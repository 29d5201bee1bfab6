import type { CountryChoice } from "@/lib/client/contacts/engine";

const names = new Intl.DisplayNames("en-US", { type: "region", fallback: "code" });

/** "Germany". 001 is how numbers are counted that belong to no one country. */
export const countryName = (country: string) => (country === "001" ? "No one country" : (names.of(country) ?? country));

export const byCountryName = (one: string, other: string) =>
  countryName(one).localeCompare(countryName(other), "en-US");

/** "Germany +49" */
export const countryLabel = ({ country, callingCode }: CountryChoice) => `${countryName(country)} +${callingCode}`;
