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
import type { DeliverySummary, LogReading } from "@/lib/contract/console/deliveries";
import { isProblemCode, Problem } from "@/lib/contract/problem";
import { formatSpan } from "@/lib/format/format-time";
import { ALL_TIME, clocksText } from "./log-filter";
import { headSentence } from "./log-sentence";
import { unknownSentence } from "./unknown-text";
import { useRangeZone, type WebhookLogState } from "./use-webhook-log";
import { WebhooksNav } from "./webhooks-nav";

const ExportLinks = deferred(async () => (await import("./export-links")).ExportLinks);

export function LogHead({ log }: { log: WebhookLogState }) {
  const summary = log.query.data?.value;
  const actions = (
    <div className="grid justify-items-end gap-2 max-narrow:w-full max-narrow:justify-items-stretch">
      <WebhooksNav open="/webhooks" />
      <div className="flex items-center gap-2 max-narrow:flex-wrap">
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
      </div>
    </div>
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
  const momentOf = (iso: string) => momentWords(iso, zone, log.nowMs);
  const unwatched = isOlder ? undefined : unwatchedText(summary, momentOf);
  const isRangeUnreadable = log.filter.between === undefined && log.url.get("between") !== undefined;
  if (log.unknown) return unknownSentence(log.unknown);
  return (
    <>
      {isRangeUnreadable && "The time range in this link cannot be read, so another is shown. "}
      {headSentence(summary, { ...log, momentOf })}
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
    return summary ? viewTicketText({ log, summary, timeZone, ...links }) : "";
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
