import { expect, test } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";
import { checkedText, number } from "@/lib/testing/contacts/checked-file";
import { betterCountryMessage, namedCountriesMessage, proposeCountry } from "./country-messages";

const rows = (count: number, rowOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => rowOf(index));

async function proposed(lines: readonly string[], column?: string) {
  const { report, plan } = await checkedText(`${lines.join("\n")}\n`);
  const countries = await createContactEngine().countries();
  const callingCodeOf = (country: string) => countries.find((choice) => choice.country === country)?.callingCode;
  expect(plan.rules.country).toBeNull();
  return { proposal: proposeCountry({ origins: report.origins, column, callingCodeOf }), origins: report.origins };
}

const american = (index: number) => `7735672${String(100 + index)}`;

test("names the countries that rows have, and proposes one only for the others", async () => {
  const us = rows(19, (index) => `${american(index)},N,United States`);
  const named = ["phone,name,Country/Region", ...us, "020 7946 0043,B,UK"];
  const { proposal, origins } = await proposed(named, "Country/Region");
  expect(namedCountriesMessage(origins, "Country/Region")).toBe(
    "Country/Region: United States 19, United Kingdom 1, used for each row.",
  );
  expect(proposal).toBeUndefined();
  const unnamed = rows(3, (index) => `7735672${200 + index},N,`);
  expect((await proposed([...named, ...unnamed], "Country/Region")).proposal).toMatchObject({ country: "US" });
});

test("says which country fits a national list better than the chosen one", async () => {
  const mobiles = ["0151 94783", "0160 94783", "0170 5783", "0176 94783", "0179 5783"].flatMap((prefix) =>
    rows(24, (index) => `${prefix}${100 + index},N`),
  );
  const read = async (country: string) =>
    betterCountryMessage(
      (await checkedText(["phone,name", ...mobiles].join("\n"), { rules: { country } })).report.origins,
      country,
    );
  expect(await read("AT")).toBe("All 120 fit Germany as mobiles; in Austria they are landlines.");
  expect(await read("DE")).toBe("");
});

test("proposes the country of nearly all calling codes", async () => {
  const coded = rows(96, (index) => `${number(index)},N`);
  const { proposal } = await proposed(["phone,name", ...coded, ...rows(4, (index) => `0171 522204${index},N`)]);
  expect(proposal).toEqual({ country: "GB", proofs: ["96% of the numbers begin with +44"] });
});

test("proposes the United States when numbers look North American", async () => {
  const { proposal } = await proposed(["phone,name", ...rows(20, (index) => `${american(index)},N`)]);
  expect(proposal?.country).toBe("US");
});

test("proposes nothing when the list does not tell, or has no number without a code", async () => {
  expect((await proposed(["phone,name", ...rows(9, (index) => `0171 522204${index},N`)])).proposal).toBeUndefined();
  expect((await proposed(["phone,name", ...rows(9, (index) => `${number(index)},N`)])).proposal).toBeUndefined();
});
