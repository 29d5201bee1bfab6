import fc from "fast-check";
import parse from "libphonenumber-js/max";
import metadata from "libphonenumber-js/metadata.max.json";
import { expect, test } from "vitest";
import { isNightly, runs } from "@/lib/testing/runs";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { lineOf, spellingsOf } from "./line";
import { lineRules } from "./line-rules";

/** Rule, the spelling by which the line is known, and its other spellings. */
const examples: readonly [country: string, today: string, others: readonly string[]][] = [
  ["Algeria", "213 551 234 567", ["213 51 234 567"]],
  ["Argentina", "54 223 123 4567", ["54 9 223 123 4567", "54 223 15 123 4567"]],
  ["Argentina", "54 11 1234 5678", ["54 9 11 1234 5678", "54 11 15 1234 5678"]],
  ["Argentina", "54 2966 12 3456", ["54 9 2966 12 3456", "54 2966 15 12 3456"]],
  ["Benin", "229 01 97 12 34 56", ["229 97 12 34 56"]],
  ["Brazil", "55 11 98765 4321", ["55 11 8765 4321"]],
  ["Brazil", "55 21 99876 4321", ["55 21 9876 4321"]],
  ["Brazil", "55 11 97123 4567", ["55 11 7123 4567"]],
  ["Cameroon", "237 675 50 52 47", ["237 75 50 52 47"]],
  ["Chile", "56 65 2 35 0009", ["56 65 35 0009"]],
  ["Chile", "56 2 2423 4730", ["56 2 423 4730"]],
  ["Colombia", "57 601 228 1260", ["57 1 228 1260"]],
  ["Costa Rica", "506 2231 2345", ["506 231 2345"]],
  ["Costa Rica", "506 8345 6789", ["506 345 6789"]],
  ["Ecuador", "593 99 700 4967", ["593 9 700 4967"]],
  ["Egypt", "20 100 123 4567", ["20 10 123 4567"]],
  ["Egypt", "20 111 123 4567", ["20 11 123 4567"]],
  ["Egypt", "20 127 123 4567", ["20 17 123 4567"]],
  ["Equatorial Guinea", "240 222 212 345", ["240 212 345"]],
  ["Equatorial Guinea", "240 333 091 234", ["240 091 234"]],
  ["French overseas departments", "262 692 12 34 56", ["33 692 12 34 56"]],
  ["French overseas departments", "590 590 12 34 56", ["33 590 12 34 56"]],
  ["French overseas departments", "594 694 20 12 34", ["33 694 20 12 34"]],
  ["French overseas departments", "596 696 20 12 34", ["33 696 20 12 34"]],
  ["French overseas departments", "508 41 12 34", ["33 508 41 12 34"]],
  ["Gabon", "241 66 11 11 11", ["241 06 11 11 11", "241 6 11 11 11"]],
  ["Gabon", "241 77 28 01 50", ["241 07 28 01 50", "241 7 28 01 50"]],
  ["Gabon", "241 11 44 55 66", ["241 01 44 55 66", "241 1 44 55 66"]],
  ["Honduras", "504 2234 5678", ["504 234 5678"]],
  ["Honduras", "504 9912 3456", ["504 912 3456"]],
  ["Italy", "39 06 1234 5678", ["39 6 1234 5678"]],
  ["Italy", "39 081 123 4567", ["39 81 123 4567"]],
  ["Ivory Coast", "225 07 08 06 07 09", ["225 08 06 07 09"]],
  ["Ivory Coast", "225 05 06 06 07 09", ["225 06 06 07 09"]],
  ["Ivory Coast", "225 01 03 06 07 01", ["225 03 06 07 01"]],
  ["Ivory Coast", "225 27 20 31 23 45", ["225 20 31 23 45"]],
  ["Kosovo", "383 44 123 456", ["377 44 123 456"]],
  ["Kosovo", "383 49 123 456", ["386 49 123 456"]],
  ["Kosovo", "383 38 123 456", ["381 38 123 456"]],
  ["Mauritania", "222 45 25 12 34", ["222 525 12 34"]],
  ["Mauritania", "222 22 12 34 56", ["222 2 12 34 56"]],
  ["Mauritania", "222 36 31 23 45", ["222 6 31 23 45"]],
  ["Mauritius", "230 5251 2345", ["230 251 2345"]],
  ["Mexico", "52 984 105 6553", ["52 1 984 105 6553"]],
  ["Morocco", "212 522 12 34 56", ["212 22 12 34 56"]],
  ["Morocco", "212 661 12 34 56", ["212 61 12 34 56"]],
  ["Northern Ireland", "44 28 9032 1234", ["353 48 9032 1234"]],
  ["Palestine", "970 599 123 456", ["972 599 123 456"]],
  ["Palestine", "970 22 234 567", ["972 22 234 567"]],
  ["Qatar", "974 3315 2145", ["974 315 2145"]],
  ["Qatar", "974 4485 6986", ["974 485 6986"]],
  ["San Marino", "378 0549 886 377", ["378 886 377", "39 0549 886 377", "39 549 886 377"]],
  ["Saudi Arabia", "966 11 234 5678", ["966 1 234 5678"]],
  ["Sint Maarten", "1 721 542 1234", ["599 542 1234"]],
  ["Timor-Leste", "670 7723 4567", ["670 723 4567"]],
  ["Togo", "228 22 21 23 45", ["228 221 23 45"]],
  ["Vietnam", "84 24 3825 1234", ["84 4 3825 1234"]],
  ["Vietnam", "84 39 933 3999", ["84 169 933 3999"]],
  ["Vietnam", "84 78 787 8888", ["84 128 787 8888"]],
  ["Vietnam", "84 82 822 2888", ["84 129 822 2888"]],
  ["Vietnam", "84 58 855 5888", ["84 188 855 5888"]],
  ["Vietnam", "84 59 595 9999", ["84 199 595 9999"]],
];

