import { and, eq, sql } from "drizzle-orm";
import { implement } from "@/lib/contract/console/context";
import { compareUploadCalls, countUploadCalls } from "@/lib/contract/console/upload-calls";
import { refused } from "@/lib/contract/problem";
import { hashArray, intArray } from "@/lib/db/console/number-hashes";
import { hashSent } from "@/lib/db/console/number-lines";
import { contactImportTable, isSentTo } from "@/lib/db/console/tables/imports";
import { contactListTable } from "@/lib/db/console/tables/numbers";
import type { Database } from "@/lib/db/database";
import { calledHashes } from "./called-people";

/** Operations on the people of one upload. Only hashes of their numbers are stored, so a file must name them. */
export function uploadCalls(db: Database, accountId: string, secret: string) {
  async function readUpload(import_id: string) {
    const [upload] = await db
      .select({
        list: contactListTable.key,
        campaignId: contactImportTable.campaignId,
        begunAt: contactImportTable.begunAt,
      })
      .from(contactImportTable)
      .innerJoin(contactListTable, eq(contactListTable.importId, contactImportTable.id))
      .where(and(eq(contactImportTable.id, import_id), isSentTo(accountId)));
    if (!upload) throw refused("not_found", "The numbers of this upload are not stored any more.");
    const { campaignId: campaign_id, begunAt } = upload;
    const called = await calledHashes(db, secret, { accountId, campaign_id }, begunAt.toISOString());
    return { ...upload, called };
  }

  return [
    implement(countUploadCalls, async ({ import_id }) => {
      const { list, campaignId, called } = await readUpload(import_id);
      const { rows } = await db.execute<{ people: number; called: number; has_events: boolean }>(sql`
        select count(*)::int as people, (count(*) filter (where number = any(${hashArray(called)})))::int as called,
          exists (select from console.found_call where key_print = ${accountId} and campaign_ref = ${campaignId} and events > 0) as has_events
        from console.list_number where list = ${list}`);
      const { people = 0, called: count = 0, has_events = false } = rows[0] ?? {};
      return { people, called: has_events ? count : null };
    }),

    implement(compareUploadCalls, async ({ import_id, numbers }) => {
      const { list, called } = await readUpload(import_id);
      const { sent: hashes } = await hashSent(db, secret, numbers);
      const positions = intArray(numbers.map((_, position) => position));
      const { rows } = await db.execute<{ position: number; was_called: boolean }>(sql`
        select asked.position, asked.number = any(${hashArray(called)}) as was_called
        from unnest(${positions}, ${hashArray(hashes)}) as asked (position, number)
        where exists (select from console.list_number own where own.list = ${list} and own.number = asked.number)
        order by asked.position`);
      return {
        uploaded: rows.map(({ position }) => position),
        not_called: rows.flatMap(({ position, was_called }) => (was_called ? [] : [position])),
      };
    }),
  ];
}
