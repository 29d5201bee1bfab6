import { expect, test } from "vitest";
import { countryName } from "@/lib/contacts/country-name";
import { columnOfCountries, countriesMessage } from "./country-options";

test("countriesMessage names numbers without a country apart from the country count", () => {
  expect(countriesMessage(["GB"])).toBe("1 country");
  expect(countriesMessage(["GB", "US"])).toBe("2 countries");
  expect(countriesMessage(["ZZ", "GB"])).toBe("1 country and others");
  expect(countriesMessage(["001", "GB", "US", "ZZ"])).toBe("2 countries and others");
  expect(countriesMessage(["ZZ"])).toBe("No known country");
  expect(countriesMessage([])).toBe("0 countries");
  expect(countryName("ZZ")).toBe("No known country");
});

test("columnOfCountries finds the country column by its header", () => {
  const named = (...names: string[]) => columnOfCountries(names.map((name) => ({ name })));
  expect(named("Mobil", " Land ", "Name")).toBe("Land");
  expect(named("phone", "Country_Code")).toBe("Country_Code");
  expect(named("Landline", "phone_number")).toBeUndefined();
});
