import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";

/** A webhook that the platform lists. `four` are the last four signs of our address; null if its URL has none. */
export type ListedWebhook = { id: string; four: string | null; url: string | null; events: string[]; since: string };
/** A webhook of the platform whose URL has an address of ours. */
export type OurWebhook = ListedWebhook & { four: string };

/** Name of the setting that has the time of the last pass in which a delivery and an event were compared. */
export const pairedSetting = (accountId: string) => `paired ${accountId}`;

/** Only the last four signs of an address are stored. */
const lastFourOf = sql`substring(record ->> 'url' from '/hooks/…([a-z2-7]{4})')`;

export async function listedWebhooks(db: Pick<Database, "execute">, accountId: string): Promise<ListedWebhook[]> {
  const { rows } = await db.execute<Omit<ListedWebhook, "events"> & { events: unknown; is_gone: boolean }>(sql`
    select distinct on (ref) ref as id, ${lastFourOf} as four, record ->> 'url' as url, record -> 'events' as events,
      gone_at is not null as is_gone, seen_at as since
    from console.record_version where key_print = ${accountId} and resource = 'webhooks' and ref <> ''
    order by ref, record_version.id desc nulls last`);
  return rows.flatMap(({ is_gone, events, ...webhook }) => (is_gone ? [] : [{ ...webhook, events: textsIn(events) }]));
}

export const ourWebhooks = async (db: Pick<Database, "execute">, accountId: string): Promise<OurWebhook[]> =>
  (await listedWebhooks(db, accountId)).filter((webhook): webhook is OurWebhook => webhook.four !== null);

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
    .filter(({ gone_at }) => gone_at === null || new Date(gone_at) > at)
    .filter(({ events }) => textsIn(events).some((event) => names.includes(event)))
    .map(({ ref }) => ref);
}

const textsIn = (events: unknown) => (Array.isArray(events) ? events.map(String) : []);
