import { type SQL, sql } from "drizzle-orm";
import { olderAt } from "@/lib/console/collector/delivery-filter";
import { wordText } from "@/lib/contract/console/deliveries";
import { countOf, formatCount } from "@/lib/format/format-count";
import { formatSpan } from "@/lib/format/format-time";
import { type Finding, growing, page, type Rule, rowsOf, type Seen } from "./rule";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A delivery that is still on its way counts as not delivered after this long. */
const onItsWayMs = 5 * minuteMs;
const fewest = 20;

/** What was there at the first read and never changed since says nothing of when it failed. */
const wasSeenToCome = sql`(not_seen_at is not null or changed_at > first_seen_at) and at > ${olderAt}`;

/** Entries that were not delivered, by the organization's meanings. The first try of a new one may still be on its way. */
function isMissed({ logWords, now }: Seen): SQL {
  const good = sql.param([...logWords.delivered, ...logWords.setIdle]);
  const bad = sql.param(logWords.failed);
  const young = new Date(now.getTime() - onItsWayMs).toISOString();
  return sql`(status is null or status <> all(${good}::text[])) and not (changed_at > ${young}
    and coalesce(attempts, 0) <= 1 and status <> all(${bad}::text[]) and status !~* ${failureWords})`;
}

const failureWords = "fail|error|exhaust|expire|reject|refuse|undeliver|dead";

/** Also those that a log of only the newest no longer holds, but not those that went with their webhook. */
const entries = ({ keyPrint }: Seen, since: Date) =>
  sql`from console.delivery where key_print = ${keyPrint}
    and changed_at >= ${since.toISOString()} and ${wasSeenToCome}
    and (gone_at is null or webhook_id not in (
      select ref from (
        select distinct on (ref) ref, gone_at from console.record_version
        where key_print = ${keyPrint} and resource = 'webhooks' order by ref, id desc
      ) as webhook where gone_at is not null))`;

const failedDeliveriesHref = (webhook: string, time: { between?: string } = {}) =>
  page("/webhooks", { webhook: wordText(webhook), view: "not_delivered", ...time });

type Missed = { webhook_id: string; count: number; first: string; attempts: number | null; events: (string | null)[] };

const missedSince = (seen: Seen, since: Date, more = sql``) =>
  rowsOf<Missed>(
    seen.db,
    sql`select webhook_id, count(*)::int as count, min(changed_at) as first, max(attempts) as attempts,
        array_agg(distinct event) as events
      ${entries(seen, since)} and ${isMissed(seen)} ${more} group by webhook_id`,
  );

function missedFinding(seen: Seen, { webhook_id, count, first, attempts, events }: Missed): Finding {
  const upTo = attempts ? `, up to ${countOf(attempts, "attempt")} each` : "";
  const only = events.length === 1 ? (events[0] ?? "No event named") : undefined;
  return {
    ref: webhook_id,
    tone: "fault",
    subject: countOf(count, "delivery", "deliveries"),
    message: `to ${seen.hostOf(webhook_id)} did not arrive.`,
    why: `${only ? `All ${only}` : countOf(events.length, "event")}${upTo}`,
    since: new Date(first),
    href: failedDeliveriesHref(webhook_id),
    link: "Open deliveries",
    print: growing(count),
  };
}

/** So many deliveries of one webhook did not arrive within so many minutes. Holds as long as any did not. */
export const deliveriesFailing: Rule = {
  id: "deliveries_failing",
  clearMs: 3 * minuteMs,
  async find(seen) {
    const [most = 0, minutes = 0] = seen.limit.split("/").map(Number);
    const recent = await missedSince(seen, new Date(seen.now.getTime() - minutes * minuteMs));
    return Promise.all(
      recent.map(async (missed) => {
        const since = seen.since(missed.webhook_id);
        const only = sql`and webhook_id = ${missed.webhook_id}`;
        const [all = missed] = since ? await missedSince(seen, since, only) : [];
        return { ...missedFinding(seen, all), isHold: missed.count < most };
      }),
    );
  },
};

type Share = { webhook_id: string; count: number; missed: number; first: string };

