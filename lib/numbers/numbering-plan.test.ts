import fc from "fast-check";
import examples from "libphonenumber-js/examples.mobile.json";
import parse, { type CountryCode, type PhoneNumber } from "libphonenumber-js/max";
import { expect, test } from "vitest";
import { mulberry32 } from "@/platform/seed/seeded-random";
import { callingCodes, countriesOf, countryNames, noCountry, numberingOf } from "./numbering-metadata";
import { createNumberingPlan } from "./numbering-plan";

const plan = createNumberingPlan();

const next = mulberry32(20251103);
const random = (below: number) => Math.floor(next() * below);
const someDigits = (count: number) => Array.from({ length: count }, () => random(10)).join("");
const oneOf = <Item>(items: readonly Item[]) => items[random(items.length)];

const byLibrary = (digits: string) => parse(`+${digits}`);
const isSpecial = (number: PhoneNumber) =>
  ["TOLL_FREE", "PREMIUM_RATE", "SHARED_COST"].includes(number.getType() ?? "");
const national = (text: string, country: string) => parse(text, country as CountryCode);

function byPlan(digits: string) {
  const code = plan.lookUp(digits);
  return code < 0 ? undefined : { country: plan.countryCodes[code >> 1], isSpecial: code % 2 === 1 };
}

const asLibrary = (number: PhoneNumber | undefined) =>
  number?.isValid() ? { country: number.country ?? noCountry, isSpecial: isSpecial(number) } : undefined;

test("agrees with the library on numbers from every range of every country", () => {
  let count = 0;
  for (const digits of numbersOfEveryRange(3)) {
    const number = byLibrary(digits);
    if (number?.number !== `+${digits}`) continue;
    expect([digits, byPlan(digits)]).toEqual([digits, asLibrary(number)]);
    count++;
  }
  expect(count).toBeGreaterThan(3000);
});

test("agrees with the library on 20,000 plausible numbers unless it drops a prefix", () => {
  const differences: string[] = [];
  let valid = 0;
  for (let count = 0; count < 20_000; count++) {
    const digits = plausible();
    const number = byLibrary(digits);
    const ours = byPlan(digits);
    const theirs = asLibrary(number);
    if (theirs) valid++;
    if (JSON.stringify(ours) === JSON.stringify(theirs)) continue;
    expect([digits, number?.number]).not.toEqual([digits, `+${digits}`]);
    if (theirs && !ours) differences.push(digits);
  }
  expect(valid).toBeGreaterThan(3000);
  expect(differences.length).toBeGreaterThan(50);
  for (const digits of differences) {
    const theirs = byLibrary(digits)?.number.slice(1) ?? "";
    const isShorter = theirs.length < digits.length;
    expect([digits, plan.withoutTrunk(digits)]).toEqual([digits, isShorter ? theirs : undefined]);
  }
});

test("drops a national prefix only when that alone makes a known number", () => {
  expect(plan.withoutTrunk("4407911123456")).toBe("447911123456");
  expect(plan.withoutTrunk("49015112345678")).toBe("4915112345678");
  expect(plan.withoutTrunk("540111523456789")).toBe("5491123456789");
  for (const digits of ["447911123456", "390612345678", "44079", "99907911123456", "0", "", "78005553535"])
    expect([digits, plan.withoutTrunk(digits)]).toEqual([digits, undefined]);
});

test.each([
  ["GB", ["07911123456", "7911123456", "02079460333", "07797712345", "18002079460333", "0791112345"]],
  ["DE", ["015112345678", "15112345678", "030123456", "0"]],
  ["IT", ["0612345678", "3331234567", "800123456", "0669812345"]],
  ["US", ["2125551234", "12125551234", "4165551234", "8002345678", "1125551234"]],
  ["FR", ["0612345678", "612345678", "0891123456"]],
  ["AR", ["0111523456789", "111523456789", "1123456789", "91123456789", "02966155123456"]],
  ["MX", ["5512345678", "8001234567", "015512345678"]],
  ["BR", ["011961234567", "11961234567", "01511961234567", "1132345678"]],
  ["RU", ["84951234567", "4951234567", "88005553535", "8005553535", "87012345678"]],
  ["AG", ["4641234", "12684641234"]],
  ["GG", ["255123", "07781123456"]],
] as const)("converts numbers dialled inside %s like the library", (country, texts) => {
  for (const text of texts) {
    const number = national(text, country);
    const theirs = number?.isValid() ? number.number.slice(1) : undefined;
    expect([text, plan.fromNational(text, country)]).toEqual([text, theirs]);
  }
});

