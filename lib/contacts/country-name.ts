const names = new Intl.DisplayNames("en-US", { type: "region", fallback: "code" });

/** Codes of the report that are no countries: numbers of no single country, and numbers outside every known range. */
export const specialCodes: Readonly<Record<string, string>> = { "001": "No one country", ZZ: "No known country" };

/** "Germany" */
export const countryName = (country: string) => specialCodes[country] ?? names.of(country) ?? country;