/** A part of a webhook's deliveries, where not all of them fail. */
export const deliveriesShare: Rule = {
  id: "deliveries_share",
  clearMs: 5 * minuteMs,
  async find(seen) {
    const [most = 0, minutes = 0] = seen.limit.split("/").map(Number);
    const missed = isMissed(seen);
    const from = new Date(seen.now.getTime() - minutes * minuteMs);
    const between = `${from.toISOString()}..${seen.now.toISOString()}`;
    const rows = await rowsOf<Share>(
      seen.db,
      sql`select webhook_id, count(*)::int as count, (count(*) filter (where ${missed}))::int as missed,
          min(changed_at) filter (where ${missed}) as first
        ${entries(seen, from)} group by webhook_id`,
    );
    return rows.flatMap(({ webhook_id, count, missed, first }) => {
      const percent = (missed * 100) / count;
      if (count < fewest || percent < most / 2 || seen.isFound("deliveries_failing", webhook_id)) return [];
      return {
        ref: webhook_id,
        tone: "fault" as const,
        subject: `${Math.round(percent)}%`,
        message: `of the deliveries to ${seen.hostOf(webhook_id)} did not arrive.`,
        why: `${formatCount(missed)} of ${formatCount(count)} in ${countOf(minutes, "minute")}`,
        since: new Date(first),
        href: failedDeliveriesHref(webhook_id, { between }),
        link: "Open deliveries",
        print: growing(percent),
        isHold: percent < most,
      };
    });
  },
};

/** Single deliveries that were tried often, of webhooks without a larger alert. */
export const deliveryAttempts: Rule = {
  id: "delivery_attempts",
  clearMs: minuteMs,
  async find(seen) {
    const many = sql`and attempts >= ${Number(seen.limit)}`;
    const rows = await missedSince(seen, new Date(seen.now.getTime() - dayMs), many);
    return rows
      .filter(
        ({ webhook_id: id }) => !["deliveries_failing", "deliveries_share"].some((rule) => seen.isFound(rule, id)),
      )
      .map((missed) => ({
        ...missedFinding(seen, missed),
        tone: "wait",
        message: `to ${seen.hostOf(missed.webhook_id)} ${missed.count === 1 ? "was" : "were"} tried again and again.`,
        href: page("/webhooks", {
          webhook: wordText(missed.webhook_id),
          view: "not_delivered",
          attempts: `${seen.limit}..`,
        }),
      }));
  },
};

type Usual = { webhook_id: string; event: string };

/**
 * An event that came at this time of the day on each of the last three days and, where that is known, a week ago. It is
 * missed until it comes again.
 */
export const eventsSilent: Rule = {
  id: "events_silent",
  clearMs: minuteMs,
  everyMs: 5 * minuteMs,
  async find(seen) {
    const hours = Number(seen.limit);
    if (!(await seen.isReading("webhooks.logs"))) return undefined;
    const from = (days: number) => new Date(seen.now.getTime() - days * dayMs - hours * hourMs).toISOString();
    const to = (days: number) => new Date(seen.now.getTime() - days * dayMs).toISOString();
    const window = (days: number) => sql`(at >= ${from(days)} and at < ${to(days)})`;
    const rows = await rowsOf<Usual>(
      seen.db,
      sql`select webhook_id, event
        from console.delivery
        where key_print = ${seen.keyPrint} and event is not null and not_seen_at is not null
          and (${window(0)} or ${window(1)} or ${window(2)} or ${window(3)})
        group by webhook_id, event
        having bool_or(${window(1)}) and bool_or(${window(2)}) and bool_or(${window(3)}) and not bool_or(${window(0)})`,
    );
    const why = `None in ${countOf(hours, "hour")}. It came at this time on each of the last three days`;
    const quiet = await Promise.all(
      rows.map(async (row) =>
        (await cameAWeekAgo(seen, row, hours)) ? [{ ...silentFinding(seen, row, await lastOf(seen, row)), why }] : [],
      ),
    );
    const found = quiet.flat();
    const missed = await stillMissed(seen);
    return [...found, ...missed.filter(({ ref }) => !found.some((each) => each.ref === ref))];
  },
};

/** Events that came before and stopped. */
async function stillMissed(seen: Seen): Promise<Finding[]> {
  const missed = await Promise.all(
    seen.live.map(async (ref): Promise<Finding[]> => {
      const space = ref.indexOf(" ");
      const usual = { webhook_id: ref.slice(0, space), event: ref.slice(space + 1) };
      const since = seen.since(ref) ?? seen.now;
      const isAsked = seen.eventsOf(usual.webhook_id)?.includes(usual.event) !== false;
      if (!isAsked || seen.isGone(usual.webhook_id) || (await lastOf(seen, usual)) > since) return [];
      const hours = Math.floor((seen.now.getTime() - since.getTime()) / hourMs);
      const why = `None in ${formatSpan(hours * 3_600, true)}. It came every day until then`;
      return [{ ...silentFinding(seen, usual, since), why, isHold: true }];
    }),
  );
  return missed.flat();
}

