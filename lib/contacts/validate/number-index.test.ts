import fc from "fast-check";
import { expect, test } from "vitest";
import { createNumberIndex } from "./number-index";

const number = fc.oneof(
  fc.integer({ min: 1_000_000, max: 1_000_050 }),
  fc.integer({ min: 1, max: 999_999_999_999_999 }),
);

const failed = () => expect.fail("No number is barred.");

test.for(["first", "last"] as const)("assigns a number to its %s row and reports the others as repeats", (keeps) => {
  fc.assert(
    fc.property(fc.array(fc.option(number, { freq: 5 }), { maxLength: 500 }), (numbers) => {
      const index = createNumberIndex(numbers.length);
      const holders = new Map<number, number>();
      const repeats: number[] = [];
      for (const [position, value] of numbers.entries()) {
        if (value === null) continue;
        index.add(value, position + 1);
        const holder = holders.get(value);
        if (holder === undefined || keeps === "last") holders.set(value, position + 1);
        if (holder !== undefined) repeats.push(keeps === "last" ? holder : position + 1);
      }
      const reported: number[] = [];
      index.resolve({ keeps, onRepeat: (row) => reported.push(row), onBarred: failed });
      expect(reported.sort((one, other) => one - other)).toEqual(repeats.sort((one, other) => one - other));
      for (const [value, row] of holders) expect(index.rowOf(value)).toBe(row);
      expect(index.rowOf(7)).toBe(holders.get(7) ?? 0);
    }),
  );
});

test("resolves a list in which every number occurs twice", () => {
  const index = createNumberIndex(300_000);
  const numberOf = (row: number) => 4_479_110_000_000 + (row % 150_000) * 7;
  for (let row = 1; row <= 300_000; row += 1) index.add(numberOf(row), row);
  let repeats = 0;
  index.resolve({ keeps: "first", onRepeat: () => (repeats += 1), onBarred: failed });
  expect(repeats).toBe(150_000);
  for (const row of [1, 77_777, 150_000]) {
    expect(index.rowOf(numberOf(row))).toBe(row);
    expect(index.numberOf(row)).toBe(numberOf(row));
  }
  expect(index.rowOf(1)).toBe(0);
});
