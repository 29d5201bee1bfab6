import { Shown } from "@/components/ui/page/shown";
import { groupThousands } from "@/lib/format/decimal";
import { formatRaw } from "@/lib/format/format-raw";

export type MoneyProps = { amount: unknown; currency?: string | null | undefined; base?: boolean; grouped?: boolean };

/** The amount as sent. A base amount never gets a code, because the API names none for it. */
export function Money({ amount, currency, base = false, grouped = false }: MoneyProps) {
  if (amount === null || amount === undefined || amount === "") return <Shown value={amount} />;
  const text = formatRaw(amount);
  const unit = base ? "base" : currency;
  return (
    <span
      className="whitespace-nowrap in-[dd]:text-left in-[dd]:wrap-anywhere in-[dd]:whitespace-normal"
      title={grouped ? text : undefined}
    >
      {grouped ? groupThousands(text) : text}
      {unit && <span className="ml-[0.32em] text-[0.86em] tracking-[0.01em] text-ink-3">{unit}</span>}
    </span>
  );
}
