import { type SQL, sql } from "drizzle-orm";
import { olderAt } from "@/lib/collector/webhook-log/delivery-filter";
import { wordText } from "@/lib/contract/console/deliveries";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";
import { countFingerprint, type Finding, page, type Rule, type RuleContext, rowsOf } from "./rule";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A first attempt without a failure status counts as not delivered after this time. */
const firstAttemptMs = 5 * minuteMs;
const minDeliveries = 20;

/** Skips entries of the first read that never changed, because their time of failure is unknown. */
const hasKnownTime = sql`(not_seen_at is not null or changed_at > first_seen_at) and at > ${olderAt}`;

/** SQL that is true for entries that were not delivered, by the account's status meanings. Recent first attempts are excluded. */
function isUndelivered({ logWords, now }: RuleContext): SQL {
  const good = sql.param([...logWords.delivered, ...logWords.setIdle]);
  const bad = sql.param(logWords.failed);
  const recentSince = new Date(now.getTime() - firstAttemptMs).toISOString();
  return sql`(status is null or status <> all(${good}::text[])) and not (changed_at > ${recentSince}
    and coalesce(attempts, 0) <= 1 and status <> all(${bad}::text[]) and status !~* ${failureWords})`;
}

const failureWords = "fail|error|exhaust|expire|reject|refuse|undeliver|dead";

/** Includes entries that the platform's log no longer contains, except those of removed webhooks. */
const entries = ({ accountId }: RuleContext, since: Date) =>
  sql`from console.delivery where key_print = ${accountId}
    and changed_at >= ${since.toISOString()} and ${hasKnownTime}
    and (gone_at is null or webhook_id not in (
      select ref from (
        select distinct on (ref) ref, gone_at from console.record_version
        where key_print = ${accountId} and resource = 'webhooks' order by ref, id desc
      ) as webhook where gone_at is not null))`;

const failedDeliveriesHref = (webhook: string, time: { between?: string } = {}) =>
  page("/webhooks", { webhook: wordText(webhook), view: "not_delivered", ...time });

type Undelivered = {
  webhook_id: string;
  count: number;
  first: string;
  attempts: number | null;
  events: (string | null)[];
};

const undeliveredSince = (context: RuleContext, since: Date, condition = sql``) =>
  rowsOf<Undelivered>(
    context.db,
    sql`select webhook_id, count(*)::int as count, min(changed_at) as first, max(attempts) as attempts,
        array_agg(distinct event) as events
      ${entries(context, since)} and ${isUndelivered(context)} ${condition} group by webhook_id`,
  );

function undeliveredFinding(
  context: RuleContext,
  { webhook_id, count, first, attempts, events }: Undelivered,
): Finding {
  const upTo = attempts ? `, up to ${countOf(attempts, "attempt")} each` : "";
  const only = events.length === 1 ? (events[0] ?? "No event named") : undefined;
  return {
    ref: webhook_id,
    tone: "fault",
    subject: countOf(count, "delivery", "deliveries"),
    message: `to ${context.hostOf(webhook_id)} did not arrive.`,
    why: `${only ? `All ${only}` : countOf(events.length, "event")}${upTo}`,
    since: new Date(first),
    href: failedDeliveriesHref(webhook_id),
    link: "Open deliveries",
    fingerprint: countFingerprint(count),
  };
}

/** At least the limit of undelivered entries per webhook within some minutes. Holds while there is any. */
export const deliveriesFailing: Rule = {
  id: "deliveries_failing",
  clearMs: 3 * minuteMs,
  async find(context) {
    const [threshold = 0, minutes = 0] = context.limit.split("/").map(Number);
    const recent = await undeliveredSince(context, new Date(context.now.getTime() - minutes * minuteMs));
    return Promise.all(
      recent.map(async (undelivered) => {
        const since = context.since(undelivered.webhook_id);
        const isOfWebhook = sql`and webhook_id = ${undelivered.webhook_id}`;
        const [all = undelivered] = since ? await undeliveredSince(context, since, isOfWebhook) : [];
        return { ...undeliveredFinding(context, all), isHold: undelivered.count < threshold };
      }),
    );
  },
};

type Share = { webhook_id: string; count: number; undelivered: number; first: string };

