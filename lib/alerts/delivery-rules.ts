import { type SQL, sql } from "drizzle-orm";
import { wordText } from "@/lib/contract/console/deliveries";
import { countOf, formatCount } from "@/lib/format/format-count";
import { countFingerprint, type Finding, page, type Rule, type RuleContext, rowsOf } from "./rule";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const minDeliveries = 20;

/** Skips entries of the first read that never changed, because their time of failure is unknown. */
const hasKnownTime = sql`(not_seen_at is not null or changed_at > first_seen_at) and at is not null`;

/** SQL that is true for entries that have not arrived, by the account's status meanings, and are not being retried. */
const isUndelivered = ({ logWords }: RuleContext): SQL =>
  sql`standing <> 'retrying' and coalesce(status, '') <> all(${sql.param([...logWords.delivered, ...logWords.setIdle])}::text[])`;

/** Includes entries that the platform's log no longer contains, except those of removed webhooks. */
const entries = ({ accountId }: RuleContext, since: Date) =>
  sql`from console.delivery_entry where key_print = ${accountId}
    and standing_at >= ${since.toISOString()} and ${hasKnownTime}
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
    sql`select webhook_id, count(*)::int as count, min(at) as first, max(attempts) as attempts,
        array_agg(distinct event) as events
      ${entries(context, since)} and ${isUndelivered(context)} ${condition} group by webhook_id`,
  );

function undeliveredFinding(
  context: RuleContext,
  { webhook_id, count, first, attempts, events }: Undelivered,
): Finding {
  const upTo = attempts ? `, tried up to ${countOf(attempts, "time")}` : "";
  const only = events.length === 1 ? (events[0] ?? "none") : undefined;
  return {
    ref: webhook_id,
    tone: "fault",
    subject: countOf(count, "delivery", "deliveries"),
    message: `to ${context.hostOf(webhook_id)} did not arrive.`,
    why: `${only ? `Event: ${only}` : countOf(events.length, "event")}${upTo}`,
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
          min(at) filter (where ${isCounted}) as first
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
