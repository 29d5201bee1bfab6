import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import { formatRaw } from "@/lib/format/format-raw";

export type PlanCounts = {
  /** What stands for the count, and the words behind it: "14" "of 20 used". */
  figure: string;
  words: string;
  counted: number | undefined;
  most: number | undefined;
  /** What the slot meter draws; undefined where the plan does not say enough. */
  slotCounts: { listed: number; due: number; slots: number } | undefined;
  /** The list holds more than the plan counts. */
  isNegative: boolean;
  over: number;
};

/** The plan's count beside the list's: what is counted but not listed are pending requests, by the API documentation. */
export function planCounts(plan: PlanLimits, total: number | undefined): PlanCounts {
  const [counted, most] = [countOf(plan.current_count), countOf(plan.max_phone_numbers)];
  const said = { figure: figureOf(plan.current_count), words: maximumMessage(plan) };
  if (counted === undefined || most === undefined)
    return { ...said, counted, most, slotCounts: undefined, isNegative: false, over: 0 };
  const listed = total ?? counted;
  const isNegative = listed > counted;
  return {
    ...said,
    counted,
    most,
    slotCounts: { listed, due: Math.max(0, counted - listed), slots: most },
    isNegative,
    over: Math.max(0, Math.max(counted, listed) - most),
  };
}

/** A count that was not sent is a dash; any other is shown as it came. */
const figureOf = (value: PlanLimits["current_count"]) =>
  value === undefined || value === null ? "—" : formatRaw(value);

function maximumMessage({ max_phone_numbers: most, current_count: counted }: PlanLimits): string {
  const count = counted === undefined || counted === null ? `used: ${formatRaw(counted)}` : "used";
  if (countOf(most) !== undefined) return `of ${String(most)} ${count}`;
  return most === undefined ? `${count}, no maximum sent` : `${count}, maximum: ${formatRaw(most)}`;
}

const countOf = (value: unknown) => (typeof value === "number" && value >= 0 ? value : undefined);
