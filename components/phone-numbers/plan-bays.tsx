"use client";

import { DriftNotice } from "@/components/record/drift-notice";
import { Money } from "@/components/record/money";
import { RecordView } from "@/components/record/record-view";
import { KvList } from "@/components/ui/kv-list";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import type { Drift } from "@/lib/contract/drift";
import { fieldsOf } from "@/lib/contract/fields";
import { BalanceBay } from "./balance-bay";
import { PlanBay } from "./plan-bay";

type PlanBaysProps = {
  plan: PlanLimits;
  /** The plan just as it was sent. */
  sent: unknown;
  drift: readonly Drift[];
  total: number | undefined;
};

export function PlanBays({ plan, sent, drift, total }: PlanBaysProps) {
  const pricing = fieldsOf(plan.pricing);
  const fee = (amount: unknown) => <Money amount={amount} currency={pricing.currency} />;
  return (
    <>
      <PlanBay plan={plan} total={total} />
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
      <BalanceBay plan={plan} />
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
