"use client";

import { problemMessage } from "@/components/query/problem-messages";
import { deferred, useAtRest } from "@/components/ui/browser/deferred";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { Button } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/buttons/link";
import { Switch } from "@/components/ui/fields/switch";
import { Popover } from "@/components/ui/overlay/popover";
import { Strip } from "@/components/ui/page/notice";
import { PageHead } from "@/components/ui/page/page-head";
import { TimeText } from "@/components/ui/time/time-text";
import { useZone } from "@/components/ui/time/zone";
import { momentWords, unwatchedText } from "@/lib/client/webhook-log";
import { type DeliverySummary, type LogReading, wordsIn } from "@/lib/contract/console/deliveries";
import { isProblemCode, Problem } from "@/lib/contract/problem";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";
import { ALL_TIME, clocksText, type LogFilter } from "./log-filter";
import { unknownSentence } from "./use-unknown-text";
import { isNarrowed, useRangeZone, type WebhookLogState } from "./use-webhook-log";

const ExportLinks = deferred(async () => (await import("./export-links")).ExportLinks);

export function LogHead({ log }: { log: WebhookLogState }) {
  const summary = log.summary.data?.value;
  const actions = (
    <>
      <Switch
        checked={log.isLive}
        onChange={log.setIsLive}
        title="New and changed deliveries appear automatically T"
        aria-keyshortcuts="T"
      >
        Live
      </Switch>
      <CopyForTicket log={log} summary={summary} />
      <ExportLog log={log} total={summary?.total ?? 0} />
    </>
  );
  return (
    <PageHead title="Webhooks" actions={actions}>
      {summary && summary.reading.ok_at !== null ? (
        <HeadText summary={summary} log={log} />
      ) : (
        "Did it arrive? Every delivery of every webhook."
      )}
    </PageHead>
  );
}

function HeadText({ summary, log }: { summary: DeliverySummary; log: WebhookLogState }) {
  const zone = useZone();
  const clocks = useClocks(log);
  const isOlder = log.filter.view === "older";
  const unwatched = isOlder ? undefined : unwatchedText(summary, (since) => momentWords(since, zone, log.nowMs));
  const isRangeUnreadable = log.filter.between === undefined && log.url.get("between") !== undefined;
  if (log.unknown) return unknownSentence(log.unknown);
  return (
    <>
      {isRangeUnreadable && "The time range in this link cannot be read, so another is shown. "}
      {headSentence(summary, log)}
      {unwatched && ` ${unwatched}`}
      {unwatched && summary.older.total > 0 && (
        <>
          {": "}
          <Link className={linkClass} href={log.url.href(olderOnly)}>
            show {summary.older.total === 1 ? "it" : "them"}
          </Link>
        </>
      )}
      {unwatched && "."}
      {clocks && ` This time is ${clocks}.`}
    </>
  );
}

/** The chosen time on two clocks. Until hydration the zone of the browser is unknown. */
function useClocks({ filter, nowMs, url }: WebhookLogState) {
  const timeZone = useRangeZone({ url });
  const isMounted = useMounted();
  return isMounted && filter.between ? clocksText(filter.between, nowMs, timeZone) : undefined;
}

/** URL changes for the view of deliveries without a known time. Keeps the other filters. */
const olderOnly = { view: "older", time: ALL_TIME, between: undefined, tz: undefined, entry: undefined };

