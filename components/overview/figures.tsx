"use client";

import type { ReactNode } from "react";
import { QueryView, type ReadQuery } from "@/components/query/query-view";
import { creditOf } from "@/components/record/credit";
import { Shown } from "@/components/ui/shown";
import { Skeleton } from "@/components/ui/skeleton";
import { SlotMeter } from "@/components/ui/slot-meter";
import { planCounts } from "@/lib/client/plan-counts";
import { type Credential, hasSyncError } from "@/lib/contract/api/credentials";
import type { PlanLimits } from "@/lib/contract/api/phone-numbers";
import { fieldsOf, numberOf } from "@/lib/contract/fields";
import { groupThousands } from "@/lib/format/group-thousands";
import { plural } from "./attention-item";
import type { Overview } from "./use-overview";
import { notDeliveredMessage, type RecentLog } from "./use-overview";
import { useStatusMeanings } from "./use-status-meanings";

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
        {jacks && <SlotMeter {...jacks} small />}
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

function LogFigure({ recent }: { recent: RecentLog }) {
  const { timed, untimed } = recent;
  const missed = notDeliveredMessage(timed.notDelivered, untimed.notDelivered);
  return (
    <>
      <div className="fig">
        <span className="trunc">{timed.entries.toLocaleString("en-US")}</span>
        <small className="trunc">{missed ?? (timed.entries === 0 ? "entries" : "all delivered")}</small>
      </div>
      <div className="sub trunc">
        {timed.oneAttempt === undefined ? "No entry in this time" : `${timed.oneAttempt} of entries took one attempt`}
        {untimed.entries > 0 && `; ${plural(untimed.entries, "more entry", "more entries")} with no time sent`}
      </div>
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
      <div className="fig">
        <span className="trunc">{synced.length}</span>
        <small className="trunc">of {credentials.length} synced</small>
      </div>
      <div className="sub trunc">
        {isOther
          ? `${credentials.length} were read; the platform says ${total}`
          : isStale
            ? "Could not be checked again"
            : "Checked with this page"}
      </div>
    </>
  );
}
