import { expect, test } from "vitest";
import { planAllowance } from "./plan-allowance";

const credit = (localized_balance: string) => ({
  localized_balance,
  localized_currency: "JPY",
  pricing: { min_credit_balance: "6000", currency: "JPY" },
});
const plan = { current_count: 11, max_phone_numbers: 50, ...credit("9000") };

test.each([
  ["You can add 39 numbers", { ...plan, is_allowed: true }],
  ["You cannot add a number", { ...plan, is_allowed: false }],
  ["You cannot add a number", { ...plan, is_allowed: true, ...credit("535") }],
  ["You cannot add a number", { ...plan, max_phone_numbers: 11 }],
  ["You can add 1 number", { ...plan, is_allowed: true, max_phone_numbers: 11 }],
  ["Unknown whether you can add one", plan],
  ["is_allowed: maybe", { ...plan, is_allowed: "maybe" }],
])("says %j for the plan", (word, sent) => {
  expect(planAllowance(sent, 9).word).toBe(word);
});
