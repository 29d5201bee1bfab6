import { expect, test } from "vitest";
import { compareDecimals, roundDecimal, shareOf, subtractDecimals, sumDecimals, wholeTimes } from "./decimal";

test("compares decimals by value when their decimal places differ", () => {
  expect(compareDecimals("50", "50.00")).toBe(0);
  expect(compareDecimals("49.999999999999999999", "50")).toBe(-1);
  expect(compareDecimals("9007199254740993.01", "9007199254740993.00")).toBe(1);
  expect(compareDecimals("-1.5", "0")).toBe(-1);
});

test("returns undefined when a value is not a plain decimal", () => {
  expect(compareDecimals("1e3", "50")).toBeUndefined();
  expect(compareDecimals(undefined, "50")).toBeUndefined();
  expect(subtractDecimals("", "1")).toBeUndefined();
  expect(compareDecimals("1,000.00", "50")).toBeUndefined();
});

test("subtracts exactly and keeps the larger number of decimal places", () => {
  expect(subtractDecimals("1184.60", "50")).toBe("1134.60");
  expect(subtractDecimals("18.40", "50.00")).toBe("-31.60");
  expect(subtractDecimals("0.1", "0.05")).toBe("0.05");
  expect(subtractDecimals("7", "7")).toBe("0");
});

test("limits a share to the range from 0 to 1", () => {
  expect(shareOf("50.00", "1184.60")).toBe(0.042);
  expect(shareOf("2", "1")).toBe(1);
  expect(shareOf("-2", "1")).toBe(0);
  expect(shareOf("1", "0")).toBe(0);
});

test("adds exactly when a float would lose digits", () => {
  expect(sumDecimals(["0.1", "0.2"])).toEqual({ sum: "0.3", unreadable: 0 });
  expect(sumDecimals(["9007199254740993.01", "0.990"])).toEqual({ sum: "9007199254740994.000", unreadable: 0 });
  expect(sumDecimals(["-1.50", "1", "1e3", null])).toEqual({ sum: "-0.50", unreadable: 2 });
  expect(sumDecimals([])).toEqual({ sum: "0", unreadable: 0 });
});

test("rounds half away from zero", () => {
  expect([roundDecimal("1.005", 2), roundDecimal("-1.005", 2), roundDecimal("0.994", 2)]).toEqual([
    "1.01",
    "-1.01",
    "0.99",
  ]);
  expect(roundDecimal("3.9", 2)).toBe("3.90");
  expect(roundDecimal("12", 0)).toBe("12");
});

test("counts how often an amount fits into another", () => {
  expect(wholeTimes("31.60", "4.90")).toBe(6);
  expect(wholeTimes("4.89", "4.90")).toBe(0);
  expect([wholeTimes("5", "0.00"), wholeTimes("about 20", "1")]).toEqual([undefined, undefined]);
});
