import { expect, test } from "vitest";
import { createNumberingPlan } from "@/lib/numbers/numbering-plan";
import { betterCountry } from "./country-fit";

const numbering = createNumberingPlan();

/** Forty numbers with each prefix and so many further digits. */
const numbersOf = (prefixes: string, digits: number) =>
  prefixes
    .split(" ")
    .flatMap((prefix) =>
      Array.from({ length: 40 }, (_, index) => prefix + String(3_100_457 + index * 7919).slice(-digits)),
    );

const germanMobiles = [...numbersOf("0151 0160 0170", 7).map((number) => `${number}1`), ...numbersOf("0176 0179", 7)];

test("proposes Germany when German mobiles are read as Austrian landlines", () => {
  const better = betterCountry(germanMobiles, "AT", numbering);
  expect(better).toMatchObject({ country: "DE", of: 200 });
  expect(better?.mobiles).toBeGreaterThan(190);
  expect(betterCountry(germanMobiles, "DE", numbering)).toBeUndefined();
  expect(betterCountry(germanMobiles, null, numbering)).toBeUndefined();
});

test.each([
  ["AT", "01 0316 0512 0662 0732 0463", 6],
  ["DE", "030 040 089 0221 0711 0511", 7],
  ["DE", "0201 0341 0351 0421 0621 0761", 6],
  ["GB", "020794 0161496 0121496 0113496 0131496", 4],
  ["FR", "0142 0236 0356 0478 0561", 6],
  ["IT", "06 02 011 081 051", 7],
  ["ES", "91 93 95 96 98", 7],
  ["NL", "020 010 070 030 040", 7],
  ["CH", "044 043 031 061 022", 7],
  ["SE", "08 031 040 018 046", 6],
  ["PL", "22 12 61 71 58", 7],
  ["US", "212555 312555 415555 617555 702555", 4],
  ["AU", "0298 0398 0738 0882 0893", 6],
  ["BE", "02 03 09 081 04", 7],
] as const)("stays silent about landlines of %s that begin with %s", (country, prefixes, digits) => {
  expect(betterCountry(numbersOf(prefixes, digits), country, numbering)).toBeUndefined();
});
