"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { Button } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { Link } from "@/components/ui/buttons/link";
import { Spark } from "@/components/ui/charts/spark";
import { SearchField } from "@/components/ui/fields/search-field";
import { barClass } from "@/components/ui/page/section";
import { useZone } from "@/components/ui/time/zone";
import { read } from "@/lib/client/query";
import { deliveredShare, failingWords, momentWords, targetOf } from "@/lib/client/webhook-log";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import {
  type DeliverySummary,
  onlyWordIn,
  type WebhookHealth,
  wordsIn,
  wordText,
} from "@/lib/contract/console/deliveries";
import { idToPath } from "@/lib/contract/identifier";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatRaw } from "@/lib/format/format-raw";
import { formatClock, formatDay } from "@/lib/format/format-time";
import { isOver } from "./log-filter";
import type { WebhookLogState } from "./use-webhook-log";
import { Share, sumOf } from "./webhook-figures";

/** Longer lists are collapsed, so that the log below stays in reach. */
const maxExpanded = 8;

type WebhookRowsProps = { log: WebhookLogState; summary: DeliverySummary };

/** Webhook filter with one row per webhook. */
export function WebhookRows({ log, summary }: WebhookRowsProps) {
  const { url, filter } = log;
  const { webhooks_known } = summary;
  const [text, setText] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const isLong = webhooks_known > maxExpanded;
  const all = useAllWebhooks(summary, isLong && (isWhole || text !== ""));
  const { words } = wordsIn(filter.webhook);
  const chosen = onlyWordIn(filter.webhook);
  const shown = foldedWebhooks(all, { text, isWhole, chosen: words });
  const isPast = isOver(filter, log.nowMs);
  const choose = (webhook: string | undefined) => url.set({ webhook, entry: undefined });

  return (
    <>
      {isLong && (
        <div className={barClass()}>
          <SearchField
            label="ID, URL, event or status of a webhook"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <span className="text-sm/[17px] text-ink-3" role="status">
            {formatCount(shown.length)} of {countOf(webhooks_known, "webhook")} shown
          </span>
          <span className="min-w-0 flex-1 max-narrow:hidden" />
          <Button size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Show few" : `Show all ${formatCount(webhooks_known)}`}
          </Button>
        </div>
      )}
      <div className={headClass} aria-hidden="true">
        <span />
        <span>Status</span>
        <span>Webhook</span>
        <span>24 h</span>
        <span className="text-right">Share</span>
        <span>{isPast ? "In this time" : "Now"}</span>
      </div>
      <fieldset className="min-w-0 border-t border-rule">
        <legend className="sr-only">Webhook</legend>
        <ChoiceRow isChosen={filter.webhook === undefined} onChoose={() => choose(undefined)}>
          <AllCells summary={summary} />
        </ChoiceRow>
        {shown.map((webhook) => (
          <ChoiceRow
            key={webhook.webhook_id}
            isChosen={webhook.webhook_id === chosen}
            onChoose={() => choose(wordText(webhook.webhook_id))}
          >
            <ChoiceCells webhook={webhook} nowMs={isPast ? undefined : log.nowMs} watched={summary.watched} />
          </ChoiceRow>
        ))}
      </fieldset>
      {chosen !== undefined && (
        <p className="border-t border-rule px-(--gutter) py-2 print:hidden">
          <Link className={linkClass} href={`/webhooks/${idToPath(chosen)}`}>
            Events, retries and all fields of this webhook
          </Link>
        </p>
      )}
    </>
  );
}

type Row = Omit<WebhookHealth, "hours"> & { hours: WebhookHealth["hours"] | undefined };

