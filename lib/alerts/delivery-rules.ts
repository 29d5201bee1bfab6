import { and, eq, gt, inArray, max, type SQL, sql } from "drizzle-orm";
import { isMissedRow } from "@/lib/collector/webhook-log/delivery-filter";
import { wordText } from "@/lib/contract/console/webhook-log/words";
import { alertTable } from "@/lib/db/console/tables/alerts";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";
import {
  type DeliveriesShown,
  deliveriesAt,
  deliveriesHref,
  deliveriesShown,
  failedFilter,
  maxIds,
  notYetShown,
} from "./deliveries-shown";
import { minCounted } from "./failure-shares";
import { countFingerprint, type Finding, type Rule, type RuleContext, rowsOf } from "./rule";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const maxEvents = 5;

/** Skips entries of the first read that never changed, because their time of failure is unknown. */
const hasKnownTime = sql`(not_seen_at is not null or changed_at > first_seen_at) and at is not null`;

/** SQL that is true for entries that have not arrived, unless a known wait is not over. Statuses that an admin set to inactive do not count. */
const isUndelivered = ({ logWords }: RuleContext): SQL =>
  sql`${isMissedRow} and status <> all(${sql.param([...logWords.setIdle])}::text[])`;

/** Includes entries that the platform's log no longer contains, except those of removed webhooks. */
const entries = ({ accountId }: RuleContext, since: Date) =>
  sql`from console.delivery where key_print = ${accountId}
    and outcome_at >= ${since.toISOString()} and ${hasKnownTime}
    and (gone_at is null or webhook_id not in (
      select ref from (
        select distinct on (ref) ref, gone_at from console.record_version
        where key_print = ${accountId} and resource = 'webhooks' order by ref, id desc
      ) as webhook where gone_at is not null))`;

const failuresSince = (context: RuleContext, since: Date) =>
  rowsOf<{ webhook_id: string; count: number; first: string }>(
    context.db,
    sql`select webhook_id, count(*)::int as count, min(at) as first
      ${entries(context, since)} and ${isUndelivered(context)} group by webhook_id`,
  );

function deliveriesFinding(webhook: string, { count, ids }: DeliveriesShown, href: string) {
  return {
    ref: webhook,
    subject: countOf(count, "delivery", "deliveries"),
    href,
    link: "Open deliveries",
    fingerprint: countFingerprint(count),
    count,
    deliveryIds: ids,
  };
}

/** Deliveries of a time that did not arrive, and those that have not arrived yet. */
async function undelivered(context: RuleContext, webhook: string, time: { from: string; to?: string }) {
  const failed = await deliveriesShown(context, failedFilter(context.logWords, webhook, time));
  const notYet = await notYetShown(context, webhook, time);
  const attempts = Math.max(failed.attempts ?? 0, notYet.attempts ?? 0);
  const later = (one: string | null, other: string | null) =>
    [one, other]
      .filter((at) => at !== null)
      .toSorted()
      .at(-1);
  return {
    failed: failed.count,
    notYet: notYet.count,
    attempts: attempts > 0 ? attempts : null,
    lastTry: later(failed.lastTry, notYet.lastTry),
    shown: {
      ...failed,
      count: failed.count + notYet.count,
      events: [...new Set([...failed.events, ...notYet.events])].toSorted(),
      ids: [...failed.ids, ...notYet.ids].slice(0, maxIds),
    },
  };
}

type Undelivered = Awaited<ReturnType<typeof undelivered>>;

/** "did not arrive.", "have not arrived yet, 2 attempts.", or how many of them may still arrive. */
function undeliveredWords({ failed, notYet, attempts }: Undelivered, isOne: boolean): string {
  if (notYet === 0) return "did not arrive.";
  const have = isOne ? "has" : "have";
  if (failed > 0) return `${have} not arrived, and ${formatCount(notYet)} of them may still arrive.`;
  return `${have} not arrived yet${attempts === null ? "" : `, ${countOf(attempts, "attempt")}`}.`;
}

