import type { CallFacts } from "@/lib/contract/console/inbox/facts";
import type { eventTable, foundCallTable } from "@/lib/db/console/tables/inbox";

export type EventRow = typeof eventTable.$inferSelect;
export type CallFields = Omit<
  typeof foundCallTable.$inferInsert,
  "accountId" | "ref" | "isCampaignByUpload" | "blockedAt" | "confirmedAt" | "askedAt"
>;

type FactColumns =
  | "sessionRef"
  | "campaignRef"
  | "assistantRef"
  | "contact"
  | "contactName"
  | "own"
  | "direction"
  | "status"
  | "reason"
  | "startedAt"
  | "answeredAt"
  | "endedAt"
  | "seconds";
type FactRow = Pick<typeof foundCallTable.$inferSelect, FactColumns> & { campaignName: string | null };

export const factsOf = (row: FactRow): CallFacts => ({
  ...{ session_id: row.sessionRef, campaign_id: row.campaignRef, campaign_name: row.campaignName },
  ...{ assistant_id: row.assistantRef, contact: row.contact, contact_name: row.contactName, own_number: row.own },
  ...{ direction: row.direction, status: row.status, reason: row.reason, seconds: row.seconds },
  ...{ started_at: isoOf(row.startedAt), answered_at: isoOf(row.answeredAt), ended_at: isoOf(row.endedAt) },
});

export const isoOf = (date: Date | null) => date?.toISOString() ?? null;
