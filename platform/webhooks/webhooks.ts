import { desc, eq, getTableColumns } from "drizzle-orm";
import { listWebhookLogs, listWebhooks } from "@/lib/contract/api/webhooks";
import type { Database } from "@/lib/db/database";
import { implement, owned } from "@/platform/http/context";
import { webhookLogTable, webhookTable } from "@/platform/tables/webhooks";

type WebhooksOptions = { onLogRead: () => void };

export const webhooks = (db: Database, { onLogRead }: WebhooksOptions) => [
  implement(listWebhooks, async (_, context) => {
    const data = await db
      .select(fields)
      .from(webhookTable)
      .where(owned(webhookTable, context))
      .orderBy(desc(webhookTable.created_at), desc(webhookTable.id));
    return { success: true, data };
  }),

  implement(listWebhookLogs, async ({ webhook_id }, context) => {
    const conditions = webhook_id === undefined ? [] : [eq(webhookLogTable.webhook_id, webhook_id)];
    const data = await db
      .select(logFields)
      .from(webhookLogTable)
      .where(owned(webhookLogTable, context, ...conditions))
      .orderBy(desc(webhookLogTable.created_at), desc(webhookLogTable.id))
      .limit(maxLogs);
    onLogRead();
    return { success: true, data };
  }),
];

/** The API has no pagination for logs, so the answer is limited to about 2 MB. */
const maxLogs = 10_000;

const { organization_id: _, secret: __, ...fields } = getTableColumns(webhookTable);
const { organization_id: ___, created_at: ____, ...logFields } = getTableColumns(webhookLogTable);
