import { sql } from "drizzle-orm";
import type { arrivalTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { storableJson } from "@/lib/db/storable";

export type NewArrival = Omit<typeof arrivalTable.$inferInsert, "eventId" | "otherEventIds"> & { body: Buffer };

/** As JSON of the database, which takes no NUL. */
const jsonOf = (value: unknown) => (value ? storableJson(JSON.stringify(value)) : null);

/** Stores an arrival with its body, in one round trip. Storing it twice changes nothing. */
export async function storeArrival(db: Database, arrival: NewArrival): Promise<void> {
  const { id, accountId, addressId, kind, verdict, method, query, headers, size, isCut, fault = null, body } = arrival;
  const { leftOut = null, content = null, signatureFault = null, confirmUrl = null } = arrival;
  const at = sql`${arrival.at.toISOString()}::timestamptz`;
  await db.execute(sql`
    with kept as (
      insert into console.hook_arrival (id, key_print, address_id, at, kind, verdict, method, query, headers, size, is_cut, fault,
        left_out, content, signature_fault, confirm_url)
      values (${id}, ${accountId}, ${addressId}, ${at}, ${kind}, ${verdict}, ${method}, ${query},
        ${JSON.stringify(headers)}::jsonb, ${size}, ${isCut}, ${fault}, ${leftOut}, ${jsonOf(content)}::jsonb,
        ${signatureFault}, ${confirmUrl})
      on conflict do nothing returning id
    )
    insert into console.hook_body (arrival_id, at, body) select id, ${at}, ${body} from kept where ${body.length > 0}::boolean`);
}
