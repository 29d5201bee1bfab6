"use client";

import type { ReactNode } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { creditOf } from "@/components/record/money";
import { planAllowance } from "@/components/record/plan-allowance";
import { sectionClass, sectionsClass } from "@/components/ui/page/section";
import { Shown } from "@/components/ui/page/shown";
import { useZone } from "@/components/ui/time/zone";
import { planCounts } from "@/lib/client/plan-counts";
import { deliveredShare, watchedText } from "@/lib/client/webhook-log";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import type { Alert } from "@/lib/contract/console/alerts";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import type { DeliverySummary } from "@/lib/contract/console/deliveries";
import type { Overview as OverviewMore } from "@/lib/contract/console/summary";
import { formatMoney } from "@/lib/format/decimal";
import { countOf, formatCount } from "@/lib/format/format-count";
import type { Overview } from "./use-overview";

export function Figures({ overview }: { overview: Overview }) {
  const { numbers, plan, deliveries, campaigns, alerts, more } = overview;
  return (
    <section className={`${sectionsClass({ columns: "own" })} grid-cols-2 narrow:grid-cols-4`} aria-label="Figures">
      <Figure title="Phone numbers" query={plan} label="the plan's limits">
        {({ data }) => <PlanFigure plan={data} total={numbers.count} />}
      </Figure>
      <Figure title="Credit" query={plan} label="the plan's limits">
        {({ data }) => <CreditFigure plan={data} spent={more.data?.value.data.credit} />}
      </Figure>
      <Figure title="Deliveries, 24 h" query={deliveries} label="the deliveries">
        {(summary) => <DeliveriesFigure summary={summary} />}
      </Figure>
      <Figure title="Campaigns" query={campaigns} label="the campaigns">
        {({ data }) => <CampaignsFigure campaigns={data} alerts={alerts.data?.value.data ?? []} />}
      </Figure>
    </section>
  );
}

type FigureProps<T> = { title: string; query: ReadQuery<T>; label: string; children: (value: T) => ReactNode };

function Figure<T>({ title, query, label, children }: FigureProps<T>) {
  return (
    <div
      className={`${sectionClass} min-h-[108px] pt-[13px] pb-3.5 max-narrow:py-3 max-narrow:even:border-l max-narrow:even:border-l-rule max-narrow:nth-2:border-t-0 max-narrow:last:odd:col-span-full [&_.art]:hidden [&>[role=status]]:flex-wrap`}
    >
      <h2 className="mb-[3px] text-sm font-medium text-ink-2">{title}</h2>
      <QueryView query={query} label={label} rows={1}>
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
  return (
    <div className="mt-1.5 block min-h-4 min-w-0 truncate text-sm/4 text-ink-3 max-narrow:whitespace-normal">
      {children}
    </div>
  );
}

function PlanFigure({ plan, total }: { plan: PlanLimits; total: number | undefined }) {
  const { figure, words, counted, most, slotCounts, over } = planCounts(plan, total);
  if (counted === undefined || most === undefined || !slotCounts) return <Amount figure={figure} words={words} />;
  const parts = [
    ...(slotCounts.due > 0 ? [`${formatCount(slotCounts.due)} pending`] : []),
    planAllowance(plan, total).word,
  ];
  return (
    <>
      <Amount figure={figure} words={words} />
      <Explanation>
        {over > 0 ? (
          <span className="font-[550] text-fault-ink">{formatCount(over)} over the plan’s limit</span>
        ) : (
          parts.join(". ")
        )}
      </Explanation>
    </>
  );
}

type CreditFigureProps = { plan: PlanLimits; spent: Spent | null | undefined };
type Spent = NonNullable<OverviewMore["credit"]>;

function CreditFigure({ plan, spent }: CreditFigureProps) {
  const { localized_balance: balance, localized_currency: code } = plan;
  const credit = creditOf(plan);
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
        ) : (
          daysLeft(balance, spent)
        )}
      </Explanation>
    </>
  );
}

const maxDays = 999;

/** Days until the credit is used up at the recent rate. Needs at least one day of calls. */
function daysLeft(balance: string | null | undefined, spent: Spent | null | undefined): string {
  if (spent === undefined || !balance) return "";
  if (spent === null) return "Days left: available after one day of calls";
  const periodText =
    spent.over_days >= 6.5 ? "last week" : `over the last ${countOf(Math.floor(spent.over_days), "day")}`;
  if (spent.a_day === 0) return spent.over_days >= 6.5 ? "Nothing spent last week" : "No recent spending";
  const days = Math.max(0, Number(balance)) / spent.a_day;
  const durationText = days > maxDays ? `more than ${maxDays} days` : `about ${countOf(Math.floor(days), "day")}`;
  return Number.isNaN(days)
    ? ""
    : `${durationText}, at ${formatMoney(String(spent.a_day), undefined)} a day ${periodText}`;
}

function DeliveriesFigure({ summary }: { summary: DeliverySummary }) {
  const { total, not_delivered: notDelivered, retrying, watched, reading } = summary;
  const zone = useZone();
  const share = total === 0 ? undefined : deliveredShare(summary, watched);
  return (
    <>
      <Amount
        figure={share ?? formatCount(0)}
        words={share ? `of ${formatCount(total)}` : reading.ok_at ? "deliveries" : "no data yet"}
      />
      <Explanation>
        {notDelivered > 0 ? (
          <span className="font-[550] text-fault-ink">{formatCount(notDelivered)} not delivered</span>
        ) : retrying > 0 ? (
          `${formatCount(retrying)} being retried`
        ) : watched === "all" ? (
          total > 0 && "All delivered"
        ) : (
          watchedText(reading, zone)
        )}
      </Explanation>
    </>
  );
}

type CampaignsFigureProps = { campaigns: readonly KnownCampaign[]; alerts: readonly Alert[] };

function CampaignsFigure({ campaigns, alerts }: CampaignsFigureProps) {
  const existing = campaigns.filter(({ not_found_since }) => !not_found_since);
  const running = existing.filter(({ status }) => stageOf(status) === "running");
  const stalledCount = alerts.filter(({ rule }) => rule === "campaign_still").length;
  const perMinute = running.reduce((sum, { pace }) => sum + (pace?.perMinute ?? 0), 0);
  const parts = [
    ...(running.some(({ pace }) => typeof pace?.perMinute === "number")
      ? [`${Math.round(perMinute * 10) / 10} ${perMinute === 1 ? "contact" : "contacts"} a minute`]
      : []),
    ...(stalledCount > 0 ? [`${formatCount(stalledCount)} stalled`] : []),
  ];
  return (
    <>
      <Amount figure={formatCount(running.length)} words="running" />
      <Explanation>
        {parts.join(", ") || (existing.length === 0 ? "none yet" : countOf(existing.length, "campaign"))}
      </Explanation>
    </>
  );
}
