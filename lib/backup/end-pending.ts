import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { type AuditLine, begunLine, finishedLine, itself } from "@/lib/audit/audit-lines";
import { actOf, type PlannedRow } from "@/lib/automation/scheduled-sends";
import { clock } from "@/lib/clock";
import { removeCampaignHours } from "@/lib/contract/console/automation/hours";
import { alertMessageTable } from "@/lib/db/console/tables/alerts";
import { campaignHoursTable, plannedActionTable } from "@/lib/db/console/tables/automation";
import {
  apiTokenTable,
  personLinkTable,
  sessionTable,
  setupLinkTable,
  signInMailTable,
} from "@/lib/db/console/tables/people";
import type { Transaction } from "@/lib/db/database";

const reason = "Switchboard was restored from a backup.";
const because = {
  planned: `Not sent: ${reason} Schedule it again if it is still wanted.`,
  sending: `${reason} It was made while this was being sent, which may or may not have taken effect.`,
  hours: `Switched off: ${reason}`,
};

export type Ended = {
  actions: number;
  hours: number;
  messages: number;
  sessions: number;
  links: number;
  tokens: number;
};

/**
 * Ends all that a restored Switchboard would otherwise send again: it was sent, changed or removed since the backup, or was meant
 * for then. Returns the counts and the lines for the audit log.
 */
export async function endPending(tx: Transaction): Promise<{ ended: Ended; lines: AuditLine[] }> {
  // The cause is checked again, from what is read now.
  await tx
    .delete(plannedActionTable)
    .where(and(isNotNull(plannedActionTable.cause), isNotNull(plannedActionTable.nextAttemptAt)));
  const planned = await endActions(tx, "planned", { state: "missed", message: because.planned });
  const sending = await endActions(tx, "sending", { state: "unknown", message: because.sending });
  // Hours would resume a campaign that somebody has paused since.
  const hours = await tx.delete(campaignHoursTable).returning();
  const messages = await tx
    .update(alertMessageTable)
    .set({ state: "dropped", nextAttemptAt: null, problem: reason })
    .where(inArray(alertMessageTable.state, ["waiting", "sending"]))
    .returning({ id: alertMessageTable.id });
  await tx.delete(signInMailTable);
  const sessions = await tx.delete(sessionTable).returning({ id: sessionTable.id });
  // A token that was revoked since would work again.
  const tokens = await tx.delete(apiTokenTable).returning({ id: apiTokenTable.id });
  const links = [...(await tx.delete(personLinkTable).returning()), ...(await tx.delete(setupLinkTable).returning())];
  await endDemoDeliveries(tx);
  return {
    ended: {
      actions: planned.length + sending.length,
      hours: hours.length,
      messages: messages.length,
      sessions: sessions.length,
      links: links.length,
      tokens: tokens.length,
    },
    lines: [...planned.flatMap(missedLines), ...hours.flatMap(({ campaignId }) => hoursLines(campaignId))],
  };
}

const endActions = (tx: Transaction, state: "planned" | "sending", values: Pick<PlannedRow, "state" | "message">) =>
  tx
    .update(plannedActionTable)
    .set({ ...values, endedAt: clock.now(), nextAttemptAt: null })
    .where(eq(plannedActionTable.state, state))
    .returning();

function missedLines(row: PlannedRow) {
  const { op, campaign_id, requestId, automatic } = actOf(row);
  const about = { person: automatic.actor, target: campaign_id, requestId, address: null, detail: automatic.detail };
  return entryLines(op.id, about, { outcome: "refused", message: because.planned });
}

const hoursLines = (campaignId: string) =>
  entryLines(
    removeCampaignHours.id,
    { person: itself, target: campaignId, requestId: randomUUID(), address: null },
    { outcome: "ok", message: because.hours },
  );

/** Both lines of an entry of the audit log. */
export function entryLines(
  action: string,
  about: Parameters<typeof begunLine>[2],
  end: { outcome: "ok" | "refused"; message: string },
): AuditLine[] {
  const entry = randomUUID();
  return [begunLine(entry, action, about), finishedLine(entry, { ...end, status: null, body: null })];
}

/** The demo platform would post its events again. Its tables are there only if it was used. */
async function endDemoDeliveries(tx: Transaction) {
  const { rows } = await tx.execute(sql`select to_regclass('platform.webhook_deliveries') is not null as yes`);
  if (!rows[0]?.yes) return;
  await tx.execute(sql`update platform.webhook_logs set status = 'failed'
    where id in (select log_id from platform.webhook_deliveries)`);
  await tx.execute(sql`delete from platform.webhook_deliveries`);
}
