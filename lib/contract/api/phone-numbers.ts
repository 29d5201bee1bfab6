import {
  decimal,
  flag,
  integer,
  list,
  nullable,
  openWord,
  record,
  result,
  type TypeOf,
  text,
  timestamp,
} from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";

export const phoneNumber = record({
  id: text,
  phone_number: text,
  friendly_name: text,
  country_code: text,
  direction: openWord("inbound"),
  status: openWord("active", "inactive", "suspended"),
  // Null for a number without an assistant.
  assistant_id: nullable(text),
  monthly_cost: decimal,
  cost_per_minute: decimal,
  localized_monthly_cost: decimal,
  localized_cost_per_minute: decimal,
  localized_currency: text,
  created_at: timestamp,
  updated_at: timestamp,
});
export type PhoneNumber = TypeOf<typeof phoneNumber>;

export const planLimits = record({
  max_phone_numbers: integer,
  current_count: integer,
  is_allowed: flag,
  plan_name: text,
  pricing: record({ phone_buy_fee: decimal, phone_monthly_fee: decimal, min_credit_balance: decimal, currency: text }),
  current_balance: decimal,
  localized_balance: decimal,
  localized_currency: text,
});
export type PlanLimits = TypeOf<typeof planLimits>;

export const listPhoneNumbers = operation({
  id: "phone-numbers.list",
  label: "Read phone numbers",
  method: "GET",
  path: "/v1/phone-numbers",
  output: list(phoneNumber, "items", { total: integer, page: integer, limit: integer }),
  allow: roles,
});

export const getPlanLimits = operation({
  id: "phone-numbers.plan_limits",
  label: "Read plan and credit",
  method: "GET",
  path: "/v1/phone-numbers/plan-limits",
  output: result(planLimits),
  allow: roles,
});
