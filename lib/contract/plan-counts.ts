import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import { formatRaw } from "@/lib/format/format-raw";

export type PlanCounts = {
  /** The count and the text after it, "14" and "of 20 used". */
  figure: string;
  words: string;
  counted: number | undefined;
  most: number | undefined;
  /** Input of the slot meter; undefined if the plan lacks a count or a maximum. */
  slotCounts: { listed: number; due: number; slots: number } | undefined;
  /** Numbers that can still be added, negative beyond the maximum; undefined if that is not known. */
  free: number | undefined;
  /** The list has more numbers than the plan counts. */
  isNegative: boolean;
  over: number;
};

/**
 * Compares the plan's count with the list. By the API documentation, numbers missing from the list are pending
 * requests.
 */
export function planCounts(plan: PlanLimits, total: number | undefined): PlanCounts {
  const [counted, most] = [countOf(plan.current_count), countOf(plan.max_phone_numbers)];
  const texts = { figure: figureOf(plan.current_count), words: maximumMessage(plan) };
  if (counted === undefined || most === undefined)
    return { ...texts, counted, most, slotCounts: undefined, free: undefined, isNegative: false, over: 0 };
  const listed = total ?? counted;
  const isNegative = listed > counted;
  return {
    ...texts,
    counted,
    most,
    slotCounts: { listed, due: Math.max(0, counted - listed), slots: most },
    isNegative,
    free: most - Math.max(counted, listed),
    over: Math.max(0, Math.max(counted, listed) - most),
  };
}

/** A missing count is a dash; any other value is shown as sent. */
const figureOf = (value: PlanLimits["current_count"]) =>
  value === undefined || value === null ? "—" : formatRaw(value);

function maximumMessage({ max_phone_numbers: most, current_count: counted }: PlanLimits): string {
  const count = counted === undefined || counted === null ? `used: ${formatRaw(counted)}` : "used";
  if (countOf(most) !== undefined) return `of ${String(most)} ${count}`;
  return most === undefined ? `${count}, no maximum sent` : `${count}, maximum: ${formatRaw(most)}`;
}

const countOf = (value: unknown) => (typeof value === "number" && value >= 0 ? value : undefined);
