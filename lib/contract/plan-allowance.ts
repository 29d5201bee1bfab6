import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import { compareDecimals, subtractDecimals, wholeTimes } from "@/lib/format/decimal";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { moneyText } from "@/lib/format/money";
import { planCounts } from "./plan-counts";
import { cameMessage, creditOf, currencyMismatch, isMissing, type PlanFields, pricingOf } from "./plan-credit";

/** `note`: why, or what is not known. */
type Allowance = { word: string; tone: "ok" | "wait" | "unknown"; title?: string; note?: string };

const none = "You cannot add a number";

/** How many numbers can be added: by the platform's word, the free numbers of the plan, and the credit. */
export function planAllowance(plan: PlanLimits, total: number | undefined): Allowance {
  const { is_allowed } = plan;
  const free = planCounts(plan, total).free;
  const paid = affordable(plan);
  if (is_allowed === false)
    return {
      word: none,
      tone: "wait",
      note:
        free !== undefined && free <= 0 ? "The plan is full." : (shortage(plan) ?? "The platform does not allow it."),
    };
  const shortOfCredit = shortage(plan);
  if (shortOfCredit) return { word: none, tone: "wait", note: shortOfCredit };
  if (is_allowed === true) return allowed(free, paid);
  if (free !== undefined && free <= 0) return { word: none, tone: "wait", note: "The plan is full." };
  if (isMissing(is_allowed))
    return { word: "Unknown whether you can add one", tone: "unknown", title: "is_allowed was not sent" };
  return { word: `is_allowed: ${formatRaw(is_allowed)}`, tone: "unknown", title: "As sent" };
}

function allowed(free: number | undefined, paid: Affordable): Allowance {
  const unknownCredit =
    paid.count === undefined && paid.reason ? { note: `Unknown whether the credit is enough. ${paid.reason}` } : {};
  if (free === undefined) {
    if (paid.count === undefined) return { word: "You can add a number", tone: "ok", ...unknownCredit };
    return {
      word: `You can add ${countOf(paid.count, "number")}`,
      tone: paid.count === 1 ? "wait" : "ok",
      note: paidNote(paid.count),
    };
  }
  if (free <= 0)
    return { word: "You can add 1 number", tone: "wait", note: "The platform allows it, although the plan is full." };
  const count = Math.min(free, paid.count ?? free);
  const note = count < free ? { note: paidNote(count) } : unknownCredit;
  return { word: `You can add ${countOf(count, "number")}`, tone: count === 1 ? "wait" : "ok", ...note };
}

const paidNote = (count: number) =>
  `The credit is enough for ${formatCount(count)}, if the purchase fee is taken from it.`;

/** `reason`: why the count is not known; "" if purchases cost nothing. */
type Affordable = { count?: number; reason: string };

/**
 * How many purchase fees the credit covers while it stays at the minimum before each one. The API documentation gives fee, minimum and
 * balance, but not from where the fee is taken.
 */
function affordable(plan: PlanFields): Affordable {
  const credit = creditOf(plan);
  if (!credit.isComparable) return { reason: credit.reason };
  const { phone_buy_fee: fee } = pricingOf(plan);
  if (isMissing(fee)) return { reason: `The purchase fee ${cameMessage(fee)}.` };
  const feeText = formatRaw(fee);
  if (compareDecimals(feeText, "0") === undefined) return { reason: `The purchase fee ${cameMessage(fee)}.` };
  const needed = (compareDecimals(feeText, credit.minimum) ?? 0) > 0 ? feeText : credit.minimum;
  const times = wholeTimes(subtractDecimals(credit.balance, needed), feeText);
  return times === undefined ? { reason: "" } : { count: Math.max(0, times + 1), reason: "" };
}

/** Why the credit is too low to add a number; undefined if it is not, or that is not known. */
function shortage(plan: PlanFields): string | undefined {
  const credit = creditOf(plan);
  if (credit.isComparable && credit.isShort) return "The credit is below the minimum.";
  const { phone_buy_fee: fee } = pricingOf(plan);
  if (isMissing(fee) || currencyMismatch("purchase fee", plan)) return undefined;
  const { localized_balance: balance, localized_currency: currency } = plan;
  if ((compareDecimals(formatRaw(balance), formatRaw(fee)) ?? 0) >= 0) return undefined;
  return `The credit is below the purchase fee of ${moneyText(formatRaw(fee), formatRaw(currency))}.`;
}
