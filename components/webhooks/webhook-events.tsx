import { TextLink } from "@/components/ui/buttons/link";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { tableClass } from "@/components/ui/page/table-class";
import { useZone } from "@/components/ui/time/zone";
import { deliveredShare, momentWords } from "@/lib/client/webhook-log";
import type { WebhookFigures } from "@/lib/contract/console/webhook-log/figures";
import type { DeliverySummary } from "@/lib/contract/console/webhook-log/summary";
import { NO_WORD, wordText } from "@/lib/contract/console/webhook-log/words";
import { formatCount } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { formatSpan } from "@/lib/format/format-time";

/** Returns the URL of the webhook log with additional filters. */
export type LogHref = (more?: Record<string, string | undefined>) => string;

type WebhookEventsProps = {
  figures: WebhookFigures;
  summary: DeliverySummary;
  /** Subscribed events; null if the platform does not list them. */
  events: readonly string[] | null;
  href: LogHref;
  nowMs: number;
};

export function WebhookEvents({ figures, summary, events, href, nowMs }: WebhookEventsProps) {
  const rows = eventRows(figures.events, events);
  return (
    <div className={sectionsClass({ columns: "beside" })}>
      <Section title="Events" flush>
        {rows.length === 0 ? (
          <p className="px-(--gutter) text-ink-3">No events seen or subscribed.</p>
        ) : (
          <EventTable rows={rows} href={href} nowMs={nowMs} watched={summary.watched} />
        )}
      </Section>
      <Section title="Usual waits between attempts">
        <Retries figures={figures} everySeconds={summary.reading.every_seconds} />
      </Section>
    </div>
  );
}

export type EventRow = WebhookFigures["events"][number] & { note: "silent" | "unexpected" | "older" | undefined };

/** Received events, then subscribed events that were never received. Marks events that are not subscribed. */
export function eventRows(counted: WebhookFigures["events"], subscribed: readonly string[] | null): EventRow[] {
  const seenEvents = new Set(counted.map(({ event }) => event));
  const unseen = [...new Set(subscribed ?? [])]
    .filter((event) => !seenEvents.has(event))
    .map((event) => ({ event, total: 0, not_delivered: 0, last_at: null }));
  const subscribedEvents = new Set(subscribed ?? []);
  return [...counted, ...unseen]
    .filter(({ event, total }) => total > 0 || subscribedEvents.has(event))
    .map((row) => ({
      ...row,
      note: noteOf(row, {
        isSeen: seenEvents.has(row.event),
        isSubscribed: !subscribed || subscribedEvents.has(row.event),
      }),
    }));
}

/** "older" marks events from before the first read, which have no known time. */
function noteOf(
  { total, last_at }: WebhookFigures["events"][number],
  { isSeen, isSubscribed }: Record<string, boolean>,
) {
  if (total === 0) return isSeen && last_at === null ? "older" : "silent";
  return isSubscribed ? undefined : "unexpected";
}

const boxClass = "mt-2 max-h-[260px] overflow-auto border-b border-rule [--th-top:0px]";

type EventTableProps = { rows: readonly EventRow[]; href: LogHref; nowMs: number; watched: DeliverySummary["watched"] };

function EventTable({ rows, href, nowMs, watched }: EventTableProps) {
  const zone = useZone();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable boxes must be focusable
    <section className={boxClass} aria-label="Events of this webhook" tabIndex={0}>
      <table className={tableClass({ staysTable: true })}>
        <caption className="sr-only">Events of this webhook</caption>
        <thead>
          <tr>
            <th scope="col" className="max-narrow:w-[44%]">
              Event
            </th>
            <th scope="col" className="text-right">
              Deliveries
            </th>
            <th scope="col" className="text-right max-narrow:hidden">
              Delivered
            </th>
            <th scope="col" className="text-right">
              Last
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ event, total, not_delivered, last_at, note }) => (
            <tr key={event}>
              <td title={event}>
                <TextLink href={href({ event: wordText(event) })}>
                  {event === NO_WORD ? "no event" : visibleControls(event)}
                </TextLink>
                {note === "unexpected" && <span className="ml-2 text-sm text-wait-ink">not subscribed</span>}
              </td>
              <td className="text-right">{formatCount(total)}</td>
              <td className="text-right max-narrow:hidden">
                {deliveredShare({ total, not_delivered, retrying: 0 }, watched)}
              </td>
              <td className="text-right">
                {note === "silent" ? (
                  <span className="text-wait-ink">
                    {last_at === null ? "never seen" : `silent since ${momentWords(last_at, zone, nowMs)}`}
                  </span>
                ) : (
                  (last_at && momentWords(last_at, zone, nowMs)) || (note === "older" && "time unknown")
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RetriesProps = { figures: WebhookFigures; everySeconds: number };

function Retries({ figures: { retries, looked_at }, everySeconds }: RetriesProps) {
  const waits = waitsIn(retries);
  if (waits.length === 0)
    return <p className="text-ink-2">Waits between attempts are shown once each was seen at least 20 times.</p>;
  return (
    <>
      <WaitTable waits={waits} />
      <p className="mt-2 text-sm/[17px] text-ink-3">
        The platform does not say when it retries. Times are measured between two checks of the log. Each can be off by
        up to {formatSpan(everySeconds)} and they cover at most the newest {formatCount(looked_at)} deliveries.
      </p>
    </>
  );
}

/** A wait that was seen less often says nothing about the next one. */
const leastSeen = 20;

const waitsIn = (retries: WebhookFigures["retries"]) => retries.filter(({ count }) => count >= leastSeen);

function WaitTable({ waits }: { waits: WebhookFigures["retries"] }) {
  return (
    <table className="w-full [&_:is(td,th)]:not-first:text-right [&_td]:border-t [&_td]:border-rule [&_td]:py-0.5">
      <thead>
        <tr className="text-left text-sm text-ink-3">
          {["Attempt", "Usual wait", "Seen"].map((name) => (
            <th key={name} scope="col" className="font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {waits.map(({ attempt, count, median_seconds }) => (
          <tr key={attempt}>
            <td>{formatCount(attempt)}</td>
            <td>{formatSpan(Math.round(median_seconds), true)}</td>
            <td>{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
