import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { plannable } from "@/lib/contract/console/automation/planned";
import type { LeftBehind } from "@/lib/contract/console/people/team";
import { knownName } from "@/lib/contract/console/saved";
import { isAllowed, type Role } from "@/lib/contract/operation";
import { alertRecipientTable, alertTable } from "@/lib/db/console/tables/alerts";
import { campaignHoursTable, plannedActionTable } from "@/lib/db/console/tables/automation";
import { apiTokenTable, type userTable } from "@/lib/db/console/tables/people";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";

type User = typeof userTable.$inferSelect;
type Readable = Pick<Database, "select">;

/** Waits for its time. A delayed one is sent or undone within seconds, so nobody takes it over. */
const isWaitingOf = (userId: string) =>
  and(
    eq(plannedActionTable.personId, userId),
    eq(plannedActionTable.state, "planned"),
    eq(plannedActionTable.isByHours, false),
    eq(plannedActionTable.isDelayed, false),
  );

export const isNextOfHours = (userId: string) =>
  and(
    eq(plannedActionTable.personId, userId),
    eq(plannedActionTable.state, "planned"),
    eq(plannedActionTable.isByHours, true),
  );

export const areHoursOf = (userId: string) => eq(campaignHoursTable.personId, userId);
export const areTokensOf = (userId: string) => eq(apiTokenTable.userId, userId);

/** Open alerts that they acknowledged, and so keep for themselves. */
export const areAlertsOf = (userId: string) =>
  and(eq(alertTable.ownerId, userId), eq(alertTable.state, "acknowledged"), isNull(alertTable.clearedAt));

/** Recipients of alerts at the person's own address. They would go on getting mails. */
export const areRecipientsAt = (email: string) =>
  and(eq(alertRecipientTable.kind, "email"), sql`lower(${alertRecipientTable.name}) = ${email.toLowerCase()}`);

/** Sends that a role may no longer do. A pause is sent all the same, because it calls nobody. */
const refusedTo = (role: Role) =>
  (["start", "resume"] as const).filter((action) => !isAllowed(plannable[action], role));

/** Reads everything that acts in a person's name. With `next`, only what that role may no longer do. */
export async function leftBehindBy(db: Readable, user: User, next?: Role): Promise<LeftBehind> {
  const actions = await waitingOf(db, user.id);
  const hours = await hoursOf(db, user.id);
  if (next !== undefined) {
    const refused: readonly string[] = refusedTo(next);
    return {
      ...nothingElse,
      actions: actions.filter(({ action }) => refused.includes(action)),
      hours: refused.includes("resume") ? hours : [],
    };
  }
  const tokens = await db.select().from(apiTokenTable).where(areTokensOf(user.id)).orderBy(apiTokenTable.name);
  const [alerts] = await db.select({ count: count() }).from(alertTable).where(areAlertsOf(user.id));
  const [recipients] = await db.select({ count: count() }).from(alertRecipientTable).where(areRecipientsAt(user.email));
  return {
    actions,
    hours,
    tokens: tokens
      .filter(({ expiresAt }) => expiresAt > clock.now())
      .map(({ id, name, lastUsedAt }) => ({ id, name, last_used_at: lastUsedAt?.toISOString() ?? null })),
    alerts: alerts?.count ?? 0,
    recipients: recipients?.count ?? 0,
    views: user.preferences.views?.length ?? 0,
  };
}

const nothingElse = { tokens: [], alerts: 0, recipients: 0, views: 0 };
export const nothingLeft: LeftBehind = { ...nothingElse, actions: [], hours: [] };

async function waitingOf(db: Readable, userId: string): Promise<LeftBehind["actions"]> {
  const { id, action, local, zone, accountId, campaignId, at } = plannedActionTable;
  const rows = await db
    .select({ id, action, local, zone, campaignId, name: savedTable.name, label: savedTable.label })
    .from(plannedActionTable)
    .leftJoin(savedTable, isSaved({ accountId, resource: "campaigns", ref: campaignId }))
    .where(isWaitingOf(userId))
    .orderBy(at, id);
  return rows.map(({ campaignId, name, label, ...row }) => ({
    ...row,
    campaign: knownName({ name, label }) ?? campaignId,
  }));
}

async function hoursOf(db: Readable, userId: string): Promise<LeftBehind["hours"]> {
  const { accountId, campaignId } = campaignHoursTable;
  const rows = await db
    .select({ campaignId, name: savedTable.name, label: savedTable.label })
    .from(campaignHoursTable)
    .leftJoin(savedTable, isSaved({ accountId, resource: "campaigns", ref: campaignId }))
    .where(areHoursOf(userId))
    .orderBy(campaignId);
  return rows.map(({ campaignId: campaign_id, ...names }) => ({
    campaign_id,
    campaign: knownName(names) ?? campaign_id,
  }));
}

/** IDs of the scheduled actions among those left behind, for a change of them alone. */
export const areActions = (actions: LeftBehind["actions"]) =>
  inArray(
    plannedActionTable.id,
    actions.map(({ id }) => id),
  );