/** "31 of 4,724 deliveries in this time were not delivered, 29 of them to warehouse.example.com." */
export function headSentence(
  summary: DeliverySummary,
  { filter, targets }: Pick<WebhookLogState, "filter" | "targets">,
): string {
  const { reading } = summary;
  const joined = reading.by_webhook;
  const parts = [
    countSentence(summary, { filter, targets }),
    joined &&
      `The whole log is too large to read at once, so each webhook’s own log was read${joined.read < joined.of ? `: ${formatCount(joined.read)} of ${formatCount(joined.of)}` : ""}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

function countSentence(summary: DeliverySummary, parts: Pick<WebhookLogState, "filter" | "targets">): string {
  const { total, not_delivered: missed, watched } = summary;
  const scope = scopeText(parts.filter, parts.targets);
  const kind = `${watched === "all" || parts.filter.view === "older" ? "" : "known "}${isNarrowed(parts.filter) ? "matching " : ""}`;
  const deliveries = `${countOf(total, `${kind}delivery`, `${kind}deliveries`)}${scope}`;
  if (total === 0) return `No ${kind}deliveries${scope}.`;
  if (missed === 0) return `${deliveries}, ${total > 1 && watched === "all" ? "all delivered" : "delivered"}.`;
  if (total === 1) return `${deliveries}, not delivered.`;
  if (missed === total) return `All ${deliveries} are undelivered${worstWords(summary, parts)}.`;
  const counts = `${formatCount(missed)} of ${deliveries}`;
  return `${counts} ${missed === 1 ? "was" : "were"} not delivered${worstWords(summary, parts)}.`;
}

function scopeText(filter: LogFilter, targets: WebhookLogState["targets"]) {
  const { webhook, preset, between, view } = filter;
  const { words, isExcluded } = wordsIn(webhook);
  const [id = "", ...more] = words;
  const host =
    words.length > 0 &&
    (targets.get(id)?.host ?? `webhook ${id}`) + (more.length > 0 ? ` and ${more.length} more` : "");
  const to = host ? (isExcluded ? ` to all but ${host}` : ` to ${host}`) : "";
  const time = preset || between ? " in this time" : "";
  return `${to}${view === "older" ? " of unknown time" : time}`;
}

/** The webhook with most failures. Empty if one is filtered, or if it has less than half of them. */
function worstWords(
  { webhooks, not_delivered }: DeliverySummary,
  { filter, targets }: Pick<WebhookLogState, "filter" | "targets">,
) {
  if (filter.webhook !== undefined || isNarrowed(filter) || webhooks.length < 2) return "";
  const worst = webhooks.reduce((most, webhook) => (webhook.not_delivered > most.not_delivered ? webhook : most));
  const host = targets.get(worst.webhook_id)?.host ?? worst.webhook_id;
  if (not_delivered < 2 || host === "") return "";
  if (worst.not_delivered >= not_delivered) return `, all to ${host}`;
  return worst.not_delivered * 2 < not_delivered ? "" : `, ${formatCount(worst.not_delivered)} of them to ${host}`;
}

const loadTicket = () => import("./ticket");

/** Copies the current view as plain text for a ticket. */
function CopyForTicket({ log, summary }: { log: WebhookLogState; summary: DeliverySummary | undefined }) {
  const zone = useZone();
  const timeZone = useRangeZone(log);
  useAtRest(loadTicket);
  // Counts and rows load separately. Disabled until both match the current filters, and for text that matches nothing.
  const isOther = log.summary.isPlaceholderData || log.rows.isLoading || log.unknown !== undefined;
  const ticket = async () => {
    const { viewTicketText } = await loadTicket();
    const linkTo = (changes: Record<string, string | undefined>) =>
      new URL(log.url.href({ zone, ...changes }), location.href).href;
    const links = { link: linkTo({}), olderLink: linkTo(olderOnly) };
    return summary ? viewTicketText({ log, summary, headline: headSentence(summary, log), timeZone, ...links }) : "";
  };
  return (
    <CopyButton text={ticket} name="these deliveries for a ticket" disabled={!summary?.reading.ok_at || isOther}>
      Copy for ticket
    </CopyButton>
  );
}

/** Exports all matching deliveries. The server creates the file. */
function ExportLog({ log: { input }, total }: { log: WebhookLogState; total: number }) {
  const trigger = (
    <Button icon="dl" disabled={total === 0}>
      Export
    </Button>
  );
  return (
    <Popover trigger={trigger} label="Export" load={ExportLinks.load} align="end" look="menu">
      <ExportLinks input={input} total={total} />
    </Popover>
  );
}

/** If a refetch failed, keep the old data and show its age and the error. */
export function LogStale({ reading: { outcome, ok_at, every_seconds } }: { reading: LogReading }) {
  if (outcome === "ok" || outcome === "none") return null;
  const problem = new Problem(isProblemCode(outcome) ? outcome : "upstream-fault");
  const { heading, sentences } = problemMessage(problem, { label: "the webhook log", isOnline: true });
  return (
    <Strip role="status" title={heading} actions={null}>
      <p>{sentences[0] === `${heading}.` ? "" : sentences[0]}</p>
      <p className="text-ink-2">
        Showing data from <TimeText at={ok_at} variant="absolute" zoned />. It refreshes automatically, about every{" "}
        {formatSpan(every_seconds)}.
      </p>
    </Strip>
  );
}
