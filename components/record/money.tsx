import { Shown } from "@/components/ui/shown";
import { formatRaw } from "@/lib/format/format-raw";
import { groupThousands } from "@/lib/format/group-thousands";

export type MoneyProps = { amount: unknown; currency?: string | null | undefined; base?: boolean; grouped?: boolean };

/** The amount as sent. A base amount never gets a code, because the API names none for it. */
export function Money({ amount, currency, base = false, grouped = false }: MoneyProps) {
  if (amount === null || amount === undefined || amount === "") return <Shown value={amount} />;
  const text = formatRaw(amount);
  const unit = base ? "base" : currency;
  return (
    <span className="nw" title={grouped ? text : undefined}>
      {grouped ? groupThousands(text) : text}
      {unit && <span className="cur">{unit}</span>}
    </span>
  );
}