/** Counted webhooks. If `isWanted`, also the other listed ones, without counts. */
function useAllWebhooks({ webhooks }: DeliverySummary, isWanted: boolean): readonly Row[] {
  const listed = useQuery({ ...read(listWebhooks, {}), enabled: isWanted, refetchInterval: false });
  if (!isWanted) return webhooks;
  const countedIds = new Set(webhooks.map(({ webhook_id }) => webhook_id));
  const others = (listed.data?.value.data ?? []).flatMap(({ id, url, status, events }): Row[] => {
    if (!id || countedIds.has(id)) return [];
    countedIds.add(id);
    const listing = { webhook_id: id, url: url ?? null, status: status ?? null, events: events ?? null };
    return [{ ...listing, ...uncounted }];
  });
  return [...webhooks, ...others];
}

const uncounted = {
  is_listed: true,
  total: 0,
  not_delivered: 0,
  retrying: 0,
  older: 0,
  failing_since: null,
  failing: 0,
  last_at: null,
  hours: undefined,
};

/** Webhooks that match the text. Collapsed, only the first few, the chosen and failing ones. */
export function foldedWebhooks(
  all: readonly Row[],
  { text, isWhole, chosen }: { text: string; isWhole: boolean; chosen: readonly string[] },
): readonly Row[] {
  const wanted = text.trim().toLowerCase();
  const matching = wanted === "" ? all : all.filter((webhook) => hasText(webhook, wanted));
  if (isWhole || matching.length <= maxExpanded) return matching;
  return matching.filter(
    ({ webhook_id, failing }, index) =>
      index < maxExpanded || chosen.includes(webhook_id) || (failing > 0 && index < 3 * maxExpanded),
  );
}

const hasText = ({ webhook_id, url, status, events }: Row, wanted: string) =>
  [webhook_id, url, status, ...(events ?? [])].some((value) => value?.toLowerCase().includes(wanted));

const columns =
  "grid-cols-[13px_68px_minmax(0,1fr)_96px_52px_158px] max-mid:grid-cols-[13px_68px_minmax(0,1fr)_52px_148px] gap-x-3.5 px-(--gutter)";

const headClass = `grid h-[26px] items-center border-t border-rule bg-well text-sm text-ink-2 max-mid:[&>:nth-child(4)]:hidden max-narrow:hidden ${columns}`;

type ChoiceRowProps = { isChosen: boolean; onChoose: () => void; children: ReactNode };

function ChoiceRow({ isChosen, onChoose, children }: ChoiceRowProps) {
  return (
    <label
      className={`grid min-h-9 cursor-pointer items-center border-b border-rule last:border-b-0 hover:bg-hover max-narrow:min-h-[52px] max-narrow:grid-cols-[13px_minmax(0,1fr)] max-narrow:gap-x-3 max-narrow:py-1.5 ${columns}`}
    >
      <input
        type="radio"
        name="webhook"
        className="peer m-0 size-[11px] cursor-pointer appearance-none rounded-full border-[1.5px] border-edge checked:border-accent checked:bg-accent checked:shadow-[0_0_0_3px_color-mix(in_oklab,var(--accent)_18%,transparent)] forced-colors:appearance-auto"
        checked={isChosen}
        onChange={onChoose}
      />
      {children}
    </label>
  );
}

function AllCells({ summary }: { summary: DeliverySummary }) {
  const { webhooks, webhooks_known, watched } = summary;
  const total = webhooks.reduce((sum, webhook) => sum + webhook.total, 0);
  const missed = webhooks.reduce((sum, webhook) => sum + webhook.not_delivered, 0);
  const retrying = webhooks.reduce((sum, webhook) => sum + webhook.retrying, 0);
  const isWhole = webhooks.length >= webhooks_known;
  return (
    <>
      <span className="max-narrow:hidden">All</span>
      <NameCell name={countOf(webhooks_known, "webhook")}>
        <NameNote>{isWhole && countOf(total, "delivery", "deliveries")}</NameNote>
      </NameCell>
      <Spark hours={isWhole ? sumOf(webhooks.map(({ hours }) => hours)) : undefined} />
      <Share share={isWhole ? deliveredShare({ total, not_delivered: missed, retrying }, watched) : "–"} />
      <NowCell>
        <InTime {...{ total, missed, retrying, watched }} />
      </NowCell>
    </>
  );
}

