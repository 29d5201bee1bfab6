"use client";
import type { ReactNode } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { creditOf } from "@/components/record/money";
import { SlotMeter } from "@/components/ui/charts/slot-meter";
import { bayClass, baysClass } from "@/components/ui/page/section";
import { Shown } from "@/components/ui/page/shown";
import { Skeleton } from "@/components/ui/page/skeleton";
import { planCounts } from "@/lib/client/plan-counts";
import { type Credential, hasSyncError } from "@/lib/contract/api/credentials";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import { fieldsOf, numberOf } from "@/lib/contract/fields";
import { groupThousands } from "@/lib/format/decimal";
import { countOf, formatCount } from "@/lib/format/format-count";
import { notDeliveredMessage, type Overview, type RecentLog, useStatusMeanings } from "./use-overview";

export function Figures({ overview }: { overview: Overview }) {
  const { numbers, plan, logs, recent, credentials, maySeeCredentials } = overview;
  return (
    <section
      className={`${baysClass({ columns: "own" })} grid-cols-3 max-narrow:grid-cols-2 ${maySeeCredentials ? "narrow:grid-cols-[1.25fr_1.1fr_1.15fr_0.95fr]" : ""}`}
      aria-label="Figures"
    >
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
        figure={balance ? groupThousands(balance) : <Shown value={balance} />}
        words={code}
      />
      <Explanation>
        {credit.isComparable && credit.isShort ? (
          <span className="font-[550] text-fault-ink">
            {groupThousands(credit.difference)} {code} short of what another number needs
          </span>
        ) : minimum === null || minimum === undefined ? (
          credit.isComparable || credit.reason
        ) : (
          `Another number needs at least ${groupThousands(minimum)} ${pricing.currency ?? ""}`
        )}
      </Explanation>
    </>
  );
}

function LogFigure({ recent }: { recent: RecentLog }) {
  const { timed, untimed } = recent;
  const missed = notDeliveredMessage(timed.notDelivered, untimed.notDelivered);
  return (
    <>
      <Amount
        figure={formatCount(timed.entries)}
        words={missed ?? (timed.entries === 0 ? "entries" : "all delivered")}
      />
      <Explanation>
        {timed.oneAttempt === undefined ? "No entry in this time" : `${timed.oneAttempt} of entries took one attempt`}
        {untimed.entries > 0 && `; ${countOf(untimed.entries, "more entry", "more entries")} with no time sent`}
      </Explanation>
    </>
  );
}

type CredentialFigureProps = { credentials: readonly Credential[]; total: number | null | undefined; isStale: boolean };

/** Synced: the sync left no error, and its word reads as in order. */
function CredentialFigure({ credentials, total, isStale }: CredentialFigureProps) {
  const toneOf = useStatusMeanings();
  const synced = credentials.filter(
    (credential) =>
      !hasSyncError(credential) && toneOf("credentials", "last_sync_status", credential.last_sync_status) === "ok",
  );
  const isOther = typeof total === "number" && total !== credentials.length;
  return (
    <>
      <Amount figure={synced.length} words={`of ${credentials.length} synced`} />
      <Explanation>
        {isOther
          ? `${credentials.length} were read; the platform says ${total}`
          : isStale
            ? "Could not be checked again"
            : "Checked with this page"}
      </Explanation>
    </>
  );
}
