import { type SQL, sql } from "drizzle-orm";
import { wordText } from "@/lib/contract/console/webhook-log/words";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";
import { deliveriesHref } from "./deliveries-shown";
import { countFingerprint, type Finding, type Rule, type RuleContext, rowsOf } from "./rule";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type WebhookEvent = { webhook_id: string; event: string };

/**
 * An event that stopped. It arrived at this time on each of the last three days and, if data exists, a week ago. Holds until it
 * comes again.
 */
export const eventsSilent: Rule = {
  id: "events_silent",
  clearMs: minuteMs,
  everyMs: 5 * minuteMs,
  async find(context) {
    const hours = Number(context.limit);
    if (!context.isReading("webhooks.logs")) return undefined;
    const from = (days: number) => new Date(context.now.getTime() - days * dayMs - hours * hourMs).toISOString();
    const to = (days: number) => new Date(context.now.getTime() - days * dayMs).toISOString();
    const window = (days: number) => sql`(at >= ${from(days)} and at < ${to(days)})`;
    const hasOlderData = sql`exists (select from console.delivery as older where key_print = ${context.accountId}
      and older.webhook_id = delivery.webhook_id and not_seen_at is not null and at < ${from(7)})`;
    const rows = await rowsOf<WebhookEvent>(
      context.db,
      sql`select webhook_id, event
        from console.delivery
        where key_print = ${context.accountId} and event <> '' and not_seen_at is not null
          and (${sql.join([0, 1, 2, 3, 7].map(window), sql` or `)})
        group by webhook_id, event
        having bool_or(${window(1)}) and bool_or(${window(2)}) and bool_or(${window(3)}) and not bool_or(${window(0)})
          and (bool_or(${window(7)}) or not ${hasOlderData})`,
    );
    const why = `None in ${countOf(hours, "hour")}. It arrived at this time on each of the last three days`;
    const findings = await Promise.all(
      rows.map(async (row) => ({ ...silentFinding(context, row, await lastSeenOf(context, row)), why })),
    );
    const holds = await stillSilent(context);
    return [...findings, ...holds.filter(({ ref }) => !findings.some((finding) => finding.ref === ref))];
  },
};

/** Events with an active alert that did not come again. */
async function stillSilent(context: RuleContext): Promise<Finding[]> {
  const holds = await Promise.all(
    context.live.map(async (ref): Promise<Finding[]> => {
      const space = ref.indexOf(" ");
      const webhookEvent = { webhook_id: ref.slice(0, space), event: ref.slice(space + 1) };
      const since = context.since(ref) ?? context.now;
      const isSubscribed = context.eventsOf(webhookEvent.webhook_id)?.includes(webhookEvent.event) !== false;
      if (!isSubscribed || context.isGone(webhookEvent.webhook_id)) return [];
      if ((await lastSeenOf(context, webhookEvent)) > since) return [];
      const hours = Math.floor((context.now.getTime() - since.getTime()) / hourMs);
      const why = `None in ${formatSpan(hours * 3_600, true)}. It arrived every day until then`;
      return [{ ...silentFinding(context, webhookEvent, since), why, isHold: true }];
    }),
  );
  return holds.flat();
}

function silentFinding(
  { hostOf }: RuleContext,
  { webhook_id, event }: WebhookEvent,
  since: Date,
): Omit<Finding, "why"> {
  return {
    ref: `${webhook_id} ${event}`,
    tone: "wait",
    subject: event,
    message: `no longer arrives at ${hostOf(webhook_id)}.`,
    since,
    href: deliveriesHref({ webhook: wordText(webhook_id), event: wordText(event), from: since.toISOString() }),
    link: "Open webhook",
    fingerprint: event,
  };
}

async function lastSeenOf({ db, accountId }: RuleContext, { webhook_id, event }: WebhookEvent): Promise<Date> {
  const [row] = await rowsOf<{ last: string | null }>(
    db,
    sql`select max(at) as last from console.delivery
      where key_print = ${accountId} and webhook_id = ${webhook_id} and event = ${event}`,
  );
  return new Date(row?.last ?? 0);
}

type CallCounts = { webhook_id: string; started: number; ended: number; first: string; start: string };

const endedEvent = "^call[._-]ended$";

/** Too few end events for calls that started over half an hour ago. Holds above half of the limit. */
export const callsUnended: Rule = {
  id: "calls_unended",
  clearMs: minuteMs,
  everyMs: 5 * minuteMs,
  async find(context) {
    const threshold = Number(context.limit);
    const dayAgo = sql`select ${new Date(context.now.getTime() - dayMs).toISOString()}::timestamptz`;
    const lastDay = await callCountsSince(context, dayAgo);
    const alerted = context.live.filter((webhook) => !context.isGone(webhook));
    const countsOfAlerted = await Promise.all(alerted.map((webhook) => callCountsToLastEnd(context, webhook)));
    return [...lastDay.filter(({ webhook_id }) => !alerted.includes(webhook_id)), ...countsOfAlerted.flat()]
      .filter(({ webhook_id, ended }) => ended > 0 || context.eventsOf(webhook_id)?.includes("call.ended"))
      .filter(({ started, ended }) => started - ended >= Math.max(1, threshold / 2))
      .map(({ webhook_id, started, ended, first, start }) => ({
        ref: webhook_id,
        tone: "wait",
        subject: countOf(started - ended, "call"),
        message: `reported a start but no end to ${context.hostOf(webhook_id)}.`,
        why: `${formatCount(started)} started over half an hour ago, ${formatCount(ended)} ended, in ${countOf(Math.round((context.now.getTime() - new Date(start).getTime()) / hourMs), "hour")}`,
        since: new Date(first),
        href: deliveriesHref({
          ...{ webhook: wordText(webhook_id), event: "call.started", from: new Date(start).toISOString() },
          to: new Date(context.now.getTime() - 30 * minuteMs).toISOString(),
        }),
        link: "Open webhook",
        fingerprint: countFingerprint(started - ended),
        isHold: started - ended < threshold,
      }));
  },
};

/** Start and end events per webhook. `start` is a query for the start time. */
const callCountsSince = (context: RuleContext, start: SQL, condition = sql``) =>
  rowsOf<CallCounts>(
    context.db,
    sql`with period (start) as (${start})
      select webhook_id, start, min(at) as first,
        (count(*) filter (where event ~* '^call[._-]started$'
          and at < ${new Date(context.now.getTime() - 30 * minuteMs).toISOString()}))::int as started,
        (count(*) filter (where event ~* ${endedEvent}))::int as ended
      from period, console.delivery
      where key_print = ${context.accountId} and at >= start and not_seen_at is not null ${condition}
      group by webhook_id, start`,
  );

/** Counts from a day before a webhook's last end event, so that an alert does not clear because time passes. */
function callCountsToLastEnd(context: RuleContext, webhook: string) {
  const isOfWebhook = sql`and webhook_id = ${webhook}`;
  const since = (context.since(webhook) ?? context.now).toISOString();
  const start = sql`select coalesce(max(at), ${since}) - interval '1 day' from console.delivery
    where key_print = ${context.accountId} and event ~* ${endedEvent} ${isOfWebhook}`;
  return callCountsSince(context, start, isOfWebhook);
}
