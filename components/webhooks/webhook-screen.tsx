"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { isFirstRead, QueryView } from "@/components/query/query-view";
import { Notes } from "@/components/record/notes";
import { RecordStatus } from "@/components/status/status";
import { deferred } from "@/components/ui/browser/deferred";
import { useGo } from "@/components/ui/browser/use-go";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { TextLink } from "@/components/ui/buttons/link";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { PageHead } from "@/components/ui/page/page-head";
import { sectionClass } from "@/components/ui/page/section";
import { StateSection } from "@/components/ui/page/state-message";
import { useNow } from "@/components/ui/time/use-now";
import { AskedZone, useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { targetOf, watchedText } from "@/lib/client/webhook-log";
import { getWebhookFigures } from "@/lib/contract/console/webhook-log/figures";
import type { DeliverySummary, WebhookHealth } from "@/lib/contract/console/webhook-log/summary";
import { wordText } from "@/lib/contract/console/webhook-log/words";
import { countOf } from "@/lib/format/format-count";
import { rangeText } from "@/lib/format/span-text";
import { LogStale } from "./log-head";
import { toPreset } from "./log-list";
import { ALL_TIME, grainOf, type LogTime, presets, spanOf, timeIn, webhookInputs } from "./log-time";
import { askedZone, targetsOf, useRangeZone, useSummary } from "./use-webhook-log";
import { WebhookCounts } from "./webhook-counts";
import { type LogHref, WebhookEvents } from "./webhook-events";
import { Band } from "./webhook-log";
import { WebhookRecord } from "./webhook-record";

const NeverRead = deferred(async () => (await import("./no-entries")).NeverRead);

const ranges = [...presets.slice(2).map(({ value, label }) => ({ value, label })), { value: ALL_TIME, label: "All" }];

export function WebhookScreen({ id }: { id: string }) {
  const url = useUrlState();
  const address = url.href({});
  const filter = useMemo(() => {
    const params = new URL(address, "http://here").searchParams;
    return timeIn((name) => params.get(name) ?? undefined);
  }, [address]);
  const nowMs = useNow(grainOf(filter)) ?? 0;
  const inputs = useMemo(() => webhookInputs(id, filter, nowMs), [id, filter, nowMs]);
  const figures = useQuery({ ...read(getWebhookFigures, inputs.figures), placeholderData: keepPreviousData });
  const summary = useSummary(inputs.counts);

  const health = summary.data?.value.webhooks.find(({ webhook_id }) => webhook_id === id);
  const params = new URL(address, "http://here").searchParams;
  const logHref = (more: Record<string, string | undefined> = {}) => webhookLogHref(id, params, more);

  return (
    <AskedZone name={askedZone(url)}>
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
              <BandToLog filter={filter} summary={value} nowMs={nowMs} href={logHref} />
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
              <div className="border-t border-rule">
                <Notes resource="webhooks" id={id} />
              </div>
              <RawRecord id={id} />
            </>
          );
        }}
      </QueryView>
    </AskedZone>
  );
}

type WebhookHeadProps = {
  id: string;
  filter: LogTime;
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
            <TextLink href={logHref()}>Open its deliveries</TextLink>
          </>
        )
      }
    />
  );
}

function webhookLogHref(id: string, pageParams: URLSearchParams, more: Record<string, string | undefined>) {
  const logParams = new URLSearchParams({ webhook: wordText(id) });
  for (const name of ["time", "between", "tz"]) {
    const value = pageParams.get(name);
    if (value && !("between" in more)) logParams.set(name, value);
  }
  for (const [name, value] of Object.entries(more)) if (value !== undefined) logParams.set(name, value);
  return `/webhooks?${logParams}`;
}

type BandToLogProps = { filter: LogTime; summary: DeliverySummary; nowMs: number; href: LogHref };

function BandToLog({ filter, summary, nowMs, href }: BandToLogProps) {
  const go = useGo();
  const url = useUrlState();
  const targets = targetsOf(summary.webhooks);
  return (
    <Band log={{ filter, nowMs, targets, url: { ...url, set: (changes) => go(href(changes)) } }} summary={summary} />
  );
}

function NoWebhook({ id }: { id: string }) {
  return (
    <StateSection isRuled kind="not-found" heading="No webhook with this ID">
      <p>
        The platform lists no webhook <CopyId id={id} whole />, and no delivery refers to it.{" "}
        <TextLink href="/webhooks">Show all webhooks</TextLink>
      </p>
    </StateSection>
  );
}

function RawRecord({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={`${sectionClass} border-t border-rule`}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={linkClass}>All fields of this webhook</summary>
      {isOpen && <WebhookRecord id={id} />}
    </details>
  );
}
