"use client";
import type { ReactNode } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { creditOf } from "@/components/record/money";
import { SlotMeter } from "@/components/ui/charts/slot-meter";
import { bayClass, baysClass } from "@/components/ui/page/section";
import { Shown } from "@/components/ui/page/shown";
import { Skeleton } from "@/components/ui/page/skeleton";
import { planCounts } from "@/lib/client/plan-counts";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import type { Alert } from "@/lib/contract/console/alerts";
import type { DeliverySummary } from "@/lib/contract/console/deliveries";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { fieldsOf } from "@/lib/contract/fields";
import { formatMoney } from "@/lib/format/decimal";
import { countOf, formatCount, formatNumber } from "@/lib/format/format-count";
import type { Overview } from "./use-overview";

export function Figures({ overview }: { overview: Overview }) {
  const { numbers, plan, deliveries, saved, alerts } = overview;
  return (
    <section
      className={`${baysClass({ columns: "own" })} grid-cols-2 narrow:grid-cols-[1.15fr_1.15fr_1.15fr_1fr]`}
      aria-label="Figures"
    >
      <Figure title="Phone numbers" query={plan} label="the plan's limits">
        {({ data }) => <PlanFigure plan={data} total={numbers.count} />}
      </Figure>
      <Figure title="Credit" query={plan} label="the plan's limits">
        {({ data }) => <CreditFigure plan={data} />}
      </Figure>
      <Figure title="Deliveries, 24 h" query={deliveries} label="the deliveries">
        {(summary) => <DeliveriesFigure summary={summary} />}
      </Figure>
      <Figure title="Campaigns" query={saved} label="the campaigns">
        {({ data }) => <CampaignsFigure records={data} alerts={alerts.data?.value.data ?? []} />}
      </Figure>
    </section>
  );
}

type FigureProps<T> = { title: string; query: ReadQuery<T>; label: string; children: (value: T) => ReactNode };

function Figure<T>({ title, query, label, children }: FigureProps<T>) {
  return (
    <div
      className={`${bayClass} min-h-[106px] pt-[13px] pb-3.5 max-narrow:py-3 max-narrow:even:border-l max-narrow:even:border-l-rule max-narrow:nth-2:border-t-0 max-narrow:last:odd:col-span-full [&_.art]:hidden [&>[role=status]]:flex-wrap`}
    >
      <h2 className="mb-[3px] text-sm font-medium text-ink-2">{title}</h2>
      <QueryView query={query} label={label} skeleton={<Skeleton rows={2} label={`Reading ${label}`} />}>
        {({ value }) => children(value)}
      </QueryView>
    </div>
  );
}

type AmountProps = { figure: ReactNode; words: string | null | undefined; title?: string | undefined };

function Amount({ figure, words, title }: AmountProps) {
  return (
    <div
      className="flex items-baseline gap-x-2 text-2xl font-[560] tracking-[-0.022em] max-narrow:text-[22px] max-narrow:leading-7"
      data-amount
      title={title}
    >
      <span className="block max-w-full min-w-0 flex-none truncate">{figure}</span>
      {words && (
        <small className="block min-w-0 truncate text-md leading-[inherit] font-[450] tracking-normal text-ink-3">
          {words}
        </small>
      )}
    </div>
  );
}

function Explanation({ children }: { children: ReactNode }) {
  return <div className="mt-1.5 block min-h-4 min-w-0 truncate text-sm text-ink-3">{children}</div>;
}

function PlanFigure({ plan, total }: { plan: PlanLimits; total: number | undefined }) {
  const { figure, words, jacks, over } = planCounts(plan, total);
  const named = plan.plan_name ? ` on plan ${plan.plan_name}` : "";
  return (
    <>
      <Amount figure={figure} words={`${words}${named}`} />
      <div className="mt-1.5 flex min-h-4 items-center gap-2 text-sm text-ink-3 max-narrow:[&>[role=img]]:gap-[1.5px] [&>[role=img]]:flex-1 max-narrow:[&>[role=img]>i]:basis-[6px]">
        {jacks && <SlotMeter {...jacks} small />}
        {over > 0 && <span className="font-[550] text-fault-ink">{over} over</span>}
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
      <Amount
        title={balance ?? undefined}
        figure={balance ? formatMoney(balance, code) : <Shown value={balance} />}
        words={code}
      />
      <Explanation>
        {credit.isComparable && credit.isShort ? (
          <span className="font-[550] text-fault-ink">
            {formatMoney(credit.difference, code)} {code} below the minimum to add a number
          </span>
        ) : minimum === null || minimum === undefined ? (
          credit.isComparable || credit.reason
        ) : (
          `Minimum balance to add a number: ${formatMoney(minimum, pricing.currency)} ${pricing.currency ?? ""}`
        )}
      </Explanation>
    </>
  );
}

function DeliveriesFigure({ summary: { total, not_delivered: missed, reading } }: { summary: DeliverySummary }) {
  const share = total === 0 ? undefined : `${formatNumber(Math.floor(((total - missed) * 1000) / total) / 10, 0, 1)}%`;
  return (
    <>
      <Amount
        figure={share ?? formatCount(0)}
        words={share ? `of ${formatCount(total)}` : reading.ok_at ? "deliveries" : "not read yet"}
      />
      <Explanation>
        {missed > 0 ? (
          <span className="font-[550] text-fault-ink">{formatCount(missed)} not delivered</span>
        ) : (
          total > 0 && "All delivered"
        )}
      </Explanation>
    </>
  );
}

const running = /^(running|in[-_ ]?progress|processing|active)$/i;

type CampaignsFigureProps = { records: readonly SavedRecord[]; alerts: readonly Alert[] };

function CampaignsFigure({ records, alerts }: CampaignsFigureProps) {
  const campaigns = records.filter(({ resource, not_found_since }) => resource === "campaigns" && !not_found_since);
  const still = alerts.filter(({ rule }) => rule === "campaign_still").length;
  const moving = campaigns.filter(({ last_status_word: word }) => word !== null && running.test(word)).length;
  return (
    <>
      <Amount figure={formatCount(moving)} words="running" />
      <Explanation>
        {still > 0
          ? `${formatCount(still)} ${still === 1 ? "stands" : "stand"} still`
          : `${countOf(campaigns.length, "campaign")} known here`}
      </Explanation>
    </>
  );
}