type ChoiceCellsProps = {
  webhook: Row;
  /** Undefined if the chosen time range is over. The cell then covers that range only. */
  nowMs: number | undefined;
  watched: DeliverySummary["watched"];
};

function ChoiceCells({ webhook, nowMs, watched }: ChoiceCellsProps) {
  const toneOf = useStatusMeaning("webhooks");
  const { webhook_id, status, events, is_listed, total, not_delivered, retrying } = webhook;
  const target = targetOf(webhook);
  return (
    <>
      <span className="min-w-0 overflow-hidden text-ellipsis max-narrow:hidden">
        {is_listed ? <Status word={status} tone={toneOf("status", status)} /> : "—"}
      </span>
      <NameCell
        name={target?.host ?? (is_listed ? webhook_id : `unknown webhook ${webhook_id}`)}
        path={target?.path}
        title={`${target?.url ?? formatRaw(webhook.url)}, ID ${webhook_id}${events ? `, ${events.join(", ")}` : ""}`}
      >
        <NameNote>{events ? (events.length === 0 ? "no events" : countOf(events.length, "event")) : ""}</NameNote>
      </NameCell>
      <Spark hours={webhook.hours} />
      <Share share={deliveredShare(webhook, watched)} />
      <NowCell>
        {!webhook.hours ? (
          <span className="text-ink-3">not counted</span>
        ) : nowMs === undefined ? (
          <InTime {...{ total, retrying, watched }} missed={not_delivered} />
        ) : (
          <Now webhook={webhook} nowMs={nowMs} />
        )}
      </NowCell>
    </>
  );
}

type NameCellProps = { name: string; path?: string | undefined; title?: string; children: ReactNode };

function NameCell({ name, path, title = name, children }: NameCellProps) {
  return (
    <span className="min-w-0 truncate" title={title}>
      <b className="font-medium in-[:has(:checked)]:font-semibold">{name}</b>
      {path && <span className="text-ink-2">{path}</span>}
      {children}
    </span>
  );
}

const NameNote = ({ children }: { children: ReactNode }) => (
  <span className="ml-2 text-sm text-ink-3 max-narrow:hidden">{children}</span>
);

const NowCell = ({ children }: { children: ReactNode }) => (
  <span className="min-w-0 truncate max-narrow:col-start-2 max-narrow:text-sm/[18px]">{children}</span>
);

type InTimeProps = { total: number; missed: number; retrying: number; watched: DeliverySummary["watched"] };

/** Outcome of the deliveries in the chosen time range. */
export function InTime({ total, missed, retrying, watched }: InTimeProps) {
  if (missed > 0) return <Status word={`${formatCount(missed)} not delivered`} tone="fault" />;
  if (retrying > 0) return <Status word={`${formatCount(retrying)} being retried`} tone="live" />;
  if (watched !== "all") return <span className="text-ink-2">{total > 0 ? "no known failures" : "none known"}</span>;
  return total > 0 ? <Status word="all delivered" tone="ok" /> : <span className="text-ink-3">none in this time</span>;
}

function Now({ webhook, nowMs }: { webhook: Row; nowMs: number }) {
  const zone = useZone();
  const { not_delivered, retrying, last_at, older } = webhook;
  const failing = failingWords(webhook, zone, nowMs);
  if (failing) return <Status word={failing} tone="fault" />;
  if (not_delivered > 0) return <Status word={`${formatCount(not_delivered)} not delivered`} tone="wait" />;
  if (retrying > 0) return <Status word={`${formatCount(retrying)} being retried`} tone="live" />;
  if (last_at === null)
    return (
      <span className="text-ink-3">
        {older > 0 ? `${formatCount(older)} older, time unknown` : "no deliveries yet"}
      </span>
    );
  const lastMs = Date.parse(last_at);
  const isToday = formatDay(lastMs, zone) === formatDay(nowMs, zone);
  return (
    <span className="text-ink-2">
      last one {isToday ? formatClock(lastMs, zone) : momentWords(last_at, zone, nowMs)}
    </span>
  );
}
