import type { Tone } from "@/components/ui/buttons/status-icon";
import { planCounts } from "@/lib/client/plan-counts";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import { countOf } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { creditOf } from "./money";

type Allowance = { word: string; tone: Tone; title?: string };

/** How many numbers can be added. None if the platform says no, the credit is too low or the plan is full. */
export function planAllowance(plan: PlanLimits, total: number | undefined): Allowance {
  const { is_allowed } = plan;
  const { slotCounts } = planCounts(plan, total);
  const free = slotCounts && slotCounts.slots - slotCounts.listed - slotCounts.due;
  const credit = creditOf(plan);
  const isShort = credit.isComparable && credit.isShort;
  if (is_allowed === false || isShort) return { word: "You cannot add a number", tone: "wait" };
  if (is_allowed === true) return { word: `You can add ${countOf(Math.max(1, free ?? 0), "number")}`, tone: "ok" };
  if (free !== undefined && free <= 0) return { word: "You cannot add a number", tone: "wait" };
  if (is_allowed === undefined || is_allowed === null)
    return { word: "Unknown whether you can add one", tone: "unknown", title: "is_allowed was not sent" };
  return { word: `is_allowed: ${formatRaw(is_allowed)}`, tone: "unknown", title: "As sent" };
}
