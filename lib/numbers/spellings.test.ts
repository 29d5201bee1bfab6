import { expect, test } from "vitest";
import { spellings } from "@/lib/testing/spellings";
import { readNumber } from "./read-number";

const typed = spellings.filter(({ isInText }) => !isInText);

test.each(spellings.map((row) => [row.spelling, row] as const))("reads %s", (_text, { spelling, country, number }) => {
  expect(readNumber(spelling, { country })).toMatchObject({ number });
});

test("has a number of each kind of spelling", () => {
  expect(typed.length).toBeGreaterThan(50);
});