/** A share of undelivered entries per webhook, unless `deliveriesFailing` reports it. Holds above half of the limit. */
export const deliveriesShare: Rule = {
  id: "deliveries_share",
  clearMs: 5 * minuteMs,
  async find(context) {
    const [threshold = 0, minutes = 0] = context.limit.split("/").map(Number);
    const isCounted = isUndelivered(context);
    const from = new Date(context.now.getTime() - minutes * minuteMs);
    const between = `${from.toISOString()}..${context.now.toISOString()}`;
    const rows = await rowsOf<Share>(
      context.db,
      sql`select webhook_id, count(*)::int as count, (count(*) filter (where ${isCounted}))::int as undelivered,
          min(changed_at) filter (where ${isCounted}) as first
        ${entries(context, from)} group by webhook_id`,
    );
    return rows.flatMap(({ webhook_id, count, undelivered, first }) => {
      const percent = (undelivered * 100) / count;
      const isReported = context.isFound("deliveries_failing", webhook_id);
      if (count < minDeliveries || percent < threshold / 2 || isReported) return [];
      return {
        ref: webhook_id,
        tone: "fault" as const,
        subject: `${Math.round(percent)}%`,
        message: `of the deliveries to ${context.hostOf(webhook_id)} did not arrive.`,
        why: `${formatCount(undelivered)} of ${formatCount(count)} in ${countOf(minutes, "minute")}`,
        since: new Date(first),
        href: failedDeliveriesHref(webhook_id, { between }),
        link: "Open deliveries",
        fingerprint: countFingerprint(percent),
        isHold: percent < threshold,
      };
    });
  },
};

/** Undelivered entries with many attempts, of webhooks without another delivery alert. */
export const deliveryAttempts: Rule = {
  id: "delivery_attempts",
  clearMs: minuteMs,
  async find(context) {
    const hasManyAttempts = sql`and attempts >= ${Number(context.limit)}`;
    const rows = await undeliveredSince(context, new Date(context.now.getTime() - dayMs), hasManyAttempts);
    return rows
      .filter(
        ({ webhook_id: id }) => !["deliveries_failing", "deliveries_share"].some((rule) => context.isFound(rule, id)),
      )
      .map((undelivered) => ({
        ...undeliveredFinding(context, undelivered),
        tone: "wait",
        message: `to ${context.hostOf(undelivered.webhook_id)} ${undelivered.count === 1 ? "was" : "were"} tried again and again.`,
        href: page("/webhooks", {
          webhook: wordText(undelivered.webhook_id),
          view: "not_delivered",
          attempts: `${context.limit}..`,
        }),
      }));
  },
};

type WebhookEvent = { webhook_id: string; event: string };

/**
 * An event that stopped. It came at this time on each of the last three days and, if data exists, a week ago. Holds until it
 * comes again.
 */
export const eventsSilent: Rule = {
  id: "events_silent",
  clearMs: minuteMs,
  everyMs: 5 * minuteMs,
  async find(context) {
    const hours = Number(context.limit);
    if (!(await context.isReading("webhooks.logs"))) return undefined;
    const from = (days: number) => new Date(context.now.getTime() - days * dayMs - hours * hourMs).toISOString();
    const to = (days: number) => new Date(context.now.getTime() - days * dayMs).toISOString();
    const window = (days: number) => sql`(at >= ${from(days)} and at < ${to(days)})`;
    const rows = await rowsOf<WebhookEvent>(
      context.db,
      sql`select webhook_id, event
        from console.delivery
        where key_print = ${context.accountId} and event is not null and not_seen_at is not null
          and (${window(0)} or ${window(1)} or ${window(2)} or ${window(3)})
        group by webhook_id, event
        having bool_or(${window(1)}) and bool_or(${window(2)}) and bool_or(${window(3)}) and not bool_or(${window(0)})`,
    );
    const why = `None in ${countOf(hours, "hour")}. It came at this time on each of the last three days`;
    const silent = await Promise.all(
      rows.map(async (row) =>
        (await cameAWeekAgo(context, row, hours))
          ? [{ ...silentFinding(context, row, await lastSeenOf(context, row)), why }]
          : [],
      ),
    );
    const findings = silent.flat();
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
      const why = `None in ${formatSpan(hours * 3_600, true)}. It came every day until then`;
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
    href: page("/webhooks", { webhook: wordText(webhook_id), event: wordText(event) }),
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

/** Also true if no data of that time exists. */
async function cameAWeekAgo({ db, accountId, now }: RuleContext, { webhook_id, event }: WebhookEvent, hours: number) {
  const to = new Date(now.getTime() - 7 * dayMs);
  const from = new Date(to.getTime() - hours * hourMs);
  const [row] = await rowsOf<{ came: boolean; has_data: boolean }>(
    db,
    sql`select exists(select 1 from console.delivery where key_print = ${accountId} and webhook_id = ${webhook_id}
        and event = ${event} and at >= ${from.toISOString()} and at < ${to.toISOString()}) as came,
      exists(select 1 from console.delivery where key_print = ${accountId} and webhook_id = ${webhook_id}
        and not_seen_at is not null and at < ${from.toISOString()}) as has_data`,
  );
  return row?.came === true || row?.has_data === false;
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
        href: page("/webhooks", { webhook: wordText(webhook_id), event: "call.started" }),
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
