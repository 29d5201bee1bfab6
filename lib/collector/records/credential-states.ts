import { sql } from "drizzle-orm";
import { allMeanings } from "@/lib/collector/webhook-log/log-words";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { implement } from "@/lib/contract/console/context";
import { toneOf } from "@/lib/contract/console/meanings";
import { type CredentialState, listCredentialStates } from "@/lib/contract/console/related-records";
import { shortRecord, tombstoneHash } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { loadUses } from "./dependents";
import { failingSince, syncFaultOf } from "./failing-since";

const resource = "credentials";

type Row = { ref: string; record: unknown; seen_at: Date | string; gone_at: Date | string | null; versions: number };

/** State of each credential by stored data: since when it fails, when it changed, and its users. */
export const credentialStates = (db: Database, accountId: string) =>
  implement(listCredentialStates, async () => {
    const meanings = await allMeanings(db);
    const isFault = (name: string, field: string, word: unknown) => toneOf(meanings, name, field, word) === "fault";
    const isFailing = (record: unknown) => syncFaultOf(record, isFault) !== undefined;
    const rows = await latestCredentials(db, accountId);
    const uses = await loadUses(
      db,
      accountId,
      rows.map(({ ref }) => ({ resource, ref })),
    );
    const data = rows.map(async ({ ref, record, seen_at, versions }): Promise<CredentialState> => {
      const run = isFailing(record) ? await failingSince(db, { accountId, resource, ref }, isFailing) : undefined;
      const users = uses.dependentsOf({ resource, ref });
      return {
        id: ref,
        failing_since: run?.since.toISOString() ?? null,
        is_since_first_read: run?.isFirstRead ?? false,
        changed_seen_at: versions > 1 ? new Date(seen_at).toISOString() : null,
        tools: users.filter((user) => user.resource === "tools").length,
        running_campaigns: users.filter((user) => user.resource === "campaigns" && stageOf(user.status) === "running")
          .length,
      };
    });
    return { data: await Promise.all(data) };
  });

async function latestCredentials(db: Database, accountId: string): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select distinct on (ref) ref, ${shortRecord(sql`record`)} as record, seen_at, gone_at,
      (count(*) over (partition by ref))::int as versions
    from console.record_version
    where key_print = ${accountId} and resource = ${resource} and ref <> '' and hash <> ${tombstoneHash}
    order by ref, id desc`);
  return rows.filter(({ gone_at }) => gone_at === null);
}
