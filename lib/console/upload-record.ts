import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { hashSent } from "@/lib/db/console/number-lines";
import { contactImportTable, isOwnImport } from "@/lib/db/console/tables/imports";
import { contactListTable } from "@/lib/db/console/tables/numbers";
import type { Database } from "@/lib/db/database";
import type { RecordUpload, UploadSender } from "@/lib/gateway/gateway-console";
import { blockedAmong, blockedPositions } from "./do-not-call";
import { keepNumbers, removeLists } from "./sent-numbers";

/**
 * Keeps whom an upload names if its sender did not, such as a program with a token. Without it nobody could say later where a
 * blocked person waits.
 */
export const uploadRecords =
  (db: Database, accountId: string, secret: string): RecordUpload =>
  (sender) => {
    const { campaign_id: campaignId, person } = sender;
    const importId = randomUUID();
    const isList = eq(contactListTable.importId, importId);
    let opened: Promise<number | undefined> | undefined;
    /** Key of the list; undefined if the sender keeps one. */
    async function open() {
      if (await hasBegun(db, sender)) return undefined;
      const list = { id: randomUUID(), accountId, campaignId, personId: person.id, importId, openedAt: clock.now() };
      return (await db.insert(contactListTable).values(list).returning({ key: contactListTable.key }))[0]?.key;
    }
    const keyOf = () => {
      opened ??= open();
      return opened;
    };
    return {
      async compare(numbers, rows) {
        const key = await keyOf();
        if (key === undefined) return blockedAmong(db, secret, numbers);
        const hashes = await hashSent(db, secret, numbers);
        await keepNumbers(db, key, { numbers, rows, hashes: hashes.sent });
        return blockedPositions(db, hashes);
      },
      async begin({ file_name: fileName, ...file }) {
        if ((await keyOf()) === undefined) return;
        const counts = { sent: file.rows };
        const entry = { id: importId, accountId, campaignId, fileName, counts, rules: {}, personId: person.id };
        await db.insert(contactImportTable).values({ ...entry, ...file, begunAt: clock.now(), by: person.name });
      },
      async finish({ outcome, status, accepted }) {
        const ending = { outcome, status, accepted, finishedAt: clock.now() };
        await db.update(contactImportTable).set(ending).where(eq(contactImportTable.id, importId));
        if (outcome === "refused" || accepted === 0) await removeLists(db, isList);
      },
      async remove() {
        if (!opened) return;
        await db.delete(contactImportTable).where(eq(contactImportTable.id, importId));
        await removeLists(db, isList);
      },
    };
  };

/** True for the open journal entry of this person and campaign, whose numbers were compared and kept. */
async function hasBegun(db: Database, { campaign_id, person, import_id }: UploadSender): Promise<boolean> {
  if (import_id === undefined) return false;
  const [entry] = await db
    .select({ id: contactImportTable.id })
    .from(contactImportTable)
    .innerJoin(contactListTable, eq(contactListTable.importId, contactImportTable.id))
    .where(
      and(
        isOwnImport(import_id, person.id),
        eq(contactImportTable.campaignId, campaign_id),
        isNull(contactImportTable.finishedAt),
      ),
    );
  return entry !== undefined;
}
