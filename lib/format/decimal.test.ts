import { expect, test } from "vitest";
import { compareDecimals, shareOf, subtractDecimals } from "./decimal";

test("decimals are compared by what they are worth, however many places they have", () => {
  expect(compareDecimals("50", "50.00")).toBe(0);
  expect(compareDecimals("49.999999999999999999", "50")).toBe(-1);
  expect(compareDecimals("9007199254740993.01", "9007199254740993.00")).toBe(1);
  expect(compareDecimals("-1.5", "0")).toBe(-1);
});

test("what is no plain decimal is not compared", () => {
  expect(compareDecimals("1e3", "50")).toBeUndefined();
  expect(compareDecimals(undefined, "50")).toBeUndefined();
  expect(subtractDecimals("", "1")).toBeUndefined();
  expect(compareDecimals("1,000.00", "50")).toBeUndefined();
});

test("a difference keeps the longer tail and every digit", () => {
  expect(subtractDecimals("1184.60", "50")).toBe("1134.60");
  expect(subtractDecimals("18.40", "50.00")).toBe("-31.60");
  expect(subtractDecimals("0.1", "0.05")).toBe("0.05");
  expect(subtractDecimals("7", "7")).toBe("0");
});

test("a share is for drawing and stays between nothing and all", () => {
  expect(shareOf("50.00", "1184.60")).toBe(0.042);
  expect(shareOf("2", "1")).toBe(1);
  expect(shareOf("-2", "1")).toBe(0);
  expect(shareOf("1", "0")).toBe(0);
});
