import { type Credit, creditOf } from "@/components/record/credit";
import { Meter } from "@/components/ui/meter";
import { Shown } from "@/components/ui/shown";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import { fieldsOf } from "@/lib/contract/fields";
import { asSent } from "@/lib/format/format-raw";
import { groupThousands } from "@/lib/format/group-thousands";

export function BalanceBay({ plan }: { plan: PlanLimits }) {
  const { localized_balance: balance, localized_currency: currency, current_balance: base } = plan;
  const credit = creditOf(plan);
  return (
    <div className="bay">
      <div className="bay-h">
        <h2>Credit balance</h2>
      </div>
      <div className="big">
        <span className="fig" title={balance ?? undefined}>
          {balance ? groupThousands(balance) : <Shown value={balance} />}
          <small> {currency || (currency === undefined ? "" : `currency ${asSent(currency)}`)}</small>
        </span>
      </div>
      <BalanceBar plan={plan} credit={credit} />
      {base !== undefined && <p className="note">{asSent(base)} in the platform’s base currency</p>}
    </div>
  );
}

function BalanceBar({ plan, credit }: { plan: PlanLimits; credit: Credit }) {
  if (!credit.isComparable) return <p className="note bal-none">{credit.reason}</p>;
  const { isShort, difference, balanceShare, mark } = credit;
  const [balance, minimum] = [
    groupThousands(plan.localized_balance ?? ""),
    groupThousands(fieldsOf(plan.pricing).min_credit_balance ?? ""),
  ];
  const apart = `${groupThousands(difference)} ${isShort ? "short" : "above"}`;
  const label = `Balance ${balance} ${plan.localized_currency}, required ${minimum} ${plan.localized_currency}: ${apart}`;
  return (
    <>
      <div className={`bal ${isShort ? "short" : ""}`}>
        <Meter label={label} parts={[{ share: balanceShare, tone: isShort ? "short" : "first" }]} mark={mark} />
      </div>
      <div className="bal-x">
        <span className={isShort ? "bal-short" : undefined}>{isShort ? apart : `${minimum} required`}</span>
        <span>{isShort ? `${minimum} required` : apart}</span>
      </div>
    </>
  );
}
