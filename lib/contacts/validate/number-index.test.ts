import fc from "fast-check";
import { expect, test } from "vitest";
import { createNumberIndex } from "./number-index";

const number = fc.oneof(
  fc.integer({ min: 1_000_000, max: 1_000_050 }),
  fc.integer({ min: 1, max: 999_999_999_999_999 }),
);

test.for(["first", "last"] as const)("the %s row with a number holds it, and the others are repeats", (keeps) => {
  fc.assert(
    fc.property(fc.array(fc.option(number, { freq: 5 }), { maxLength: 500 }), (noted) => {
      const index = createNumberIndex(noted.length);
      const holders = new Map<number, number>();
      const repeats: number[] = [];
      for (const [at, each] of noted.entries()) {
        if (each === null) continue;
        index.note(each, at + 1);
        const holder = holders.get(each);
        if (holder === undefined || keeps === "last") holders.set(each, at + 1);
        if (holder !== undefined) repeats.push(keeps === "last" ? holder : at + 1);
      }
      const found: number[] = [];
      index.settle({ keeps, onRepeat: (row) => found.push(row) });
      expect(found.sort((one, other) => one - other)).toEqual(repeats.sort((one, other) => one - other));
      for (const [each, row] of holders) expect(index.rowOf(each)).toBe(row);
      expect(index.rowOf(7)).toBe(holders.get(7) ?? 0);
    }),
  );
});

test("it holds a list in which every number stands twice", () => {
  const index = createNumberIndex(300_000);
  const numberAt = (row: number) => 4_479_110_000_000 + (row % 150_000) * 7;
  for (let row = 1; row <= 300_000; row += 1) index.note(numberAt(row), row);
  let repeats = 0;
  index.settle({ keeps: "first", onRepeat: () => (repeats += 1) });
  expect(repeats).toBe(150_000);
  for (const row of [1, 77_777, 150_000]) {
    expect(index.rowOf(numberAt(row))).toBe(row);
    expect(index.numberOf(row)).toBe(numberAt(row));
  }
  expect(index.rowOf(1)).toBe(0);
});