test("finds every country's example as dialled there, with its prefix and without", () => {
  for (const [country, example] of Object.entries(examples)) {
    const number = national(example, country);
    const dialled = number?.formatNational().replace(/\D/g, "") ?? "";
    expect([country, plan.fromNational(dialled, country)]).toEqual([country, number?.number.slice(1)]);
    expect([country, plan.fromNational(example, country)]).toEqual([country, number?.number.slice(1)]);
  }
});

test("rejects a national reading when a number only lacks its plus", () => {
  expect(national("4915112345678", "DE")?.number).toBe("+494915112345678");
  expect(plan.fromNational("4915112345678", "DE")).toBeUndefined();
  expect(plan.fromNational("447911123456", "GB")).toBeUndefined();
});

test("explains in a few words why a number is unknown", () => {
  expect(plan.reason("4912")).toBe("too short for +49");
  expect(plan.reason("491234567890123456")).toBe("too long for +49");
  expect(plan.reason("49000000")).toBe("no such range in +49");
  expect(plan.reason("10005551234")).toBe("no such range in +1");
  expect(plan.reason("999123456")).toBe("no country has this code");
  expect(plan.reason("447911123456")).toBe("");
});

test("returns countries, calling codes and numbers behind international prefixes", () => {
  expect(plan.countries).toContainEqual({ country: "GB", callingCode: "44" });
  expect(plan.countries.length).toBe(countryNames.length);
  expect(["44", "447911", "1", "2", "999", "", "0044"].map(plan.callingCodeOf)).toEqual([
    "44",
    "44",
    "1",
    "",
    "",
    "",
    "",
  ]);
  expect(plan.withoutInternationalPrefix("011447911123456", "US")).toBe("447911123456");
  expect(plan.withoutInternationalPrefix("00447911123456", "US")).toBeUndefined();
  expect(plan.withoutInternationalPrefix("00116592234567", "AU")).toBe("6592234567");
  expect(plan.withoutInternationalPrefix("001107911123456", "AU")).toBeUndefined();
  expect(plan.withoutInternationalPrefix("011447911123456", "XX")).toBeUndefined();
});

test("rejects nonsense without an error", () => {
  const nonsense = [
    "",
    "0",
    "4",
    "44",
    "abc",
    "+447911123456",
    "44 7911123456",
    "4479111２3456",
    "1".repeat(300),
    "\u0000",
    "-1",
    "4é7",
  ];
  for (const text of nonsense) {
    expect([text, plan.lookUp(text)]).toEqual([text, -1]);
    expect([text, plan.withoutTrunk(text)]).toEqual([text, undefined]);
    for (const country of ["GB", "AR", "XX", noCountry, "constructor"])
      expect([text, plan.fromNational(text, country)]).toEqual([text, undefined]);
    expect(plan.reason(text)).not.toBe("");
  }
});

/** Half are a calling code with random digits, half an example with changed, missing or added digits or a prefix. */
function plausible(): string {
  if (random(2) === 0) return (oneOf(callingCodes) ?? "") + someDigits(4 + random(9));
  const [country, example] = oneOf(Object.entries(examples)) ?? ["", ""];
  const code = numberingOf(country)?.callingCode ?? "";
  const beginning = example.slice(0, 1 + random(example.length));
  const tail = someDigits(Math.max(0, example.length - beginning.length + (oneOf([0, 0, 0, 1, -1]) ?? 0)));
  return code + (oneOf(["", "", "", "0", "8", "1"]) ?? "") + beginning + tail;
}

function* numbersOfEveryRange(perRange: number) {
  for (const callingCode of callingCodes)
    for (const country of countriesOf(callingCode))
      for (const { pattern } of numberingOf(country, callingCode)?.types ?? []) {
        const matching = fc.stringMatching(new RegExp(`^(?:${pattern})$`));
        for (const national of fc.sample(matching, { numRuns: perRange, seed: 20251103 })) yield callingCode + national;
      }
}
