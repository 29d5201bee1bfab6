import { sql } from "drizzle-orm";
import type { WebhookChange } from "@/lib/contract/console/webhook-log/deliveries";
import type { Database } from "@/lib/db/database";
import type { Span } from "./log-sql";
import { allOf, epochMs, isoOf, timestampOf } from "./log-sql";

const mostChanges = 50;

type ChangeRow = {
  ref: string;
  at: number;
  field: WebhookChange["field"];
  before: string | null;
  after: string | null;
};

/** Changes of webhooks that a read of the platform's list found within a time, the latest last. */
export async function webhookChanges(
  db: Database,
  accountId: string,
  { fromMs, toMs }: Span,
  webhook?: string,
): Promise<WebhookChange[]> {
  const isInTime = allOf(
    fromMs === undefined ? undefined : sql`seen_at >= ${timestampOf(fromMs)}`,
    toMs === undefined ? undefined : sql`seen_at < ${timestampOf(toMs)}`,
    sql`before is distinct from after`,
  );
  const { rows } = await db.execute<ChangeRow>(sql`
    select ref, ${epochMs(sql`seen_at`)} as at, field, before, after from (
      select ref, seen_at, field, record ->> field as after, lag(record ->> field) over versions as before,
        lag(id) over versions is null as is_first
      from console.record_version cross join (values ('url'), ('events'), ('status')) as fields (field)
      where ${allOf(
        sql`key_print = ${accountId} and resource = 'webhooks'`,
        webhook === undefined ? sql`ref <> ''` : sql`ref = ${webhook}`,
      )}
      window versions as (partition by ref, field order by id)
    ) as version where not is_first and ${isInTime}
    order by seen_at desc limit ${mostChanges}`);
  return rows.map(({ ref, at, ...change }) => ({ webhook_id: ref, at: isoOf(at) ?? "", ...change })).toReversed();
}
