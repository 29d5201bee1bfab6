import { groupThousands } from "@/lib/format/conventions";
import { compareDecimals } from "@/lib/format/decimal";
import { formatRaw } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";

export type Credit = { balance: string; minimum: string; currency: string; isShort: boolean };

/** The credit by the plan limits, against an amount or the plan's minimum. A text says why they cannot be compared. */
export function creditIn(record: Record<string, unknown>, ownMinimum: string | null = null): Credit | string {
  const pricing = isPlainObject(record.pricing) ? record.pricing : {};
  if (ownMinimum === null && record.localized_currency !== pricing.currency)
    return "Balance and minimum are in different currencies";
  const balance = formatRaw(record.localized_balance);
  const minimum = formatRaw(ownMinimum ?? pricing.min_credit_balance);
  const order = compareDecimals(balance, minimum);
  if (order === undefined) return "The platform does not report the balance";
  return { balance, minimum, currency: formatRaw(record.localized_currency), isShort: order < 0 };
}

export const amountText = (amount: string, currency: string) => `${groupThousands(amount)} ${currency}`;
