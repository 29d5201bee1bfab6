import type { ReactNode } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { sectionClass, sectionsClass } from "@/components/ui/page/section";
import { Shown } from "@/components/ui/page/shown";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { momentWords, shareOf, watchedText } from "@/lib/client/webhook-log";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import type { AlertGroup } from "@/lib/contract/console/alerts";
import type { Overview as OverviewMore } from "@/lib/contract/console/summary";
import type { DeliveryHealth } from "@/lib/contract/console/webhook-log/summary";
import { planAllowance } from "@/lib/contract/plan-allowance";
import { planCounts } from "@/lib/contract/plan-counts";
import { creditOf } from "@/lib/contract/plan-credit";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatMoney, moneyText } from "@/lib/format/money";
import type { Overview } from "./use-overview";

export function Figures({ overview }: { overview: Overview }) {
  const { counts, plan, deliveries, groups, more } = overview;
  return (
    <section className={`${sectionsClass({ columns: "own" })} grid-cols-2 narrow:grid-cols-4`} aria-label="Figures">
      <Figure title="Calls now" query={more} label="the calls in progress">
        {({ data }) => <CallsFigure calls={data.calls} groups={groups.data?.value.data ?? []} />}
      </Figure>
      <Figure title="Deliveries, 24 h" query={deliveries} label="the deliveries">
        {(summary) => <DeliveriesFigure summary={summary} />}
      </Figure>
      <Figure title="Credit" query={plan} label="the plan's limits">
        {({ data }) => <CreditFigure plan={data} spent={more.data?.value.data.credit} />}
      </Figure>
      <Figure title="Phone numbers" query={plan} label="the plan's limits">
        {({ data }) => <PlanFigure plan={data} total={counts?.phone_numbers ?? undefined} />}
      </Figure>
    </section>
  );
}

type FigureProps<T> = { title: string; query: ReadQuery<T>; label: string; children: (value: T) => ReactNode };

function Figure<T>({ title, query, label, children }: FigureProps<T>) {
  return (
    <div
      className={`${sectionClass} min-h-[108px] max-narrow:min-h-28 pt-[13px] pb-3.5 max-narrow:py-3 max-narrow:even:border-l max-narrow:even:border-l-rule max-narrow:nth-2:border-t-0 max-narrow:last:odd:col-span-full [&_.art]:hidden [&>[role=status]]:flex-wrap`}
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
        <small className="block min-w-0 truncate text-md max-narrow:whitespace-normal leading-[inherit] font-[450] tracking-normal text-ink-3">
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
  const { word, tone } = planAllowance(plan, total);
  return (
    <>
      <Amount figure={figure} words={words} />
      <Explanation>
        {over > 0 ? (
          <span className="font-[550] text-fault-ink">{formatCount(over)} over the plan’s limit</span>
        ) : (
          <>
            {slotCounts.due > 0 && `${formatCount(slotCounts.due)} pending. `}
            <span className={tone === "wait" ? "font-[550] text-wait-ink" : undefined}>{word}</span>
          </>
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
            {moneyText(credit.difference, code)} below the minimum to add a number
          </span>
        ) : (
          daysLeft(balance, spent, code)
        )}
      </Explanation>
    </>
  );
}

const maxDays = 999;

/** Days until the credit is used up at the recent rate. Needs at least one day of calls. */
type Currency = string | null | undefined;

function daysLeft(balance: string | null | undefined, spent: Spent | null | undefined, currency: Currency): string {
  if (spent === undefined || !balance) return "";
  if (spent === null) return "Days left: available after one day of calls";
  const periodText =
    spent.over_days >= 6.5 ? "last week" : `over the last ${countOf(Math.floor(spent.over_days), "day")}`;
  if (spent.a_day === 0) return spent.over_days >= 6.5 ? "Nothing spent last week" : "No recent spending";
  const days = Math.max(0, Number(balance)) / spent.a_day;
  const durationText = days > maxDays ? `more than ${maxDays} days` : `about ${countOf(Math.floor(days), "day")}`;
  return Number.isNaN(days)
    ? ""
    : `${durationText}, at ${moneyText(spent.a_day.toFixed(6), currency)} a day ${periodText}`;
}

function DeliveriesFigure({ summary }: { summary: DeliveryHealth }) {
  const { total, not_delivered: notDelivered, retrying, watched, reading } = summary;
  const zone = useZone();
  const nowMs = useNow(60_000) ?? 0;
  const known = total === 0 ? undefined : shareOf(summary, summary);
  const since = known?.since === undefined ? "" : ` since ${momentWords(known.since, zone, nowMs)}`;
  return (
    <>
      <Amount
        figure={known?.share ?? formatCount(0)}
        words={known ? `of ${formatCount(known.total)}${since}` : reading.ok_at ? "deliveries" : "no data yet"}
      />
      <Explanation>
        {notDelivered > 0 ? (
          <span className="font-[550] text-fault-ink">{formatCount(notDelivered)} not arrived</span>
        ) : retrying > 0 ? (
          `${formatCount(retrying)} not arrived yet`
        ) : watched === "all" ? (
          total > 0 && "All delivered"
        ) : (
          watchedText(reading, zone)
        )}
      </Explanation>
    </>
  );
}

type CallsFigureProps = { calls: OverviewMore["calls"]; groups: readonly AlertGroup[] };

function CallsFigure({ calls, groups }: CallsFigureProps) {
  const late = groups.reduce((sum, { rule, count }) => sum + (rule === "call_long" ? count : 0), 0);
  if (!calls) return <Amount figure="–" words="no events received" />;
  return (
    <>
      <Amount figure={formatCount(calls.live)} words={calls.live === 1 ? "call" : "calls"} />
      <Explanation>
        {late > 0 ? (
          <span className="font-[550] text-wait-ink">{formatCount(late)} past their limit</span>
        ) : (
          `${formatCount(calls.ended)} ended in 24 h`
        )}
      </Explanation>
    </>
  );
}