const digitsOf = (text: string) => text.replaceAll(" ", "");

test.each(examples)("%s: knows %s by every spelling", (_country, today, others) => {
  const line = digitsOf(today);
  for (const spelling of [line, ...others.map(digitsOf)]) {
    expect([spelling, lineOf(spelling)]).toEqual([spelling, line]);
    expect(spellingsOf(spelling)[0]).toBe(line);
    expect(spellingsOf(line)).toContain(spelling);
  }
});

test("has an example of every rule, and a rule for every example", () => {
  expect([...new Set(examples.map(([country]) => country))]).toEqual(lineRules.map(({ country }) => country));
});

test.each([
  ["Brazil: a landline", "551132345678"],
  ["Brazil: a radio number of eight digits", "551178123456"],
  ["Brazil: the mobile with the digits of a radio number", "5511978123456"],
  ["Argentina: too short behind its 9", "549223123456"],
  ["Cameroon: a landline, whose old spelling has two readings", "23722212345"],
  ["Ecuador: a landline that looks like an old mobile", "59372345678"],
  ["Italy: a mobile that looks like a landline without its 0", "393012345678"],
  ["Italy: a toll-free number", "39800123456"],
  ["France", "33612345678"],
  ["Germany", "4915112345678"],
  ["United States", "12125551234"],
  ["Kosovo: a number of Monaco", "37760123456"],
  ["Ireland", "353861234567"],
])("leaves other numbers alone: %s", (_what, digits) => {
  expect(spellingsOf(digits)).toEqual([digits]);
});

const seed = isNightly ? undefined : 20251103;
const expressionOf = (pattern: string, spelling: "$1" | "$2") =>
  new RegExp(
    `^${digitsOf(pattern)
      .replace(/\((\d*)→(\d*)\)/, spelling)
      .replaceAll("x", "[0-9]")}$`,
  );

test.each(lineRules.map(({ country, patterns }) => [country, patterns] as const))(
  "%s: all spellings of a random line have the same line and spellings",
  (_country, patterns) => {
    for (const numbers of patterns.flatMap((pattern) => [expressionOf(pattern, "$1"), expressionOf(pattern, "$2")]))
      fc.assert(
        fc.property(fc.stringMatching(numbers), (digits) => {
          const spellings = spellingsOf(digits);
          expect(spellings).toContain(digits);
          expect(spellings.length).toBeGreaterThan(1);
          expect(new Set(spellings).size).toBe(spellings.length);
          for (const spelling of spellings) expect(spellingsOf(spelling)).toEqual(spellings);
          expect(spellings.map(lineOf)).toEqual(spellings.map(() => spellings[0]));
        }),
        { numRuns: runs(100, 2000), seed },
      );
  },
);

test("returns any other text as it is", () => {
  const texts = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.stringMatching(/^[0-9]{0,20}$/));
  fc.assert(
    fc.property(texts, (text) => {
      expect(lineOf(lineOf(text))).toBe(lineOf(text));
      expect(spellingsOf(text)[0]).toBe(lineOf(text));
      if (!/^\d+$/.test(text)) expect(spellingsOf(text)).toEqual([text]);
    }),
    { numRuns: runs(2000, 100_000), seed },
  );
  for (const text of ["+551187654321", "551187654321\n", "55118765432１", "1".repeat(100_000)])
    expect(lineOf(text)).toBe(text);
});

const isValid = (digits: string) => {
  const number = parse(`+${digits}`);
  return number?.number === `+${digits}` && number.isValid();
};

/** Both spellings are dialled today, or the library still knows the former one. */
const knownInBoth = [
  "Argentina",
  "Colombia",
  "French overseas departments",
  "Gabon",
  "Kosovo",
  "Northern Ireland",
  "Palestine",
  "San Marino",
];

test("joins two numbers that are both valid today only where a rule means to", { timeout: timeoutMs(60_000) }, () => {
  const joined = new Set<string>();
  let count = 0;
  for (const digits of numbersOfEveryRange(20)) {
    if (!isValid(digits)) continue;
    count++;
    // The library takes all numbers behind 048 for numbers of Ireland.
    if (!digits.startsWith("35348")) expect([digits, isValid(lineOf(digits))]).toEqual([digits, true]);
    const others = spellingsOf(digits).filter((spelling) => spelling !== digits && isValid(spelling));
    for (const other of others) joined.add(ruleThatJoins(digits, other) ?? `${digits} and ${other}`);
  }
  expect(count).toBeGreaterThan(20_000);
  expect([...joined].sort()).toEqual(knownInBoth);
});

function ruleThatJoins(...spellings: readonly [string, string]): string | undefined {
  const line = lineOf(spellings[0]);
  const isMeant = (spelling: string, patterns: readonly string[]) =>
    spelling === line ||
    patterns.some((pattern) => expressionOf(pattern, "$1").test(spelling) && expressionOf(pattern, "$2").test(line));
  return lineRules.find(({ patterns }) => spellings.every((spelling) => isMeant(spelling, patterns)))?.country;
}

function* numbersOfEveryRange(perRange: number) {
  const countries: Readonly<Record<string, readonly unknown[]>> = metadata.countries;
  for (const [callingCode, ...packed] of Object.values(countries)) {
    const types: unknown = packed[10];
    for (const type of Array.isArray(types) ? types : []) {
      if (!Array.isArray(type) || !type[0]) continue;
      const numbers = fc.stringMatching(new RegExp(`^(?:${type[0]})$`));
      for (const national of fc.sample(numbers, { numRuns: perRange, seed: 20251103 }))
        yield `${callingCode}${national}`;
    }
  }
}
