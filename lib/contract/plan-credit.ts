import { compareDecimals, shareOf, subtractDecimals } from "@/lib/format/decimal";
import { formatRaw } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";

/** Fields of the plan limits. A stored record may hold anything. */
export type PlanFields = { localized_balance?: unknown; localized_currency?: unknown; pricing?: unknown };

export type Credit =
  | { isComparable: false; reason: string }
  | {
      isComparable: true;
      isShort: boolean;
      balance: string;
      minimum: string;
      currency: string;
      /** How far the balance is from the minimum, never negative. */
      difference: string;
      balanceShare: number;
      mark: number;
    };

/** The balance against the plan's minimum, if both are plain decimals in one currency, or against an own amount. */
export function creditOf(plan: PlanFields, ownMinimum: string | null = null): Credit {
  const { localized_balance: balance, localized_currency: code } = plan;
  const pricing = pricingOf(plan);
  const minimum = ownMinimum ?? pricing.min_credit_balance;
  if (isMissing(balance)) return incomparable(`The balance ${cameMessage(balance)}.`);
  if (isMissing(minimum)) return incomparable(`The minimum ${cameMessage(minimum)}.`);
  const mismatch = ownMinimum === null ? currencyMismatch("minimum", plan) : undefined;
  if (mismatch) return incomparable(mismatch);
  const [balanceText, minimumText] = [formatRaw(balance), formatRaw(minimum)];
  const order = compareDecimals(balanceText, minimumText);
  if (order === undefined) return incomparable("Not compared: one of the two amounts is not a number.");
  const isShort = order < 0;
  const [more, less] = isShort ? [minimumText, balanceText] : [balanceText, minimumText];
  return {
    ...{ isComparable: true, isShort, balance: balanceText, minimum: minimumText },
    currency: isMissing(code) ? "" : formatRaw(code),
    difference: subtractDecimals(more, less) ?? "",
    balanceShare: isShort ? shareOf(balanceText, minimumText) : 1,
    mark: isShort ? 1 : shareOf(minimumText, balanceText),
  };
}

export const pricingOf = ({ pricing }: PlanFields): Record<string, unknown> => (isPlainObject(pricing) ? pricing : {});

/** Why the balance cannot be compared with an amount of the pricing; undefined if both are in one currency. */
export function currencyMismatch(what: string, plan: PlanFields): string | undefined {
  const { localized_currency: code } = plan;
  const { currency } = pricingOf(plan);
  if (!code || !currency) return `A currency ${cameMessage(code ? currency : code)}, so the two are not compared.`;
  if (code === currency) return undefined;
  return `Not compared: the balance is in ${formatRaw(code)}, the ${what} in ${formatRaw(currency)}.`;
}

export const isMissing = (value: unknown) => value === null || value === undefined;

export const cameMessage = (value: unknown) =>
  value === undefined ? "was not sent" : `was sent as ${formatRaw(value)}`;

const incomparable = (reason: string): Credit => ({ isComparable: false, reason });
