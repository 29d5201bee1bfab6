import { filterSentence } from "@/components/list/filter-sentence";
import { problemMessage } from "@/components/query/problem-messages";
import { useMe } from "@/components/query/use-me";
import { deferred } from "@/components/ui/browser/deferred";
import { useIntent } from "@/components/ui/browser/use-intent";
import { useMounted } from "@/components/ui/browser/use-mounted";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { TextLink } from "@/components/ui/buttons/link";
import { Popover } from "@/components/ui/overlay/popover";
import { Strip } from "@/components/ui/page/notice";
import { PageHead } from "@/components/ui/page/page-head";
import { TimeText } from "@/components/ui/time/time-text";
import { useOwnZone, useZone } from "@/components/ui/time/zone";
import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { gapsText } from "@/lib/client/gap-words";
import { momentWords } from "@/lib/client/webhook-log";
import { type LogReading, listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import type { DeliverySummary, Gap } from "@/lib/contract/console/webhook-log/summary";
import { isProblemCode, Problem } from "@/lib/contract/problem";
import { formatSpan } from "@/lib/format/format-time";
import { clocksText, spanText } from "@/lib/format/span-text";
import { AnswerTitle } from "./answer-title";
import { answerOf, type LogAnswer } from "./log-answer";
import { logList, olderOnly } from "./log-list";
import { spanOf } from "./log-time";
import { unknownSentence } from "./unknown-text";
import { useRangeZone, type WebhookLogState } from "./use-webhook-log";
import { WebhooksNav } from "./webhooks-nav";

export function LogHead({ log }: { log: WebhookLogState }) {
  const zone = useZone();
  const summary = log.summary.data?.value;
  const isRead = summary !== undefined && summary.reading.ok_at !== null;
  const momentOf = (iso: string) => momentWords(iso, zone, log.nowMs);
  const clocks = useClocks(log);
  const answer = isRead ? answerOf(summary, { ...log, momentOf }) : undefined;
  const title = log.unknown ? (
    <AnswerTitle tone="unknown" text={unknownSentence(log.unknown)} />
  ) : answer ? (
    <AnswerTitle {...answer} />
  ) : (
    "Webhooks"
  );
  const actions = (
    <>
      <CopyForTicket log={log} summary={isRead ? summary : undefined} />
      <WebhooksNav open="/webhooks" />
    </>
  );
  return (
    <PageHead title={title} actions={actions} isAnswer>
      {(answer && !log.unknown && moreOf({ log, answer, older: summary?.older.total ?? 0, clocks })) || noMore}
    </PageHead>
  );
}

/** The line keeps its room, so that the rows stay in place when a sentence comes or goes. */
const noMore = "\u00a0";

type More = { log: WebhookLogState; answer: LogAnswer; older: number; clocks: string | undefined };

/** Further outcomes of the chosen time and its gaps. Null if the heading is complete. */
function moreOf({ log, answer: { more, gaps, unwatched }, older, clocks }: More) {
  const isRangeUnreadable = log.filter.between === undefined && log.url.get("between") !== undefined;
  const sentences = [
    ...(isRangeUnreadable ? ["The time range in this link cannot be read, so another is shown."] : []),
    ...more,
    ...(clocks ? [`This time is ${clocks}.`] : []),
  ];
  if (sentences.length === 0 && gaps.length === 0 && !unwatched) return null;
  return (
    <>
      {sentences.join(" ")} {gaps.length > 0 && <GapsButton gaps={gaps} nowMs={log.nowMs} />}
      {unwatched && ` ${unwatched}`}
      {unwatched && older > 0 && (
        <>
          {": "}
          <TextLink href={log.url.href(olderOnly)}>show {older === 1 ? "it" : "them"}</TextLink>
        </>
      )}
      {unwatched && "."}
    </>
  );
}

/** The chosen time on two clocks. Until hydration the zone of the browser is unknown. */
function useClocks({ filter, nowMs, url }: WebhookLogState) {
  const timeZone = useRangeZone({ url });
  const isMounted = useMounted();
  return isMounted && filter.between ? clocksText(filter.between, nowMs, timeZone) : undefined;
}

const loadTicket = () => import("./ticket");

function CopyForTicket({ log, summary }: { log: WebhookLogState; summary: DeliverySummary | undefined }) {
  const zone = useOwnZone();
  const timeZone = useRangeZone(log);
  const { name: author } = useMe();
  useIntent("[data-copies-ticket]", loadTicket);
  const ticket = async () => {
    if (!summary) return "";
    const { ledView, maxListed, viewTicketText } = await loadTicket();
    const view = ledView(summary, log.filter);
    const led = view && (await call(listDeliveries, { ...log.input, view, limit: maxListed }));
    const { fromMs } = spanOf(log.filter, log.nowMs);
    const between = spanText({ fromMs, toMs: log.filter.between?.toMs ?? Date.parse(summary.chart.to) });
    const linkTo = (changes: Record<string, string | undefined>) =>
      new URL(log.url.href({ zone, ...changes }), location.href).href;
    const isOlder = log.filter.view === "older";
    const links = { link: linkTo(isOlder ? {} : { between, time: undefined }), olderLink: linkTo(olderOnly) };
    const rows = { rows: log.shown.rows, led: led ? readAnswer(listDeliveries, led).value.data : [] };
    const only = filterSentence(withoutTimeAndWebhook, log.url.get);
    return viewTicketText({ log, ...rows, only, summary, timeZone, author, ...links });
  };
  return (
    <CopyButton
      text={ticket}
      name="these deliveries for a ticket"
      disabled={!summary || !log.isCurrent || log.unknown !== undefined}
      aria-keyshortcuts="C"
      className="relative max-narrow:flex-none!"
      data-copies-ticket={log.opened === undefined || undefined}
    >
      <span className="max-narrow:sr-only">Copy for ticket</span>
    </CopyButton>
  );
}

/** The ticket names these two on lines of their own. */
const withoutTimeAndWebhook = {
  ...logList,
  filters: logList.filters.filter(({ param }) => param !== "between" && param !== "webhook"),
};

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

const GapList = deferred(async () => (await import("./gap-list")).GapList);

type GapsProps = { gaps: readonly Gap[]; nowMs: number };

/** "Not watched for 9 min". Its popover lists when and why. */
function GapsButton({ gaps, nowMs }: GapsProps) {
  return (
    <Popover
      trigger={
        <button
          type="button"
          className="inline-block min-h-6 min-w-6 cursor-pointer underline decoration-ink-3 decoration-dotted underline-offset-3"
        >
          {gapsText(gaps)}
        </button>
      }
      label="Not watched"
      load={GapList.load}
    >
      <GapList gaps={gaps} nowMs={nowMs} />
    </Popover>
  );
}
