import type { ReactNode } from "react";
import { DriftNotice } from "@/components/record/drift-notice";
import { Money } from "@/components/record/money";
import { SentRecord } from "@/components/record/sent-record";
import { Status } from "@/components/status/status";
import { linkClass } from "@/components/ui/buttons/button-class";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Meter, SlotMeter } from "@/components/ui/charts/slot-meter";
import { KvList } from "@/components/ui/page/kv-list";
import { sectionClass, sectionHeadClass } from "@/components/ui/page/section";
import { Shown } from "@/components/ui/page/shown";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import type { Drift } from "@/lib/contract/drift";
import { fieldsOf } from "@/lib/contract/fields";
import { planAllowance } from "@/lib/contract/plan-allowance";
import { planCounts } from "@/lib/contract/plan-counts";
import { type Credit, creditOf } from "@/lib/contract/plan-credit";
import { formatRaw } from "@/lib/format/format-raw";
import { textIn } from "@/lib/format/json";
import { comparedMoney, formatMoney, moneyText } from "@/lib/format/money";

type PlanSectionsProps = {
  plan: PlanLimits;
  sent: unknown;
  drift: readonly Drift[];
  total: number | undefined;
};

export function PlanSections({ plan, sent, drift, total }: PlanSectionsProps) {
  const pricing = fieldsOf(plan.pricing);
  const fee = (amount: unknown) => <Money amount={amount} currency={pricing.currency} />;
  return (
    <>
      <PlanSection plan={plan} total={total} />
      <PlanPart
        title="What a number costs"
        className="[&_dd]:text-right [&_dl]:grid-cols-[minmax(0,1fr)_fit-content(62%)] [&_dl]:gap-x-4 [&_dl]:gap-y-[5px]"
      >
        <KvList
          entries={[
            ["Purchase fee, once", fee(pricing.phone_buy_fee)],
            ["Monthly fee", fee(pricing.phone_monthly_fee)],
            ["Minimum balance to add a number", fee(pricing.min_credit_balance)],
          ]}
        />
        <p className="mt-[9px] text-sm/[17px] text-ink-3">Buy numbers on the platform itself.</p>
      </PlanPart>
      <BalanceSection plan={plan} />
      {drift.length > 0 && (
        <div className="col-span-full border-l-0 px-(--gutter) pb-3.5">
          <DriftNotice drift={drift} />
          <details>
            <summary className={linkClass}>All fields</summary>
            <SentRecord value={sent} label="Plan as sent" isBare />
          </details>
        </div>
      )}
    </>
  );
}

function PlanSection({ plan, total }: { plan: PlanLimits; total: number | undefined }) {
  const { figure, words, counted, slotCounts, isNegative } = planCounts(plan, total);
  const { note, ...allowance } = planAllowance(plan, total);
  return (
    <PlanPart
      title={textIn(plan.plan_name) ? `Plan ${formatRaw(plan.plan_name)}` : `Plan, name ${formatRaw(plan.plan_name)}`}
      beside={<Status {...allowance} pill />}
    >
      <Amount figure={figure} words={words} />
      {slotCounts && <SlotMeter {...slotCounts} />}
      {note && <p className="mt-[9px] text-sm/[17px] text-ink-2">{note}</p>}
      {slotCounts && slotCounts.due > 0 && (
        <p className="text-sm/[17px] mt-[9px] text-ink-3">Pending requests count too, but are not listed yet.</p>
      )}
      {isNegative && (
        <p className="mt-2.5 flex gap-2 text-sm/[17px] text-wait-ink [&>svg]:mt-0.5">
          <StatusIcon tone="wait" tinted />
          <span>
            The plan counts {counted}, the list says {total}. The API documentation does not say why they would differ
            this way.
          </span>
        </p>
      )}
    </PlanPart>
  );
}

type PlanPartProps = { title: string; beside?: ReactNode; className?: string; children: ReactNode };

function PlanPart({ title, beside, className = "", children }: PlanPartProps) {
  return (
    <div className={`${sectionClass} pt-3.5 pb-4 wrap-anywhere ${className}`}>
      <div className={`mb-1 flex-wrap ${sectionHeadClass}`}>
        <h2>{title}</h2>
        {beside}
      </div>
      {children}
    </div>
  );
}

type AmountProps = { figure: ReactNode; words: ReactNode; title?: string | undefined };

function Amount({ figure, words, title }: AmountProps) {
  return (
    <div className="mb-[9px] flex items-baseline gap-2.5">
      <span className="min-w-0 text-2xl font-[560] tracking-[-0.022em]" title={title}>
        {figure}
        <small className="text-md leading-[inherit] font-[450] tracking-normal text-ink-3"> {words}</small>
      </span>
    </div>
  );
}

function BalanceSection({ plan }: { plan: PlanLimits }) {
  const { localized_balance: balance, localized_currency: currency, current_balance: base } = plan;
  const credit = creditOf(plan);
  return (
    <PlanPart title="Credit balance">
      <Amount
        title={balance ?? undefined}
        figure={balance ? formatMoney(balance, currency) : <Shown value={balance} />}
        words={currency || (currency === undefined ? "" : `currency ${formatRaw(currency)}`)}
      />
      <BalanceBar credit={credit} />
      {base !== undefined && (
        <p className="text-sm/[17px] text-ink-3">
          <Money amount={base} /> in the platform’s base currency
        </p>
      )}
    </PlanPart>
  );
}

const shortMeter =
  "[&>[role=img]]:border-fault-fill [&>[role=img]]:bg-[repeating-linear-gradient(135deg,var(--fault-fill)_0_1.5px,var(--fault-wash)_1.5px_6px)]";

function BalanceBar({ credit }: { credit: Credit }) {
  if (!credit.isComparable) return <p className="text-sm/[17px] mt-1 mb-1.5 text-ink-3">{credit.reason}</p>;
  const { isShort, difference, balanceShare, mark } = credit;
  const { currency } = credit;
  const [balance, minimum] = comparedMoney([credit.balance, credit.minimum], currency);
  const differenceText = `${moneyText(difference, currency)} ${isShort ? "short" : "above"}`;
  const label = `Balance ${balance}, required ${minimum}: ${differenceText}`;
  return (
    <>
      <div className={`mt-[5px] mb-1.5 ${isShort ? shortMeter : ""}`}>
        <Meter label={label} parts={[{ share: balanceShare, tone: isShort ? "short" : "first" }]} mark={mark} />
      </div>
      <div className="mb-[5px] flex min-h-4 justify-between gap-3 text-xs text-ink-3 [&>span]:min-w-0">
        <span className={isShort ? "font-semibold text-fault-ink" : undefined}>
          {isShort ? differenceText : `${minimum} required`}
        </span>
        <span>{isShort ? `${minimum} required` : differenceText}</span>
      </div>
    </>
  );
}
