"use client";

import { type Credit, creditOf } from "@/components/record/credit";
import { DriftNotice } from "@/components/record/drift-notice";
import { Money } from "@/components/record/money";
import { RecordView } from "@/components/record/record-view";
import { Status } from "@/components/status/status";
import { KvList } from "@/components/ui/kv-list";
import { Shown } from "@/components/ui/shown";
import { Meter, SlotMeter } from "@/components/ui/slot-meter";
import { StatusIcon } from "@/components/ui/status-icon";
import { planCounts } from "@/lib/client/plan-counts";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import type { Drift } from "@/lib/contract/drift";
import { fieldsOf } from "@/lib/contract/fields";
import { formatRaw } from "@/lib/format/format-raw";
import { groupThousands } from "@/lib/format/group-thousands";

type PlanSectionsProps = {
  plan: PlanLimits;
  /** The plan just as it was sent. */
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
      <div className="bay">
        <div className="bay-h">
          <h2>What a number costs</h2>
        </div>
        <KvList
          entries={[
            ["Purchase fee, once", fee(pricing.phone_buy_fee)],
            ["Monthly fee", fee(pricing.phone_monthly_fee)],
            ["Balance required", fee(pricing.min_credit_balance)],
          ]}
        />
        <p className="note plan-note">The API contract shows no call to buy one.</p>
      </div>
      <BalanceSection plan={plan} />
      {drift.length > 0 && (
        <div className="plan-drift">
          <DriftNotice drift={drift} />
          <details>
            <summary className="link">All of it, as it was sent</summary>
            <RecordView value={sent} label="Plan as sent" isTight isBare />
          </details>
        </div>
      )}
    </>
  );
}

function PlanSection({ plan, total }: { plan: PlanLimits; total: number | undefined }) {
  const { figure, words, counted, jacks, isNegative } = planCounts(plan, total);
  return (
    <div className="bay">
      <div className="bay-h">
        <h2>{plan.plan_name ? `Plan ${plan.plan_name}` : `Plan, name ${formatRaw(plan.plan_name)}`}</h2>
        <Allowed isAllowed={plan.is_allowed} />
      </div>
      <div className="big">
        <span className="fig">
          {figure}
          <small> {words}</small>
        </span>
      </div>
      {jacks && <SlotMeter {...jacks} legend />}
      {jacks && jacks.due > 0 && (
        <p className="note plan-note">The plan counts pending requests. They are not in the list.</p>
      )}
      {isNegative && (
        <p className="plan-unknown">
          <StatusIcon tone="wait" tinted />
          <span>
            The plan counts {counted}, the list says {total}. The API contract does not say why they would differ this
            way.
          </span>
        </p>
      )}
    </div>
  );
}

function Allowed({ isAllowed }: { isAllowed: PlanLimits["is_allowed"] }) {
  if (isAllowed === true) return <Status word="Another number may be bought" tone="ok" pill />;
  if (isAllowed === false) return <Status word="No other number may be bought" tone="wait" pill />;
  if (isAllowed !== undefined)
    return <Status word={`is_allowed: ${formatRaw(isAllowed)}`} tone="unknown" title="As it was sent" pill />;
  return <Status word="Not said whether another may be bought" tone="unknown" title="is_allowed was not sent" pill />;
}

function BalanceSection({ plan }: { plan: PlanLimits }) {
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
          <small> {currency || (currency === undefined ? "" : `currency ${formatRaw(currency)}`)}</small>
        </span>
      </div>
      <BalanceBar plan={plan} credit={credit} />
      {base !== undefined && <p className="note">{formatRaw(base)} in the platform’s base currency</p>}
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
