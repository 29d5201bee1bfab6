import { Shown } from "@/components/ui/page/shown";
import { fieldsOf } from "@/lib/contract/fields";
import { compareDecimals, formatMoney, shareOf, subtractDecimals } from "@/lib/format/decimal";
import { formatRaw } from "@/lib/format/format-raw";

export type MoneyProps = {
  amount: unknown;
  currency?: string | null | undefined;
  base?: boolean;
  /** A price per minute, of which hundredths would tell too little. */
  isRate?: boolean;
};

/** An amount with two decimals, and as it was sent in its title. A base amount never gets a code, because the platform names none for it. */
export function Money({ amount, currency, base = false, isRate = false }: MoneyProps) {
  if (amount === null || amount === undefined || amount === "") return <Shown value={amount} />;
  const sent = formatRaw(amount);
  const unit = base ? "base" : currency;
  const text = formatMoney(sent, base ? undefined : currency, isRate);
  return (
    <span
      className="wrap-anywhere in-[dd]:text-left in-[td]:whitespace-nowrap"
      title={text === sent ? undefined : sent}
    >
      {text}
      {unit && <span className="unit-text">{unit}</span>}
    </span>
  );
}

type Pricing = { min_credit_balance?: string | null | undefined; currency?: string | null | undefined };

type Plan = {
  localized_balance?: string | null | undefined;
  localized_currency?: string | null | undefined;
  pricing?: Pricing | string | null | undefined;
};

export type Credit =
  | { isComparable: false; reason: string }
  | { isComparable: true; isShort: boolean; difference: string; balanceShare: number; mark: number };

/** The balance against the minimum: only when both are plain decimals in the same currency. */
export function creditOf({ localized_balance: balance, localized_currency: code, pricing: sent }: Plan): Credit {
  const pricing = fieldsOf(sent);
  const minimum = pricing.min_credit_balance;
  if (balance === null || balance === undefined) return incomparable(`The balance ${cameMessage(balance)}.`);
  if (minimum === null || minimum === undefined) return incomparable(`The minimum ${cameMessage(minimum)}.`);
  if (!code || !pricing.currency)
    return incomparable(`A currency ${cameMessage(code ? pricing.currency : code)}, so the two are not compared.`);
  if (code !== pricing.currency)
    return incomparable(`Not compared: the balance is in ${code}, the minimum in ${pricing.currency}.`);
  const order = compareDecimals(balance, minimum);
  if (order === undefined) return incomparable("Not compared: one of the two is not a plain decimal.");
  const isShort = order < 0;
  const difference = (isShort ? subtractDecimals(minimum, balance) : subtractDecimals(balance, minimum)) ?? "";
  return {
    isComparable: true,
    isShort,
    difference,
    balanceShare: isShort ? shareOf(balance, minimum) : 1,
    mark: isShort ? 1 : shareOf(minimum, balance),
  };
}

const cameMessage = (value: string | null | undefined) =>
  value === undefined ? "was not sent" : `was sent as ${formatRaw(value)}`;

const incomparable = (reason: string): Credit => ({ isComparable: false, reason });
