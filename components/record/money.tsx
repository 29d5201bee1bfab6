import { Shown } from "@/components/ui/page/shown";
import { formatRaw } from "@/lib/format/format-raw";
import { formatMoney } from "@/lib/format/money";

export type MoneyProps = {
  amount: unknown;
  currency?: string | null | undefined;
  /** A price per minute, of which hundredths would tell too little. */
  isRate?: boolean;
};

/** An amount with the digits of its currency, and as it was sent in its title. A base amount has no code, because the platform names none. */
export function Money({ amount, currency, isRate = false }: MoneyProps) {
  if (amount === null || amount === undefined || amount === "") return <Shown value={amount} />;
  const sent = formatRaw(amount);
  const text = formatMoney(sent, currency, isRate);
  return (
    <span
      className="wrap-anywhere in-[dd]:text-left in-[td]:whitespace-nowrap"
      title={text === sent ? undefined : sent}
    >
      {text}
      {currency && <span className="unit-text">{currency}</span>}
    </span>
  );
}
