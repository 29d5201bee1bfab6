import { NoRowsMessage } from "@/components/list/no-rows-message";
import { EmptyActions } from "@/components/query/empty-actions";
import { ProblemState } from "@/components/query/problem-state";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { TextLink } from "@/components/ui/buttons/link";
import { sectionClass } from "@/components/ui/page/section";
import { Skeleton } from "@/components/ui/page/skeleton";
import { StateMessage, StateSection } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import { noneWords } from "@/lib/client/webhook-log";
import type { LogReading, LogRow } from "@/lib/contract/console/webhook-log/deliveries";
import type { DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { onlyWordIn } from "@/lib/contract/console/webhook-log/words";
import { isProblemCode, Problem } from "@/lib/contract/problem";
import { countOf } from "@/lib/format/format-count";
import { fromStart, isNarrowed, logList, toPreset } from "./log-list";
import { ALL_TIME } from "./log-time";
import { unknownSentence } from "./unknown-text";
import type { WebhookLogState } from "./use-webhook-log";

export function NoWebhooks() {
  return (
    <StateSection isRuled kind="empty" heading="No webhooks" actions={<EmptyActions />}>
      The platform lists no webhook, and its log is empty. Set up webhooks on the platform itself.
    </StateSection>
  );
}

/** Shown until the log has been read once: a skeleton, or the error of the first read. */
export function NeverRead({ reading: { outcome } }: { reading: LogReading }) {
  if (outcome === "none" || outcome === "ok")
    return (
      <div className={`${sectionClass} border-t border-rule`}>
        <Skeleton rows={8} label="Loading the webhook log for the first time" />
      </div>
    );
  const problem = new Problem(isProblemCode(outcome) ? outcome : "upstream-fault");
  return (
    <div className={`${sectionClass} border-t border-rule`}>
      <ProblemState error={problem} label="the webhook log" level={2} />
    </div>
  );
}

type NoMatchProps = { log: WebhookLogState; summary: DeliverySummary };

export function NoMatch({ log, summary }: NoMatchProps) {
  const { filter } = log;
  const { last_at, webhooks, older } = summary;
  const chosen = onlyWordIn(filter.webhook);
  const isUnlisted = chosen !== undefined && !webhooks.some(({ webhook_id }) => webhook_id === chosen);
  if (isNarrowed(filter)) return <NothingMatches log={log} summary={summary} />;
  return (
    <div className={`${sectionClass} border-t border-rule`}>
      {older.total === 0 && last_at === null ? (
        <NothingYet log={log} isUnlisted={isUnlisted} />
      ) : (
        <NothingInTime log={log} summary={summary} />
      )}
    </div>
  );
}

function NothingYet({ log: { filter, targets, url }, isUnlisted }: { log: WebhookLogState; isUnlisted: boolean }) {
  const webhook = onlyWordIn(filter.webhook);
  if (webhook === undefined || !isUnlisted)
    return (
      <StateMessage
        kind="empty"
        heading={webhook ? `No deliveries to ${targets.get(webhook)?.host ?? webhook} yet` : "No deliveries yet"}
        level={2}
      >
        They appear here once the platform sends an event.
      </StateMessage>
    );
  return (
    <StateMessage
      kind="empty"
      heading="No webhook with this ID"
      level={2}
      actions={<Button onClick={() => url.set({ webhook: undefined })}>Show all webhooks</Button>}
    >
      <p>
        The platform lists no webhook <CopyId id={webhook} whole />, and no delivery refers to it.
      </p>
    </StateMessage>
  );
}

function NothingInTime({ log, summary: { last_at, watched, older } }: NoMatchProps) {
  const { preset } = log.filter;
  return (
    <StateMessage
      kind="empty"
      heading={noneWords(watched, preset && `in the last ${preset.label}`)}
      level={2}
      actions={
        <>
          {last_at !== null && <ShowAllTime log={log} />}
          <ShowOlder log={log} older={older} />
        </>
      }
    >
      {last_at !== null && (
        <p>
          The last one was <TimeText at={last_at} variant="relative" />, <TimeText at={last_at} zoned />.
        </p>
      )}
    </StateMessage>
  );
}

const ShowAllTime = ({ log: { url } }: Pick<NoMatchProps, "log">) => (
  <Button size="small" onClick={() => url.set(toPreset(ALL_TIME))}>
    Show all time
  </Button>
);

/** Opens the view of deliveries without a known time. Keeps the other filters. */
function ShowOlder({ log: { url, filter }, older }: { log: WebhookLogState; older: DeliverySummary["older"] }) {
  return (
    older.total > 0 &&
    filter.view !== "older" && (
      <Button size="small" onClick={() => url.set({ ...fromStart, view: "older" })}>
        Older, time unknown: {countOf(older.total, "delivery", "deliveries")}
      </Button>
    )
  );
}

/** The searched text is that of rows of another time, or of other filters. */
function FoundOutside({ log, found }: { log: WebhookLogState; found: readonly LogRow[] }) {
  return (
    <StateSection isRuled kind="empty" heading="None in this time, but elsewhere" actions={<ShowAllTime log={log} />}>
      <ul>
        {found.map(({ key, delivery, event }) => {
          const { at, name } = delivery
            ? { at: delivery.at, name: delivery.event }
            : { at: event?.at ?? null, name: null };
          return (
            <li key={key}>
              <TextLink href={log.url.href({ entry: key })}>{delivery ? key : (event?.name ?? "an event")}</TextLink>
              {name && `, ${name}`}, {at === null ? "time unknown" : <TimeText at={at} zoned />}
            </li>
          );
        })}
      </ul>
    </StateSection>
  );
}

function NothingMatches({ log, summary: { older, outside_time } }: NoMatchProps) {
  const { filter } = log;
  if (outside_time.length > 0) return <FoundOutside log={log} found={outside_time} />;
  const isTimed = filter.view !== "older" && (filter.preset !== undefined || filter.between !== undefined);
  return (
    <NoRowsMessage
      spec={logList}
      none=""
      unread={log.unknown && unknownSentence(log.unknown)}
      filtered={
        filter.text !== undefined &&
        "Search by time, number, delivery or call ID, event, status, or a webhook’s address. People and numbers are found only in events that arrived here."
      }
    >
      {isTimed && !log.unknown && <ShowAllTime log={log} />}
      <ShowOlder log={log} older={older} />
    </NoRowsMessage>
  );
}
