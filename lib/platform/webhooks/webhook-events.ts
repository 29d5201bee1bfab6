import { and, arrayContains, eq } from "drizzle-orm";
import type { knownEvents } from "@/lib/contract/api/webhooks";
import { deliveryTable, webhookLogTable, webhookTable } from "@/lib/platform/tables/webhooks";
import type { Transaction } from "@/lib/platform/transaction";

export type WebhookEvent = (typeof knownEvents)[number];

/** Owes an event to every webhook subscribed to it, in the transaction that made it happen: neither without the other. */
export async function emit(
  tx: Transaction,
  organization_id: string,
  event: WebhookEvent,
  data: Record<string, unknown>,
) {
  const subscribed = await tx
    .select({ id: webhookTable.id })
    .from(webhookTable)
    .where(
      and(
        eq(webhookTable.organization_id, organization_id),
        eq(webhookTable.status, "active"),
        arrayContains(webhookTable.events, [event]),
      ),
    );
  if (subscribed.length === 0) return;

  const body = JSON.stringify({ type: event, timestamp: new Date().toISOString(), data });
  const logs = await tx
    .insert(webhookLogTable)
    .values(subscribed.map(({ id }) => ({ organization_id, webhook_id: id, event, status: "pending" as const })))
    .returning();
  await tx.insert(deliveryTable).values(logs.map(({ id, webhook_id }) => ({ log_id: id, webhook_id, body })));
}
