import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/db/database";
import type { ReceivedFile } from "@/lib/http/form-file";
import { ApiError } from "@/platform/http/api-error";
import { campaignTable, contactTable, uploadTable } from "@/platform/tables/campaigns";
import { type Campaign, hasEnded } from "./campaign-states";
import { tallyContacts } from "./contact-counts";
import { type Columns, type Contact, requiredColumns } from "./contact-rules";

/** Imports a contact list into a campaign in one transaction, so that an interrupted list stores nothing. */
export function importContacts(db: Database, campaign: Campaign, file: ReceivedFile, { maxRows }: { maxRows: number }) {
  return db.transaction(async (tx) => {
    await lockContacts(tx, campaign);
    const upload_id = crypto.randomUUID();
    const { errors, errors_truncated, ...counts } = await tallyContacts(file.text, {
      maxRows,
      onHeader: requireColumns,
      take: (batch) => insert(tx, campaign, upload_id, batch),
    });
    if (counts.total_rows === 0) throw new ApiError("empty_file", "The file has a header but no contacts.");

    const { organization_id, id: campaign_id } = campaign;
    const { bytes, sha256 } = file.digest();
    const row = { id: upload_id, organization_id, campaign_id, filename: file.filename, bytes, sha256, ...counts };
    const contacts_count = await addToCounters(tx, campaign, counts.accepted);
    const [upload] = await tx.insert(uploadTable).values(row).returning({ created_at: uploadTable.created_at });
    return {
      upload_id,
      campaign_id,
      filename: file.filename,
      bytes,
      sha256,
      ...counts,
      contacts_count,
      errors,
      errors_truncated,
      created_at: upload?.created_at,
    };
  });
}

/** Two concurrent lists would block each other on equal numbers. The longer timeout allows for slow senders. */
async function lockContacts(tx: Transaction, { id }: Campaign) {
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '120s'`);
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`contacts of ${id}`}, 0)) as free`,
  );
  if (!rows[0]?.free)
    throw new ApiError(
      "upload_in_progress",
      "Another list is being uploaded to this campaign; try again when it is done.",
    );
}

function requireColumns({ columns, phone, name }: Columns) {
  const missing = requiredColumns.filter((_, index) => [phone, name][index] === -1);
  if (missing.length === 0) return;
  const sentence = `The header must have the columns phone_number and name; it lacks ${missing.join(" and ")}.`;
  throw new ApiError("missing_header", sentence, { missing_columns: missing, columns });
}

async function insert(tx: Transaction, { id }: Campaign, upload_id: string, batch: Contact[]) {
  const { rows } = await tx.execute<{ phone_number: string }>(sql`
    insert into ${contactTable} (campaign_id, phone_number, name, position, upload_id)
    select ${id}, batch.phone_number, batch.name, batch.position, ${upload_id}
    from unnest(
      ${sql.param(batch.map(({ phone_number }) => phone_number))}::text[],
      ${sql.param(batch.map(({ name }) => name))}::text[],
      ${sql.param(batch.map(({ row }) => row))}::int[]
    ) as batch (phone_number, name, position)
    on conflict do nothing returning phone_number`);
  const inserted = new Set(rows.map(({ phone_number }) => phone_number));
  return new Set(batch.map(({ phone_number }) => phone_number).filter((number) => !inserted.has(number)));
}

async function addToCounters(tx: Transaction, { id }: Campaign, accepted: number) {
  const [campaign] = await tx
    .update(campaignTable)
    .set({
      total_contacts: sql`${campaignTable.total_contacts} + ${accepted}`,
      pending_contacts: sql`${campaignTable.pending_contacts} + ${accepted}`,
      updated_at: sql`now()`,
    })
    .where(eq(campaignTable.id, id))
    .returning({ status: campaignTable.status, total: campaignTable.total_contacts });
  if (campaign && !hasEnded(campaign.status)) return campaign.total;
  throw new ApiError(
    "invalid_state",
    `Campaign takes no more contacts; current status is ${campaign?.status ?? "unknown"}`,
  );
}
