import fc from "fast-check";
import { expect, test } from "vitest";
import { createNumberIndex } from "./number-index";

test("the first row that claims a number holds it, as a map would tell, whatever the numbers", () => {
  const number = fc.oneof(
    fc.integer({ min: 1_000_000, max: 1_000_050 }),
    fc.integer({ min: 1, max: 999_999_999_999_999 }),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 500 }), (numbers) => {
      const index = createNumberIndex();
      const known = new Map<number, number>();
      for (const [at, each] of numbers.entries()) {
        expect(index.claim(each, at + 1)).toBe(known.get(each) ?? 0);
        if (!known.has(each)) known.set(each, at + 1);
      }
      for (const [each, row] of known) expect(index.rowOf(each)).toBe(row);
    }),
  );
});

test("it grows beyond its first size, and a number may pass to a later row", () => {
  const index = createNumberIndex();
  for (let row = 1; row <= 200_000; row += 1) expect(index.claim(4_479_110_000_000 + row * 7, row)).toBe(0);
  expect(index.claim(4_479_110_000_007, 300_000)).toBe(1);
  index.pass(4_479_110_000_007, 300_000);
  expect(index.rowOf(4_479_110_000_007)).toBe(300_000);
  expect(index.claim(4_479_110_000_007, 300_001)).toBe(300_000);
  expect(index.rowOf(4_479_110_000_000 + 200_000 * 7)).toBe(200_000);
  expect(index.rowOf(1)).toBe(0);
});
