import { expect, test } from "vitest";
import { creditOf } from "./plan-credit";

const plan = (localized_balance: string | undefined, min_credit_balance: string | undefined, currency = "EUR") => ({
  localized_balance,
  localized_currency: "EUR",
  pricing: { min_credit_balance, currency },
});

test("a balance above the minimum says by how much", () => {
  expect(creditOf(plan("1184.60", "50.00"))).toMatchObject({
    isComparable: true,
    isShort: false,
    difference: "1134.60",
    balanceShare: 1,
    mark: 0.042,
  });
});

test("a balance under the minimum is short by an exact amount", () => {
  expect(creditOf(plan("18.40", "50.00"))).toMatchObject({ isShort: true, difference: "31.60", balanceShare: 0.368 });
  expect(creditOf(plan("-3", "50.00"))).toMatchObject({ isShort: true, difference: "53.00", balanceShare: 0 });
});

test("a balance at the minimum is not short", () => {
  expect(creditOf(plan("50", "50.00"))).toMatchObject({ isShort: false, difference: "0.00" });
});

test("amounts in two currencies, or in none, are not compared", () => {
  expect(creditOf(plan("1", "50.00", "USD")).isComparable).toBe(false);
  expect(creditOf({ ...plan("1", "50.00"), localized_currency: undefined }).isComparable).toBe(false);
  expect(creditOf(plan("1", undefined)).isComparable).toBe(false);
  expect(creditOf(plan("about 20", "50.00")).isComparable).toBe(false);
  expect(creditOf({}).isComparable).toBe(false);
});
