import { eq, sql } from "drizzle-orm";
import { uploadContacts, validateContacts } from "@/lib/contract/api/campaigns";
import type { Database } from "@/lib/db/database";
import { type FormBody, type ReceivedFile, receiveFile, receiveText } from "@/lib/http/form-file";
import { ApiError, notFound } from "@/platform/http/api-error";
import { implement, owned, type PlatformContext } from "@/platform/http/context";
import { campaignTable, contactTable } from "@/platform/tables/campaigns";
import { type Campaign, hasEnded } from "./campaign-states";
import { tallyContacts } from "./contact-counts";
import { importContacts } from "./contact-import";
import { type Columns, type Contact, requiredColumns } from "./contact-rules";

export type UploadLimits = { maxRows: number; maxBytes: number };

const defaultLimits: UploadLimits = { maxRows: 1_000_000, maxBytes: 128 * 1024 * 1024 };

export const contacts = (db: Database, overrides: Partial<UploadLimits> = {}) => {
  const limits = { ...defaultLimits, ...overrides };
  const campaignOf = async ({ campaign_id }: { campaign_id: string }, context: PlatformContext) => {
    const isOwn = owned(campaignTable, context, eq(campaignTable.id, campaign_id));
    const [campaign] = await db.select().from(campaignTable).where(isOwn);
    if (!campaign) throw notFound("Campaign");
    return campaign;
  };

  return [
    implement(uploadContacts, async (input, context) => {
      const campaign = await campaignOf(input, context);
      if (hasEnded(campaign.status)) {
        const sentence = `Campaign takes no more contacts; current status is ${campaign.status}`;
        throw new ApiError("invalid_state", sentence, { status: campaign.status });
      }
      const data = await receiveFile(bodyOf(context), limits, (file) => importContacts(db, campaign, file, limits));
      return { success: true, data };
    }),

    implement(validateContacts, async (input, context) => {
      const campaign = await campaignOf(input, context);
      const read = isText(context) ? receiveText : receiveFile;
      const data = await read(bodyOf(context), limits, (file) => checkContacts(db, campaign, file, limits));
      return { success: true, data };
    }),
  ];
};

const bodyOf = ({ request }: PlatformContext): FormBody => ({
  stream: request,
  contentType: request.headers["content-type"] ?? "",
  isCutOff: () => !request.complete,
});

const isText = ({ request }: PlatformContext) => /^text\/(csv|plain)\b/i.test(request.headers["content-type"] ?? "");

/** Reports the result that an upload of this list would have. Stores nothing. */
async function checkContacts(
  db: Database,
  campaign: Campaign,
  file: ReceivedFile,
  { maxRows, maxBytes }: UploadLimits,
) {
  let foundColumns: Columns = { columns: [], phone: -1, name: -1 };
  const preview: { phone_number: string; name: string }[] = [];
  const { errors, errors_truncated, ...counts } = await tallyContacts(file.text, {
    maxRows,
    onHeader: (columns) => {
      foundColumns = columns;
    },
    take: async (batch) => {
      for (const { phone_number, name } of batch.slice(0, previewRows - preview.length))
        preview.push({ phone_number, name });
      return existing(db, campaign, batch);
    },
  });
  const missing_columns = requiredColumns.filter((column) => !foundColumns.columns.includes(column));
  const hasHeader = missing_columns.length === 0;
  return {
    is_valid: hasHeader && counts.total_rows > 0 && counts.accepted === counts.total_rows,
    total_rows: counts.total_rows,
    valid_rows: counts.accepted,
    invalid_rows: counts.rejected,
    duplicate_rows: counts.duplicates,
    columns: foundColumns.columns,
    missing_columns,
    unknown_columns: foundColumns.columns.filter((column) => !requiredColumns.some((required) => required === column)),
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
  // The lateral join forces one index lookup per number. Without statistics the planner would scan all contacts.
  const { rows } = await db.execute<{ phone_number: string }>(sql`
    select batch.phone_number from unnest(${numbers}::text[]) as batch (phone_number)
    cross join lateral (
      select from ${contactTable} contact
      where contact.campaign_id = ${id} and contact.phone_number = batch.phone_number limit 1
    ) existing`);
  return new Set(rows.map(({ phone_number }) => phone_number));
}
