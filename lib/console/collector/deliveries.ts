import { and, desc, eq } from "drizzle-orm";
import type { ConsoleContext } from "@/lib/console/console-types";
import { type DeliverySeen, getDeliverySeen } from "@/lib/contract/console/deliveries";
import { implementIn } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { deliveryChangeTable, deliveryTable } from "./tables";

const implement = implementIn<ConsoleContext>();
const mostChanges = 200;

/** What was seen of each entry of the webhook log. */
export const deliveries = (db: Database, keyPrint: string) => [
  implement(getDeliverySeen, async ({ entry_id }) => {
    const [kept] = await db
      .select()
      .from(deliveryTable)
      .where(and(eq(deliveryTable.keyPrint, keyPrint), eq(deliveryTable.key, entry_id)));
    if (!kept) return { data: null };
    const rows = await db
      .select()
      .from(deliveryChangeTable)
      .where(and(eq(deliveryChangeTable.keyPrint, keyPrint), eq(deliveryChangeTable.key, entry_id)))
      .orderBy(desc(deliveryChangeTable.seenAt), deliveryChangeTable.field)
      .limit(mostChanges);
    const data: DeliverySeen = {
      first_seen_at: kept.firstSeenAt.toISOString(),
      not_seen_at: kept.notSeenAt?.toISOString() ?? null,
      gone_at: kept.goneAt?.toISOString() ?? null,
      changes: [],
    };
    for (const { seenAt, field, before, after } of rows) {
      const at = seenAt.toISOString();
      if (data.changes.at(-1)?.at !== at) data.changes.push({ at, fields: [] });
      data.changes.at(-1)?.fields.push({ field, before, after });
    }
    return { data };
  }),
];