function silentFinding({ hostOf }: Seen, { webhook_id, event }: Usual, since: Date): Omit<Finding, "why"> {
  return {
    ref: `${webhook_id} ${event}`,
    tone: "wait",
    subject: event,
    message: `no longer arrives at ${hostOf(webhook_id)}.`,
    since,
    href: page("/webhooks", { webhook: wordText(webhook_id), event: wordText(event) }),
    link: "Open webhook",
    print: event,
  };
}

async function lastOf({ db, keyPrint }: Seen, { webhook_id, event }: Usual): Promise<Date> {
  const [row] = await rowsOf<{ last: string | null }>(
    db,
    sql`select max(at) as last from console.delivery
      where key_print = ${keyPrint} and webhook_id = ${webhook_id} and event = ${event}`,
  );
  return new Date(row?.last ?? 0);
}

async function cameAWeekAgo({ db, keyPrint, now }: Seen, { webhook_id, event }: Usual, hours: number) {
  const to = new Date(now.getTime() - 7 * dayMs);
  const from = new Date(to.getTime() - hours * hourMs);
  const [row] = await rowsOf<{ came: boolean; is_kept: boolean }>(
    db,
    sql`select exists(select 1 from console.delivery where key_print = ${keyPrint} and webhook_id = ${webhook_id}
        and event = ${event} and at >= ${from.toISOString()} and at < ${to.toISOString()}) as came,
      exists(select 1 from console.delivery where key_print = ${keyPrint} and webhook_id = ${webhook_id}
        and not_seen_at is not null and at < ${from.toISOString()}) as is_kept`,
  );
  return row?.came === true || row?.is_kept === false;
}

type Parity = { webhook_id: string; started: number; ended: number; first: string; start: string };

const endedEvent = "^call[._-]ended$";

/** Of calls that began over half an hour ago, too few were reported as ended. */
export const callsUnended: Rule = {
  id: "calls_unended",
  clearMs: minuteMs,
  everyMs: 5 * minuteMs,
  async find(seen) {
    const most = Number(seen.limit);
    const day = await parityIn(seen, sql`select ${new Date(seen.now.getTime() - dayMs).toISOString()}::timestamptz`);
    const listed = seen.live.filter((webhook) => !seen.isGone(webhook));
    const known = await Promise.all(listed.map((webhook) => parityToLastEnd(seen, webhook)));
    return [...day.filter(({ webhook_id }) => !listed.includes(webhook_id)), ...known.flat()]
      .filter(({ webhook_id, ended }) => ended > 0 || seen.eventsOf(webhook_id)?.includes("call.ended"))
      .filter(({ started, ended }) => started - ended >= Math.max(1, most / 2))
      .map(({ webhook_id, started, ended, first, start }) => ({
        ref: webhook_id,
        tone: "wait",
        subject: countOf(started - ended, "call"),
        message: `reported a start but no end to ${seen.hostOf(webhook_id)}.`,
        why: `${formatCount(started)} started over half an hour ago, ${formatCount(ended)} ended, in ${countOf(Math.round((seen.now.getTime() - new Date(start).getTime()) / hourMs), "hour")}`,
        since: new Date(first),
        href: page("/webhooks", { webhook: wordText(webhook_id), event: "call.started" }),
        link: "Open webhook",
        print: growing(started - ended),
        isHold: started - ended < most,
      }));
  },
};

/** Starts and ends since what `start` selects. */
const parityIn = (seen: Seen, start: SQL, only = sql``) =>
  rowsOf<Parity>(
    seen.db,
    sql`with period (start) as (${start})
      select webhook_id, start, min(at) as first,
        (count(*) filter (where event ~* '^call[._-]started$'
          and at < ${new Date(seen.now.getTime() - 30 * minuteMs).toISOString()}))::int as started,
        (count(*) filter (where event ~* ${endedEvent}))::int as ended
      from period, console.delivery
      where key_print = ${seen.keyPrint} and at >= start and not_seen_at is not null ${only}
      group by webhook_id, start`,
  );

/** Of a webhook with such an alert, over the day before its last end: that time passes ends no call. */
function parityToLastEnd(seen: Seen, webhook: string) {
  const isOfWebhook = sql`and webhook_id = ${webhook}`;
  const since = (seen.since(webhook) ?? seen.now).toISOString();
  const lastEnd = sql`select coalesce(max(at), ${since}) - interval '1 day' from console.delivery
    where key_print = ${seen.keyPrint} and event ~* ${endedEvent} ${isOfWebhook}`;
  return parityIn(seen, lastEnd, isOfWebhook);
}
