import { expect, test } from "vitest";
import { maskNumbersIn } from "@/lib/numbers/mask-numbers";
import { partsOf } from "./parts-of-text";

test("gives parts that are masked as the whole text is", () => {
  for (const shift of [0, 1, 5, 11, 17]) {
    const text = "x".repeat(shift) + "my number is 1 415 237 7100, or +14155550100. ".repeat(60_000);
    const parts = [...partsOf(text)];
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.join("")).toBe(text);
    expect(parts.map(maskNumbersIn).join("") === maskNumbersIn(text)).toBe(true);
  }
});

test("keeps a text of digits alone whole", () => {
  const text = "1415 ".repeat(300_000);
  expect([...partsOf(text)]).toEqual([text]);
});
