import { expect, test } from "vitest";
import { contentWords } from "./address-list";

test("warns of an address's content from 80 % of its limit on, and says what was left out", () => {
  const budget = { bytes: 10_000_000, is_chosen: true, left_out: 0 };
  expect(contentWords({ ...budget, used: 7_900_000 })).toEqual({
    text: "Content kept today: 7.9 MB of 10 MB",
    isNear: false,
  });
  expect(contentWords({ ...budget, used: 8_000_000 }).isNear).toBe(true);
  expect(contentWords({ ...budget, used: 1, left_out: 1 })).toEqual({
    text: "Content kept today: 1 byte of 10 MB. 1 content was left out.",
    isNear: true,
  });
});
