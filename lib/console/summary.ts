import { sql } from "drizzle-orm";
import { type AttentionCounts, attentionCounts } from "@/lib/alerts/alerts";
import { clock } from "@/lib/clock";
import { failedSince } from "@/lib/collector/webhook-log/delivery-counts";
import type { Person } from "@/lib/contract/actor";
import { listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { implement } from "@/lib/contract/console/context";
import { getSummary, type Summary } from "@/lib/contract/console/summary";
import { isAllowed } from "@/lib/contract/operation";
import { campaignPatterns } from "@/lib/contract/status-words";
import type { Database } from "@/lib/db/database";

const dayMs = 86_400_000;

export type Summaries = ReturnType<typeof createSummaries>;

/** The counts for everybody, and the attention counts per person. */
export type SummaryCounts = { summary: Omit<Summary, "attention">; attention: AttentionCounts };

export function createSummaries(db: Database, accountId: string) {
  const latest = (resource: string, counted = sql`true`) => sql`(
    select case when count(*) > 0 then count(*) filter (where ${counted})::int end
    from (
      select distinct on (ref) record, to_jsonb(version) ->> 'gone_at' as gone_at
      from console.record_version as version
      where key_print = ${accountId} and resource = ${resource} and ref <> ''
      order by ref, id desc
    ) as row
    where gone_at is null)`;

  async function all(): Promise<SummaryCounts> {
    const [{ rows }, open, deliveries] = await Promise.all([
      db.execute<Omit<Summary, "attention" | "not_delivered">>(sql`
        select ${latest("phone-numbers")} as phone_numbers,
          ${latest("credentials", hasSyncError)} as credentials_faulty,
          (select count(*)::int
            from console.saved_record as saved
            cross join lateral (
              select status from console.campaign_sample
              where key_print = ${accountId} and campaign_id = saved.ref
              order by at desc limit 1
            ) as last
            where saved.key_print = ${accountId} and saved.resource = 'campaigns' and saved.not_found_since is null and last.status ~* ${campaignPatterns.running}
          ) as campaigns_running,
          (select count(*)::int from console.found_call where key_print = ${accountId} and not is_over) as calls_live`),
      attentionCounts(db, accountId),
      failedSince(db, accountId, new Date(clock.nowMs() - dayMs)),
    ]);
    const none = { phone_numbers: null, campaigns_running: null, calls_live: null, credentials_faulty: null };
    const not_delivered = deliveries.known ? deliveries.failed : null;
    return { summary: { ...none, ...rows[0], not_delivered }, attention: open };
  }

  return {
    all,
    operations: [implement(getSummary, async (_input, { person }) => ({ data: visibleTo(person, await all()) }))],
  };
}

/** Must match `hasSyncError` of the contract. */
const hasSyncError = sql`coalesce(btrim(record ->> 'last_sync_error'), '') not in ('', 'false', '{}', '[]')`;

export const visibleTo = (person: Pick<Person, "id" | "role">, { summary, attention }: SummaryCounts): Summary => ({
  ...summary,
  phone_numbers: isAllowed(listPhoneNumbers, person.role) ? summary.phone_numbers : null,
  credentials_faulty: isAllowed(listCredentials, person.role) ? summary.credentials_faulty : null,
  attention: attention.of(person),
});