/** "Events: call.ended, call.started". Undefined without any. */
function eventsText(events: readonly string[]): string | undefined {
  if (events.length === 0) return undefined;
  const more = events.length > maxEvents ? ` and ${events.length - maxEvents} more` : "";
  return `${events.length === 1 ? "Event" : "Events"}: ${events.slice(0, maxEvents).join(", ")}${more}`;
}

const iso = (time: Date) => time.toISOString();

/** At least the limit of undelivered entries per webhook within some minutes. Holds while there is any. */
export const deliveriesFailing: Rule = {
  id: "deliveries_failing",
  clearMs: 3 * minuteMs,
  async find(context) {
    const [threshold = 0, minutes = 0] = context.limit.split("/").map(Number);
    const recent = await failuresSince(context, new Date(context.now.getTime() - minutes * minuteMs));
    return Promise.all(
      recent.map(async ({ webhook_id, count, first }): Promise<Finding> => {
        const firstMs = Math.min(new Date(first).getTime(), context.since(webhook_id)?.getTime() ?? Infinity);
        const from = iso(new Date(firstMs));
        const found = await undelivered(context, webhook_id, { from });
        const { shown, failed, attempts, lastTry } = found;
        const upTo = failed > 0 && attempts !== null && `tried up to ${countOf(attempts, "time")}`;
        return {
          ...deliveriesFinding(webhook_id, shown, deliveriesAt(webhook_id, { from, to: lastTry ?? iso(context.now) })),
          tone: failed > 0 ? "fault" : "wait",
          message: `to ${context.hostOf(webhook_id)} ${undeliveredWords(found, shown.count === 1)}`,
          why: [eventsText(shown.events), upTo].filter(Boolean).join(", "),
          since: new Date(firstMs),
          isHold: count < threshold,
        };
      }),
    );
  },
};

/** A share of undelivered entries per webhook, unless `deliveriesFailing` reports it. Holds above half of the limit. */
export const deliveriesShare: Rule = {
  id: "deliveries_share",
  clearMs: 5 * minuteMs,
  async find(context) {
    const [threshold = 0, minutes = 0] = context.limit.split("/").map(Number);
    const from = new Date(context.now.getTime() - minutes * minuteMs);
    const time = { from: iso(from), to: iso(context.now) };
    const failing = await failuresSince(context, from);
    const findings = await Promise.all(
      failing.map(async ({ webhook_id, first }): Promise<Finding[]> => {
        const isCovered = context.isFound("deliveries_failing", webhook_id);
        if (isCovered && !context.since(webhook_id)) return [];
        const found = await undelivered(context, webhook_id, time);
        const { shown } = found;
        const { count: all } = await deliveriesShown(context, { ...time, webhook: wordText(webhook_id) });
        const percent = (shown.count * 100) / Math.max(1, all);
        if (all < minCounted || percent < threshold / 2) return [];
        const counts = `${formatCount(shown.count)} of ${formatCount(all)} in ${countOf(minutes, "minute")}`;
        return [
          {
            ...deliveriesFinding(webhook_id, shown, deliveriesAt(webhook_id, time)),
            tone: found.failed > 0 ? "fault" : "wait",
            subject: `${Math.round(percent)}%`,
            message: `of the deliveries to ${context.hostOf(webhook_id)} ${undeliveredWords(found, false)}`,
            why: [counts, eventsText(shown.events)].filter(Boolean).join(". "),
            since: new Date(first),
            fingerprint: countFingerprint(percent),
            isHold: percent < threshold,
            isCovered,
          },
        ];
      }),
    );
    return findings.flat();
  },
};

/**
 * Deliveries that have not arrived yet after the limit, or that arrived later than it in the last hour. What arrived before the end of
 * another delivery alert of the webhook was reported by that one.
 */
