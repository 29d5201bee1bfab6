import { expect, test } from "vitest";
import type { PlanLimits } from "./api/phone-numbers";
import { planAllowance } from "./plan-allowance";

const credit = (localized_balance: string, phone_buy_fee?: string) => ({
  localized_balance,
  localized_currency: "JPY",
  pricing: { min_credit_balance: "6000", currency: "JPY", ...(phone_buy_fee ? { phone_buy_fee } : {}) },
});
const plan = { current_count: 11, max_phone_numbers: 50, ...credit("9000") };
const rich = { ...plan, ...credit("900000", "500") };

test.each([
  ["You can add 39 numbers", { ...rich, is_allowed: true }],
  ["You can add 7 numbers", { ...plan, ...credit("9000", "500"), is_allowed: true }],
  ["You can add 1 number", { ...plan, ...credit("6499", "500"), is_allowed: true }],
  ["You cannot add a number", { ...plan, ...credit("9000", "9001"), is_allowed: true }],
  ["You cannot add a number", { ...plan, is_allowed: false }],
  ["You cannot add a number", { ...plan, is_allowed: true, ...credit("535") }],
  ["You cannot add a number", { ...plan, max_phone_numbers: 11 }],
  ["You can add 1 number", { ...plan, is_allowed: true, max_phone_numbers: 11 }],
  ["You can add a number", { ...plan, is_allowed: true, max_phone_numbers: null }],
  ["Unknown whether you can add one", plan],
  ["is_allowed: maybe", { ...plan, is_allowed: "maybe" }],
])("says %j for the plan", (word, sent) => {
  expect(planAllowance(sent, 9).word).toBe(word);
});

test("warns at the last free number, and when only pending requests leave one", () => {
  expect(planAllowance({ ...rich, is_allowed: true, current_count: 49 }, 40)).toMatchObject({ tone: "wait" });
  expect(planAllowance({ ...rich, is_allowed: true, current_count: 48 }, 40)).toMatchObject({ tone: "ok" });
});

test("says why no number can be added, and what is not known of the credit", () => {
  const note = (sent: PlanLimits) => planAllowance(sent, 9).note;
  expect(note({ ...rich, is_allowed: false, max_phone_numbers: 11 })).toBe("The plan is full.");
  expect(note({ ...plan, ...credit("9000", "9001"), is_allowed: true })).toBe(
    "The credit is below the purchase fee of 9,001 JPY.",
  );
  expect(note({ ...plan, ...credit("9000", "500"), is_allowed: true })).toBe(
    "The credit is enough for 7, if the purchase fee is taken from it.",
  );
  expect(note({ ...plan, is_allowed: true })).toBe(
    "Unknown whether the credit is enough. The purchase fee was not sent.",
  );
  expect(note({ ...rich, localized_currency: "EUR", is_allowed: true })).toBe(
    "Unknown whether the credit is enough. Not compared: the balance is in EUR, the minimum in JPY.",
  );
  expect(note({ ...rich, is_allowed: true })).toBeUndefined();
});
