import { sql } from "drizzle-orm";
import type { InboxSetup } from "@/lib/contract/console/inbox/addresses";
import { inboxSource } from "@/lib/contract/console/inbox/found-calls";
import { testEvent } from "@/lib/contract/console/inbox/received";
import type { Database } from "@/lib/db/database";

type Webhook = { id: string; url: string | null; events: string[]; since: string };

/** Our address in the URL of a webhook, of which only the last four signs are stored. */
const lastFourOf = sql`substring(record ->> 'url' from '/hooks/…([a-z2-7]{4})')`;

/** Webhooks that the platform lists. `lastFour` is null if the URL is no address of a Switchboard. */
export async function listedWebhooks(
  db: Database,
  accountId: string,
): Promise<(Webhook & { lastFour: string | null })[]> {
  const { rows } = await db.execute<{
    ref: string;
    four: string | null;
    url: string | null;
    events: unknown;
    gone_at: string | null;
    seen_at: string;
  }>(sql`
    select distinct on (ref) ref, ${lastFourOf} as four, record ->> 'url' as url, record -> 'events' as events, gone_at, seen_at
    from console.record_version where key_print = ${accountId} and resource = 'webhooks' and ref <> ''
    order by ref, id desc nulls last`);
  return rows
    .filter(({ gone_at }) => gone_at === null)
    .map(({ ref, four, url, events, seen_at }) => ({
      ...{ id: ref, url, lastFour: four, since: seen_at },
      events: Array.isArray(events) ? events.map(String) : [],
    }));
}

/** Webhooks that had one of these events at a time, as the platform listed them then. */
export async function subscribedAt(
  db: Database,
  accountId: string,
  at: Date,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await db.execute<{ ref: string; events: unknown; gone_at: Date | string | null }>(sql`
    select distinct on (ref) ref, record -> 'events' as events, gone_at from console.record_version
    where key_print = ${accountId} and resource = 'webhooks' and ref <> '' and seen_at <= ${at.toISOString()}::timestamptz
    order by ref, id desc`);
  return rows
    .filter(({ events, gone_at }) => (gone_at === null || new Date(gone_at) > at) && hasOne(events, names))
    .map(({ ref }) => ref);
}

const hasOne = (events: unknown, names: readonly string[]) =>
  Array.isArray(events) && events.some((event) => names.includes(String(event)));

/** Webhooks of the platform that have an address of ours, by the last four signs of it. */
export async function webhooksByToken(db: Database, accountId: string): Promise<Map<string, Webhook[]>> {
  const found = new Map<string, Webhook[]>();
  for (const { lastFour, ...webhook } of await listedWebhooks(db, accountId))
    if (lastFour !== null) found.set(lastFour, [...(found.get(lastFour) ?? []), webhook]);
  return found;
}

const isReal = sql`coalesce(name, '') <> ${testEvent}`;

/** How far the set-up is, from what is stored. */
export async function setupOf(db: Database, accountId: string): Promise<InboxSetup> {
  const webhooks = [...(await webhooksByToken(db, accountId)).values()].flat();
  const ids = webhooks.map(({ id }) => id);
  const tried = ids.length === 0 ? sql`false` : sql`kind.webhook_id in ${ids}`;
  const { rows } = await db.execute<
    Record<"first_event" | "first_confirmed", string | null> &
      Record<"events" | "calls" | "campaigns" | "assistants" | "total" | "failed", number>
  >(sql`
    select
      (select min(first_at) from console.hook_event where key_print = ${accountId} and ${isReal}) as first_event,
      (select min(confirmed_at) from console.found_call where key_print = ${accountId} and events > 0) as first_confirmed,
      (select count(*)::int from console.hook_event where key_print = ${accountId} and ${isReal}) as events,
      (select count(*)::int from console.found_call where key_print = ${accountId} and events > 0) as calls,
      (select count(*)::int from console.saved_record where key_print = ${accountId} and named_by_resource = ${inboxSource} and resource = 'campaigns') as campaigns,
      (select count(*)::int from console.saved_record where key_print = ${accountId} and named_by_resource = ${inboxSource} and resource = 'assistants') as assistants,
      (select count(*)::int from console.delivery as d join console.delivery_kind as kind on kind.id = d.kind
        where d.key_print = ${accountId} and ${tried}) as total,
      (select count(*)::int from console.delivery as d join console.delivery_kind as kind on kind.id = d.kind
        where d.key_print = ${accountId} and ${tried} and d.delivered_at is null) as failed`);
  const [row] = rows;
  const seen = webhooks.map(({ since }) => new Date(since).toISOString()).toSorted()[0] ?? null;
  const isoOf = (time: string | null | undefined) => (time ? new Date(time).toISOString() : null);
  const { events = 0, calls = 0, campaigns = 0, assistants = 0, total = 0, failed = 0 } = row ?? {};
  return {
    seen_on_platform_at: seen,
    first_event_at: isoOf(row?.first_event),
    first_confirmed_at: isoOf(row?.first_confirmed),
    counts: { events, calls, campaigns, assistants },
    tried: { total, failed },
  };
}
