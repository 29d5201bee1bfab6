"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo, useState } from "react";
import { isFirstRead, QueryView, useDataAfter } from "@/components/query/query-view";
import { SentRecord } from "@/components/record/sent-record";
import { RecordStatus, Status } from "@/components/status/status";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useGo } from "@/components/ui/browser/use-go";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import type { Tone } from "@/components/ui/buttons/status-icon";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { PageHead } from "@/components/ui/page/page-head";
import { sectionClass, sectionsClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { useNow } from "@/components/ui/time/use-now";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { sharedWords } from "@/lib/client/unique-keys";
import { momentWords, targetOf, watchedText } from "@/lib/client/webhook-log";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import {
  type DeliverySummary,
  getWebhookFigures,
  type WebhookHealth,
  wordText,
} from "@/lib/contract/console/deliveries";
import { rowsIn } from "@/lib/contract/fields";
import { countOf, formatCount } from "@/lib/format/format-count";
import {
  ALL_TIME,
  grainOf,
  type LogFilter,
  presets,
  rangeText,
  spanOf,
  timeOnly,
  toPreset,
  webhookInputs,
} from "./log-filter";
import { LogStale } from "./log-head";
import { LogMeaningContext, useRangeZone, useStatusTone, useSummary } from "./use-webhook-log";
import { WebhookEvents } from "./webhook-events";
import { attemptsOf, firstTryShare, type LogHref, shareText } from "./webhook-figures";
import { LogCharts } from "./webhook-log";

const NeverRead = deferred(async () => (await import("./no-entries")).NeverRead);
const SignatureCheck = deferred(async () => (await import("./signature-check")).SignatureCheck);

const ranges = [...presets.slice(2).map(({ value, label }) => ({ value, label })), { value: ALL_TIME, label: "All" }];

/** Figures, events and retries of one webhook in the chosen time range. */
export function WebhookScreen({ id }: { id: string }) {
  const url = useUrlState();
  const toneOf = useStatusTone();
  const address = url.href({});
  const filter = useMemo(() => {
    const params = new URL(address, "http://here").searchParams;
    return timeOnly((name) => params.get(name));
  }, [address]);
  const nowMs = useNow(grainOf(filter)) ?? 0;
  const inputs = useMemo(() => webhookInputs(id, filter, nowMs), [id, filter, nowMs]);
  const figures = useQuery({ ...read(getWebhookFigures, inputs.figures), placeholderData: keepPreviousData });
  const summary = useDataAfter(useSummary(inputs.counts, true), figures);
  useAtRest(SignatureCheck.load);

  const health = summary.data?.value.webhooks.find(({ webhook_id }) => webhook_id === id);
  const params = new URL(address, "http://here").searchParams;
  const logHref = (more: Record<string, string | undefined> = {}) => webhookLogHref(id, params, more);

  return (
    <LogMeaningContext value={toneOf}>
      <WebhookHead
        {...{ id, filter, nowMs, health, logHref }}
        summary={summary.data?.value}
        isRead={!isFirstRead(summary)}
      />
      <QueryView query={summary} label="this webhook" id={id} level={2}>
        {({ value }) => {
          if (value.reading.ok_at === null) return <NeverRead reading={value.reading} />;
          if (!health?.is_listed && !health?.older && value.last_at === null) return <NoWebhook id={id} />;
          return (
            <>
              <LogStale reading={value.reading} />
              <WebhookCounts
                summary={value}
                health={health}
                last={figures.data?.value.last_delivered_at}
                nowMs={nowMs}
              />
              <ChartsToLog filter={filter} summary={value} href={logHref} />
              <QueryView query={figures} label="its events" level={2}>
                {({ value: webhookFigures }) => (
                  <WebhookEvents
                    figures={webhookFigures}
                    summary={value}
                    events={health?.events ?? null}
                    href={logHref}
                    nowMs={nowMs}
                  />
                )}
              </QueryView>
              <Signature />
              <ChosenRecords chosen={id} />
            </>
          );
        }}
      </QueryView>
    </LogMeaningContext>
  );
}

type WebhookHeadProps = {
  id: string;
  filter: LogFilter;
  nowMs: number;
  health: WebhookHealth | undefined;
  summary: DeliverySummary | undefined;
  isRead: boolean;
  logHref: () => string;
};

function WebhookHead({ id, filter, nowMs, health, summary, isRead, logHref }: WebhookHeadProps) {
  const url = useUrlState();
  const zone = useZone();
  const timeZone = useRangeZone({ url });
  const target = health && targetOf(health);
  const name = target && `${target.host}${target.path}`;
  return (
    <PageHead
      title={name ?? "Webhook"}
      name={name}
      crumbs={[{ label: "Webhooks", href: "/webhooks" }]}
      beside={health?.is_listed && <RecordStatus resource="webhooks" field="status" word={health.status} pill />}
      meta={
        isRead && (
          <>
            <CopyId id={id} whole />
            {health?.events && <span className="text-ink-3">{countOf(health.events.length, "event")} subscribed</span>}
            {summary && <span className="text-ink-3">{watchedText(summary.reading, zone)}</span>}
            {(filter.preset || filter.between) && nowMs > 0 && (
              <span className="text-ink-3">
                {rangeText(spanOf(filter, nowMs), nowMs, timeZone)} {timeZone}
              </span>
            )}
          </>
        )
      }
      actions={
        isRead && (
          <>
            <SegmentedControl
              label="Time"
              options={ranges}
              value={filter.preset?.value ?? (filter.between ? "" : ALL_TIME)}
              onChange={(value) => url.set(toPreset(value))}
            />
            <Link className={linkClass} href={logHref()}>
              Open its deliveries
            </Link>
          </>
        )
      }
    />
  );
}

/** URL of the webhook log for this webhook, with the time of this page and more filters. */
function webhookLogHref(id: string, pageParams: URLSearchParams, more: Record<string, string | undefined>) {
  const logParams = new URLSearchParams({ webhook: wordText(id) });
  for (const name of ["time", "between", "tz"]) {
    const value = pageParams.get(name);
    if (value && !("between" in more)) logParams.set(name, value);
  }
  for (const [name, value] of Object.entries(more)) if (value !== undefined) logParams.set(name, value);
  return `/webhooks?${logParams}`;
}

type ChartsProps = { filter: LogFilter; summary: DeliverySummary; href: LogHref };

/** Charts whose clicks open the filtered webhook log. */
function ChartsToLog({ filter, summary, href }: ChartsProps) {
  const go = useGo();
  const url = useUrlState();
  return <LogCharts log={{ filter, url: { ...url, set: (changes) => go(href(changes)) } }} summary={summary} />;
}

type CountsProps = {
  summary: DeliverySummary;
  health: WebhookHealth | undefined;
  last: string | null | undefined;
  nowMs: number;
};

function WebhookCounts({ summary, health, last, nowMs }: CountsProps) {
  const { total, not_delivered, statuses } = summary;
  const attempts = attemptsOf(summary);
  const zone = useZone();
  const { failing_since: since = null, failing: count = 0 } = health ?? {};
  const failing =
    since !== null && count > 1
      ? `${formatCount(count)} not delivered since ${momentWords(since, zone, nowMs)}`
      : undefined;
  return (
    <section
      className={`${sectionsClass({ columns: "own" })} grid-cols-2 narrow:grid-cols-[1.15fr_1.15fr_1.15fr_1fr]`}
      aria-label="Figures"
    >
      <Figure
        title="Delivered"
        figure={total === 0 ? "–" : shareText(total, not_delivered)}
        note={statuses.map(({ word, count }) => `${word} ${formatCount(count)}`).join(", ") || "none in this time"}
      />
      <Figure
        title="On the first attempt"
        figure={firstTryShare(summary)}
        note={`of ${countOf(total, "delivery", "deliveries")}`}
      />
      <Figure
        title="Attempts, median"
        figure={attempts ? formatCount(attempts.median) : "–"}
        note={attempts ? `95% within ${formatCount(attempts.p95)}, at most ${formatCount(attempts.most)}` : ""}
      />
      <Figure
        title="Last delivered"
        figure={
          last ? momentWords(last, zone, nowMs) : last === null ? (health?.older ? "not known" : "never seen") : "–"
        }
        note={failing ?? ""}
        tone={failing ? "fault" : undefined}
      />
    </section>
  );
}

type FigureProps = { title: string; figure: string; note: string; tone?: Tone | undefined };

function Figure({ title, figure, note, tone }: FigureProps) {
  return (
    <div
      className={`${sectionClass} min-h-[106px] pt-[13px] pb-3.5 max-narrow:py-3 max-narrow:even:border-l max-narrow:even:border-l-rule max-narrow:nth-2:border-t-0`}
    >
      <h2 className="mb-[3px] text-sm font-medium text-ink-2">{title}</h2>
      <div
        className="text-2xl font-[560] tracking-[-0.022em] max-narrow:text-[22px] max-narrow:leading-7"
        data-amount
        title={figure}
      >
        <span className="block max-w-full min-w-0 flex-none truncate">{figure}</span>
      </div>
      <div className="mt-1.5 block min-h-4 min-w-0 truncate text-sm text-ink-3" title={note}>
        {tone ? <Status word={note} tone={tone} /> : note}
      </div>
    </div>
  );
}

function Signature() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={`${sectionClass} border-t border-rule print:hidden`}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={linkClass}>Check a signature</summary>
      {isOpen && <SignatureCheck />}
    </details>
  );
}

function NoWebhook({ id }: { id: string }) {
  return (
    <div className={`${sectionClass} border-t border-rule`}>
      <StateMessage kind="not-found" heading="No webhook with this ID" level={2}>
        <p>
          The platform lists no webhook <CopyId id={id} whole />, and no delivery names it.{" "}
          <Link className={linkClass} href="/webhooks">
            Show all webhooks
          </Link>
        </p>
      </StateMessage>
    </div>
  );
}

/** Raw records of the webhook, loaded when opened. Several if webhooks share the ID. */
function ChosenRecords({ chosen }: { chosen: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({ ...read(listWebhooks, {}), enabled: isOpen, refetchInterval: false });
  const sent = data?.value.data.flatMap(({ id }, index) => (id === chosen ? [rowsIn(data.raw)[index]] : []));
  return (
    <details
      className={`${sectionClass} border-t border-rule`}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={linkClass}>
        {sharedWords(sent?.length ?? 1, "webhooks") ?? "All fields of this webhook"}
      </summary>
      {sent?.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the records share their ID
        <SentRecord key={index} value={value} label="Webhook as sent" isBare />
      ))}
      {sent?.length === 0 && <p className="text-ink-3">The platform does not list this webhook.</p>}
    </details>
  );
}
