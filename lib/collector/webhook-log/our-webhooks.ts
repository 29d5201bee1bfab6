import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";

/** A webhook of the platform whose URL has an address of ours. `four` are the last four signs of that address. */
export type OurWebhook = { id: string; four: string; events: string[]; since: string };

/** Name of the setting that has the time of the last pass in which a delivery and an event were compared. */
export const pairedSetting = (accountId: string) => `paired ${accountId}`;

/** Only the last four signs of an address are stored. */
const lastFourOf = sql`substring(record ->> 'url' from '/hooks/…([a-z2-7]{4})')`;

export async function ourWebhooks(db: Pick<Database, "execute">, accountId: string): Promise<OurWebhook[]> {
  const { rows } = await db.execute<{
    id: string;
    four: string | null;
    events: unknown;
    is_gone: boolean;
    since: string;
  }>(sql`
    select distinct on (ref) ref as id, ${lastFourOf} as four, record -> 'events' as events, gone_at is not null as is_gone, seen_at as since
    from console.record_version where key_print = ${accountId} and resource = 'webhooks' and ref <> ''
    order by ref, record_version.id desc nulls last`);
  return rows.flatMap(({ four, is_gone, events, ...webhook }) =>
    four === null || is_gone ? [] : [{ ...webhook, four, events: Array.isArray(events) ? events.map(String) : [] }],
  );
}
