"use client";

import { ProblemState } from "@/components/query/problem-state";
import { Button } from "@/components/ui/buttons/button";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { sectionClass } from "@/components/ui/page/section";
import { Skeleton } from "@/components/ui/page/skeleton";
import { StateMessage } from "@/components/ui/page/state-message";
import { TimeText } from "@/components/ui/time/time-text";
import {
  type DeliveryFilterName,
  type DeliverySummary,
  type LogReading,
  onlyWordIn,
} from "@/lib/contract/console/deliveries";
import { isProblemCode, Problem } from "@/lib/contract/problem";
import { countOf } from "@/lib/format/format-count";
import { ALL_TIME, filterWords, type LogFilter, presetWith, toPreset, viewLabels, without } from "./log-filter";
import { isNarrowed, type WebhookLogState } from "./use-webhook-log";

export function NoWebhooks() {
  return (
    <div className={`${sectionClass} border-t border-rule`}>
      <StateMessage kind="empty" heading="No webhooks" level={2}>
        The platform lists no webhook, and its log is empty. Set up webhooks on the platform itself.
      </StateMessage>
    </div>
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

/** Explains an empty log and offers ways to find deliveries. */
export function NoMatch({ log, summary }: NoMatchProps) {
  const { filter } = log;
  const { last_at, without, webhooks, older } = summary;
  const chosen = onlyWordIn(filter.webhook);
  const isUnlisted = chosen !== undefined && !webhooks.some(({ webhook_id }) => webhook_id === chosen);
  return (
    <div className={`${sectionClass} border-t border-rule`}>
      {isNarrowed(filter) ? (
        <NothingMatches log={log} summary={summary} />
      ) : older.total === 0 && (last_at === null || (without.time ?? 0) === 0) ? (
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
  const { url, filter, nowMs } = log;
  const wider = last_at === null ? undefined : presetWith(last_at, nowMs);
  const time = filter.preset ? `in the last ${filter.preset.label}` : "in this time";
  return (
    <StateMessage
      kind="empty"
      heading={`No ${watched === "all" ? "" : "known "}deliveries ${time}`}
      level={2}
      actions={
        <>
          {last_at !== null && (
            <Button onClick={() => url.set(toPreset(wider?.value ?? ALL_TIME))}>
              Show {wider ? `the last ${wider.label}` : "all time"}
            </Button>
          )}
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

/** Opens the view of deliveries without a known time. Keeps the other filters. */
function ShowOlder({ log: { url, filter }, older }: { log: WebhookLogState; older: DeliverySummary["older"] }) {
  return (
    older.total > 0 &&
    filter.view !== "older" && (
      <Button size="small" onClick={() => url.set({ view: "older", entry: undefined })}>
        {viewLabels.older}: {countOf(older.total, "delivery", "deliveries")}
      </Button>
    )
  );
}

/** Offers to remove filters, most useful first, with the resulting counts. */
function NothingMatches({ log, summary }: NoMatchProps) {
  const { url, filter } = log;
  const remedies = remediesFor(filter, summary);
  const useful = remedies.filter(({ entries }) => entries > 0);
  const all = new Set(remedies.flatMap(({ removed }) => removed));
  const removeFilters = (out: Iterable<DeliveryFilterName>) => url.set(Object.assign({}, ...[...out].map(without)));
  return (
    <StateMessage
      kind="empty"
      heading="No delivery matches these filters"
      level={2}
      actions={
        <>
          {useful.map(({ removed: out, label, entries }) => (
            <Button key={label} size="small" onClick={() => removeFilters(out)}>
              {label}: {countOf(entries, "delivery", "deliveries")}
            </Button>
          ))}
          <ShowOlder log={log} older={summary.older} />
          {(all.size > 1 || useful.length === 0) && (
            <Button size="small" variant="bare" onClick={() => removeFilters(all)}>
              Clear all filters
            </Button>
          )}
        </>
      }
    >
      {(useful.length > 0 || summary.older.total === 0) && <p>{remedyMessage(remedies)}</p>}
      {filter.text !== undefined && summary.hold_text === 0 && summary.older.total === 0 && (
        <p>
          The log has no orders, people or phone numbers: the platform stores no payload. Search by time, delivery ID,
          event, status, or a webhook’s ID or address.
        </p>
      )}
    </StateMessage>
  );
}

/** Filters to remove together, and the number of deliveries that match then. */
type Remedy = { removed: readonly DeliveryFilterName[]; label: string; message: string; entries: number };

const names = ["time", "webhook", "status", "event", "attempts", "text", "view"] as const;

/**
 * Removable filters, most useful first: filters whose removal yields deliveries, then the time, which may be a default. The
 * typed text comes last. Ties rank the largest count first, or the smallest if there is a text.
 */
export function remediesFor(filter: LogFilter, summary: Pick<DeliverySummary, "without" | "hold_text">) {
  const words = filterWords(filter);
  const byEntries = filter.text === undefined ? -1 : 1;
  const set = names.filter((name) => words[name] !== undefined);
  const others = set.filter((name) => name !== "text");
  const textCount = summary.hold_text ?? 0;
  const single = set.map((name) => withoutFilter(name, words[name] ?? "", summary.without[name] ?? 0));
  const isHiddenTwice = textCount > 0 && others.every((name) => (summary.without[name] ?? 0) === 0);
  return [...single, ...(isHiddenTwice ? [textOnly(words.text ?? "", others, textCount)] : [])].sort(
    (a, b) =>
      Number(a.entries === 0) - Number(b.entries === 0) || rankOf(a) - rankOf(b) || byEntries * (a.entries - b.entries),
  );
}

/** Sentence about the best remedy. */
export const remedyMessage = ([first]: readonly Remedy[]) =>
  first && first.entries > 0 ? first.message : "Remove more than one filter to see deliveries.";

function withoutFilter(name: DeliveryFilterName, words: string, entries: number): Remedy {
  const suffix = name === "time" ? "at another time" : `without ${words}`;
  return { removed: [name], label: `Without ${words}`, message: `${matchWords(entries)} ${suffix}.`, entries };
}

function textOnly(words: string, out: readonly DeliveryFilterName[], entries: number): Remedy {
  return { removed: out, label: `Only ${words}`, message: `${matchWords(entries)} ${words} alone.`, entries };
}

const matchWords = (entries: number) => countOf(entries, "delivery matches", "deliveries match");

const rankOf = ({ removed: out }: Remedy) => (out.includes("text") ? 2 : out.includes("time") ? 0 : 1);
