import { expect, test } from "vitest";
import { amountIn, comparedMoney, formatMoney, moneyText } from "./money";

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

test("writes an amount with the digits of its currency, whatever the platform sent", () => {
  expect([moneyText("-465.00", "JPY"), moneyText("-465", "JPY"), moneyText("5", "EUR")]).toEqual([
    "-465 JPY",
    "-465 JPY",
    "5.00 EUR",
  ]);
  expect([moneyText("0.0111", "EUR", true), moneyText("12.3", undefined)]).toEqual(["0.0111 EUR", "12.30"]);
});

test("keeps all places when two compared amounts would look equal", () => {
  expect(comparedMoney(["4.999", "5.00"], "EUR")).toEqual(["4.999 EUR", "5.00 EUR"]);
  expect(comparedMoney(["5", "5.00"], "EUR")).toEqual(["5.00 EUR", "5.00 EUR"]);
  expect(comparedMoney(["-465.00", "6000"], "JPY")).toEqual(["-465 JPY", "6,000 JPY"]);
});
