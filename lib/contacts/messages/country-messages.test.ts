import { expect, test } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";
import { checkedText, number } from "@/lib/testing/contacts/checked-file";
import { otherCountriesMessage, proposeCountry } from "./country-messages";

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

test("proposes the country of the list's own column, with the other countries", async () => {
  const us = rows(199, (index) => `${american(index)},N,United States`);
  const { proposal, origins } = await proposed(
    ["phone,name,Country/Region", ...us, "020 7946 0043,B,UK"],
    "Country/Region",
  );
  expect(proposal).toEqual({
    country: "US",
    proofs: [
      "99.5% of Country/Region say United States",
      "199 numbers without a country code have ten digits, as in North America",
    ],
  });
  expect(otherCountriesMessage(origins, "US")).toBe("Rows that name another country keep their own: United Kingdom 1.");
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
