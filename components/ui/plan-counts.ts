import type { PlanLimits } from "@/lib/contract/phone-numbers";

export type PlanCounts = {
  counted: number | undefined;
  most: number | undefined;
  /** What the jack field draws; undefined where the plan does not say enough. */
  jacks: { listed: number; due: number; slots: number } | undefined;
  /** The list holds more than the plan counts. */
  isNegative: boolean;
  over: number;
};

/** The plan's count beside the list's: what is counted but not listed are pending requests, by the API contract. */
export function planCounts(plan: PlanLimits, total: number | undefined): PlanCounts {
  const [counted, most] = [countOf(plan.current_count), countOf(plan.max_phone_numbers)];
  if (counted === undefined || most === undefined)
    return { counted, most, jacks: undefined, isNegative: false, over: 0 };
  const listed = total ?? counted;
  const isNegative = listed > counted;
  return {
    counted,
    most,
    jacks: { listed, due: Math.max(0, counted - listed), slots: most },
    isNegative,
    over: Math.max(0, Math.max(counted, listed) - most),
  };
}

const countOf = (value: unknown) => (typeof value === "number" && value >= 0 ? value : undefined);
