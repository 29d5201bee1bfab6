import { expect, test } from "vitest";
import { matchingOptions } from "@/components/ui/fields/combobox";
import { countryName } from "@/lib/contacts/country-name";
import { createContactEngine } from "@/lib/contacts/create-engine";
import { countriesMessage, countryOptions } from "./country-options";

test("countriesMessage names numbers without a country apart from the country count", () => {
  expect(countriesMessage(["GB"])).toBe("1 country");
  expect(countriesMessage(["GB", "US"])).toBe("2 countries");
  expect(countriesMessage(["ZZ", "GB"])).toBe("1 country and others");
  expect(countriesMessage(["001", "GB", "US", "ZZ"])).toBe("2 countries and others");
  expect(countriesMessage(["ZZ"])).toBe("No known country");
  expect(countriesMessage([])).toBe("0 countries");
  expect(countryName("ZZ")).toBe("No known country");
});

test.for([
  ["UK", "GB"],
  ["US", "US"],
  ["DE", "DE"],
  ["usa", "US"],
  ["UAE", "AE"],
  ["deu", "DE"],
  ["49", "DE"],
  ["+1", "US"],
  ["+44", "GB"],
  ["Deutschland", "DE"],
  ["Allemagne", "DE"],
  ["Österreich", "AT"],
  ["United S", "US"],
  ["Swe", "SE"],
] as const)("countryOptions lists first what %j means: %s", async ([text, country]) => {
  const options = countryOptions(await createContactEngine().countries());
  expect(matchingOptions(options, text).shown[0]?.value).toBe(country);
});
