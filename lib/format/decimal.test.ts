import { expect, test } from "vitest";
import {
  amountIn,
  compareDecimals,
  formatMoney,
  roundDecimal,
  shareOf,
  subtractDecimals,
  sumDecimals,
} from "./decimal";

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

test("formats money with its currency's decimal places, and two more when it is a rate", () => {
  expect(formatMoney("1184.6", "EUR")).toBe("1,184.60");
  expect(formatMoney("1276.3310")).toBe("1,276.33");
  expect(formatMoney("500.00", "JPY")).toBe("500");
  expect(formatMoney("1.5", "KWD")).toBe("1.500");
  expect(formatMoney("1.5", "no code")).toBe("1.50");
  expect(formatMoney("0.014", "EUR", true)).toBe("0.0140");
  expect(formatMoney("0.0004", "EUR")).toBe("0.0004");
  expect(formatMoney("0.000", "EUR")).toBe("0.00");
  expect(formatMoney("about 20", "EUR")).toBe("about 20");
});

test.each([
  ["1000", "1000"],
  ["10.50", "10.50"],
  ["10,5", "10.5"],
  ["1.000,50", "1000.50"],
  ["1,000.50", "1000.50"],
  ["1 000,50", "1000.50"],
  ["1’000.50", "1000.50"],
  ["1.000.000", "1000000"],
  ["0.125", "0.125"],
])("reads the typed amount %s as %s", (typed, amount) => {
  expect(amountIn(typed)).toBe(amount);
});

test.each(["1.000", "1,000", "12.500"])("does not guess which of two amounts %s is", (typed) => {
  expect(amountIn(typed)).toBe(`${typed} or ${typed.replace(/[.,]/, "")}`);
});
