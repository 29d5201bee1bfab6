import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { contactTable } from "@/lib/platform/tables/campaigns";
import type { Campaign } from "./campaign-states";
import { tallyContacts } from "./contact-counts";
import { type Columns, type Contact, wantedColumns } from "./contact-rules";
import type { ReceivedFile } from "./received-file";

type Limits = { maxRows: number; maxBytes: number };

/** What an upload of the same list would make of it; nothing is stored. */
export async function checkContacts(
  db: Database,
  campaign: Campaign,
  file: ReceivedFile,
  { maxRows, maxBytes }: Limits,
) {
  let found: Columns = { columns: [], phone: -1, name: -1 };
  const preview: { phone_number: string; name: string }[] = [];
  const { errors, errors_truncated, ...counts } = await tallyContacts(file.text, {
    maxRows,
    onHeader: (columns) => {
      found = columns;
    },
    take: async (batch) => {
      for (const { phone_number, name } of batch.slice(0, previewRows - preview.length))
        preview.push({ phone_number, name });
      return existing(db, campaign, batch);
    },
  });
  const missing_columns = wantedColumns.filter((column) => !found.columns.includes(column));
  const hasHeader = missing_columns.length === 0;
  return {
    is_valid: hasHeader && counts.total_rows > 0 && counts.accepted === counts.total_rows,
    total_rows: counts.total_rows,
    valid_rows: counts.accepted,
    invalid_rows: counts.rejected,
    duplicate_rows: counts.duplicates,
    columns: found.columns,
    missing_columns,
    unknown_columns: found.columns.filter((column) => !wantedColumns.some((wanted) => wanted === column)),
    errors: hasHeader ? errors : [],
    errors_truncated: hasHeader && errors_truncated,
    preview,
    max_rows: maxRows,
    max_bytes: maxBytes,
  };
}

const previewRows = 10;

async function existing(db: Database, { id }: Campaign, batch: Contact[]) {
  const numbers = sql.param(batch.map(({ phone_number }) => phone_number));
  // One look into the index for each: without statistics the planner would rather read every contact, every time.
  const { rows } = await db.execute<{ phone_number: string }>(sql`
    select given.phone_number from unnest(${numbers}::text[]) as given (phone_number)
    cross join lateral (
      select from ${contactTable} contact
      where contact.campaign_id = ${id} and contact.phone_number = given.phone_number limit 1
    ) known`);
  return new Set(rows.map(({ phone_number }) => phone_number));
}
