"use client";

import type { ReactNode } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { creditOf } from "@/components/record/credit";
import { Shown } from "@/components/ui/shown";
import { Skeleton } from "@/components/ui/skeleton";
import { JackField } from "@/components/ui/slot-meter";
import { planCounts } from "@/lib/client/plan-counts";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import { fieldsOf, numberOf } from "@/lib/contract/fields";
import { groupThousands } from "@/lib/format/group-thousands";
import { CredentialFigure } from "./credential-figure";
import { LogFigure } from "./log-figure";
import type { Overview } from "./use-overview";

export function Figures({ overview }: { overview: Overview }) {
  const { numbers, plan, logs, recent, credentials, maySeeCredentials } = overview;
  return (
    <section className="bays reg" aria-label="Figures">
      <Figure title="Phone numbers" query={plan} label="the plan's limits">
        {({ data }) => <PlanFigure plan={data} total={numbers.count} />}
      </Figure>
      <Figure title="Credit balance" query={plan} label="the plan's limits">
        {({ data }) => <CreditFigure plan={data} />}
      </Figure>
      <Figure title="Webhook log, last 24 h" query={logs} label="the webhook log">
        {() => recent && <LogFigure recent={recent} />}
      </Figure>
      {maySeeCredentials && (
        <Figure title="Credentials" query={credentials} label="credentials">
          {({ data, total }) => (
            <CredentialFigure credentials={data} total={numberOf(total)} isStale={credentials.error !== null} />
          )}
        </Figure>
      )}
    </section>
  );
}

type FigureProps<T> = { title: string; query: ReadQuery<T>; label: string; children: (value: T) => ReactNode };

function Figure<T>({ title, query, label, children }: FigureProps<T>) {
  return (
    <div className="bay">
      <h2>{title}</h2>
      <QueryView query={query} label={label} skeleton={<Skeleton rows={2} label={`Reading ${label}`} />}>
        {({ value }) => children(value)}
      </QueryView>
    </div>
  );
}

function PlanFigure({ plan, total }: { plan: PlanLimits; total: number | undefined }) {
  const { figure, words, jacks, over } = planCounts(plan, total);
  const named = plan.plan_name ? ` on plan ${plan.plan_name}` : "";
  return (
    <>
      <div className="fig">
        <span className="trunc">{figure}</span>
        <small className="trunc">{`${words}${named}`}</small>
      </div>
      <div className="sub">
        {jacks && <JackField {...jacks} small />}
        {over > 0 && <span className="over">{over} over</span>}
      </div>
    </>
  );
}

function CreditFigure({ plan }: { plan: PlanLimits }) {
  const { localized_balance: balance, localized_currency: code } = plan;
  const pricing = fieldsOf(plan.pricing);
  const credit = creditOf(plan);
  const minimum = pricing.min_credit_balance;
  return (
    <>
      <div className="fig" title={balance ?? undefined}>
        <span className="trunc">{balance ? groupThousands(balance) : <Shown value={balance} />}</span>
        {code && <small className="trunc">{code}</small>}
      </div>
      <div className="sub trunc">
        {credit.isComparable && credit.isShort ? (
          <span className="over">
            {groupThousands(credit.difference)} {code} short of what another number needs
          </span>
        ) : minimum === null || minimum === undefined ? (
          credit.isComparable || credit.reason
        ) : (
          `Another number needs at least ${groupThousands(minimum)} ${pricing.currency ?? ""}`
        )}
      </div>
    </>
  );
}
