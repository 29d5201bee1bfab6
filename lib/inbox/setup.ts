import { sql } from "drizzle-orm";
import { type OurWebhook, ourWebhooks } from "@/lib/collector/webhook-log/our-webhooks";
import type { InboxSetup } from "@/lib/contract/console/inbox/addresses";
import { inboxSource } from "@/lib/contract/console/inbox/found-calls";
import { testEvent } from "@/lib/contract/console/inbox/received";
import type { Database } from "@/lib/db/database";

/** Webhooks of the platform that have an address of ours, by the last four signs of it. */
export async function webhooksByToken(db: Database, accountId: string): Promise<Map<string, OurWebhook[]>> {
  const found = new Map<string, OurWebhook[]>();
  for (const webhook of await ourWebhooks(db, accountId))
    found.set(webhook.four, [...(found.get(webhook.four) ?? []), webhook]);
  return found;
}

const isReal = sql`coalesce(name, '') <> ${testEvent}`;

/** How far the set-up is, from what is stored. */
export async function setupOf(db: Database, accountId: string): Promise<InboxSetup> {
  const webhooks = await ourWebhooks(db, accountId);
  const ids = webhooks.map(({ id }) => id);
  const tried = ids.length === 0 ? sql`false` : sql`webhook_id in ${ids}`;
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
      (select count(*)::int from console.delivery where key_print = ${accountId} and ${tried}) as total,
      (select count(*)::int from console.delivery where key_print = ${accountId} and ${tried} and late = -1) as failed`);
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