export const deliveriesLate: Rule = {
  id: "deliveries_late",
  clearMs: minuteMs,
  async find(context) {
    const minutes = Number(context.limit);
    const before = (ms: number) => new Date(context.now.getTime() - ms);
    const limits = { minutes, triedBefore: before(minutes * minuteMs), arrivedSince: before(hourMs) };
    const endedAt = await otherAlertEnds(context, limits.arrivedSince);
    const findings = await Promise.all(
      (await lateWebhooks(context, limits)).map((webhook) => {
        const arrivedSince = endedAt.get(webhook.webhook_id) ?? limits.arrivedSince;
        return lateFinding(context, webhook, { ...limits, arrivedSince });
      }),
    );
    return findings.flat();
  },
};

const otherRules = ["deliveries_failing", "deliveries_share"] as const;

type LateWebhook = { webhook_id: string; first: string };
type LateLimits = { minutes: number; triedBefore: Date; arrivedSince: Date };

async function lateFinding(
  context: RuleContext,
  { webhook_id, first }: LateWebhook,
  { minutes, triedBefore, arrivedSince }: LateLimits,
): Promise<Finding[]> {
  const isCovered = otherRules.some((rule) => context.isFound(rule, webhook_id));
  if (isCovered && !context.since(webhook_id)) return [];
  const time = { from: iso(arrivedSince), to: iso(context.now) };
  const openFilter = { webhook: wordText(webhook_id), view: "in_progress", to: iso(triedBefore) } as const;
  const arrivedFilter = { webhook: wordText(webhook_id), late: `${minutes}..`, ...time };
  const open = await deliveriesShown(context, openFilter);
  const arrived = await deliveriesShown(context, arrivedFilter);
  const isOpen = open.count > 0;
  const shown = isOpen ? open : arrived;
  if (shown.count === 0) return [];
  const span = formatSpan(minutes * 60);
  const clause = isOpen
    ? `${shown.count === 1 ? "has" : "have"} not arrived yet, first tried at least ${span} ago`
    : `arrived at least ${span} late`;
  const openTime = { from: shown.first ?? first, to: shown.lastTry ?? iso(triedBefore) };
  const more = isOpen && arrived.count > 0 && `${formatCount(arrived.count)} more arrived at least ${span} late`;
  return [
    {
      ...deliveriesFinding(
        webhook_id,
        shown,
        isOpen ? deliveriesAt(webhook_id, openTime) : deliveriesHref(arrivedFilter),
      ),
      tone: "wait",
      message: `to ${context.hostOf(webhook_id)} ${clause}.`,
      why: [eventsText(shown.events), more].filter(Boolean).join(". "),
      since: new Date(first),
      isCovered,
    },
  ];
}

const lateWebhooks = ({ db, accountId }: RuleContext, { minutes, triedBefore, arrivedSince }: LateLimits) =>
  rowsOf<LateWebhook>(
    db,
    sql`select webhook_id, min(at) as first from (
        select webhook_id, at from console.delivery
        where key_print = ${accountId} and outcome in ('retrying', 'not_yet') and at <= ${iso(triedBefore)}
        union all select webhook_id, at from console.delivery
        where key_print = ${accountId} and late >= ${minutes} and last_at > at and last_at >= ${iso(arrivedSince)}
      ) as delayed group by webhook_id`,
  );

/** When the last other delivery alert of each webhook ended, since a time. */
async function otherAlertEnds({ db, accountId }: RuleContext, since: Date) {
  const { rule, ref, clearedAt } = alertTable;
  const isOther = and(eq(alertTable.accountId, accountId), inArray(rule, [...otherRules]), gt(clearedAt, since));
  const rows = await db
    .select({ ref, at: max(clearedAt) })
    .from(alertTable)
    .where(isOther)
    .groupBy(ref);
  return new Map(rows.map(({ ref, at }) => [ref, at ?? since]));
}
