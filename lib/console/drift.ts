import { asc, desc, eq } from "drizzle-orm";
import { implement } from "@/lib/contract/console/context";
import { listDrift } from "@/lib/contract/console/drift";
import { driftTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";

export const drift = (db: Database, accountId: string) => [
  implement(listDrift, async () => {
    const rows = await db
      .select()
      .from(driftTable)
      .where(eq(driftTable.accountId, accountId))
      .orderBy(desc(driftTable.lastSeenAt), asc(driftTable.operation), asc(driftTable.path), asc(driftTable.word));
    return {
      data: rows.map(({ operation, path, kind, came, firstSeenAt, lastSeenAt, times }) => ({
        operation,
        path,
        kind,
        came,
        first_seen_at: firstSeenAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        times,
      })),
    };
  }),
];
