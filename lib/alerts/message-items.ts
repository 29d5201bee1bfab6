import { and, eq, inArray, isNull } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { type alertMessageTable, alertTable, type MessageItem } from "@/lib/db/console/tables/alerts";
import type { Database } from "@/lib/db/database";
import { formatSpan } from "@/lib/format/format-time";
import { deliveriesOver } from "./deliveries-over";
import { endedOtherwise } from "./ended-otherwise";
import type { AlertRow } from "./engine";

type Message = Pick<typeof alertMessageTable.$inferSelect, "isHeld" | "items">;

/** The item of an active alert or of an event. An event is cleared when it is raised. */
export function itemOf(alert: AlertRow): MessageItem {
  const { id, rule, subject, message, why, href, since, clearedAt, changedAt, deliveryIds, ref } = alert;
  return {
    ...{ alertId: id, rule, title: `${subject} ${message}`, why, href, since: since.toISOString() },
    ...(clearedAt === null ? {} : { isEvent: true }),
    ...(changedAt === null ? {} : { changedAt: changedAt.toISOString() }),
    ...(deliveryIds === null ? {} : { deliveryIds, webhookId: ref }),
  };
}

export function recoveredItem({ id, rule, subject, message, href, since }: AlertRow, until: Date): MessageItem {
  const seconds = Math.max(0, Math.round((until.getTime() - since.getTime()) / 1_000));
  return {
    ...{ alertId: id, rule, title: `Recovered: ${subject} ${message}`, why: `It lasted ${formatSpan(seconds)}.`, href },
    ...{ since: since.toISOString(), until: until.toISOString() },
  };
}

/** The items of a message as they are true now. Leaves out those with nothing true to say. */
export async function currentItems(db: Database, message: Message): Promise<MessageItem[]> {
  const ids = message.items.map(({ alertId }) => alertId);
  const rows = await db.select().from(alertTable).where(inArray(alertTable.id, ids));
  const alertById = new Map(rows.map((row) => [row.id, row]));
  const items: MessageItem[] = [];
  for (const item of message.items) {
    const alert = alertById.get(item.alertId);
    const current = alert && (await currentItem(db, item, alert));
    if (current) items.push(current);
  }
  return items;
}

async function currentItem(db: Database, item: MessageItem, alert: AlertRow): Promise<MessageItem | undefined> {
  if (item.isEvent) return item;
  const { clearSince, clearedAt, clearedAs, state } = alert;
  if (clearedAs === "merged" || clearedAs === "rule_off") return undefined;
  if (clearedAt === null) {
    if (state === "resolved") return undefined;
    return clearSince === null ? itemOf(alert) : overItem(db, alert, clearSince);
  }
  // The recovery from a cleared alert is a message of its own, for those who heard of it.
  if (item.until === undefined || (await isRaisedAgain(db, alert))) return undefined;
  return overItem(db, alert, clearSince ?? clearedAt);
}

async function isRaisedAgain(db: Database, { accountId, rule, ref }: AlertRow) {
  const { clearSince, clearedAt } = alertTable;
  const isSame = and(eq(alertTable.accountId, accountId), eq(alertTable.rule, rule), eq(alertTable.ref, ref));
  return (await db.$count(alertTable, and(isSame, isNull(clearedAt), isNull(clearSince)))) > 0;
}

async function overItem(db: Database, alert: AlertRow, until: Date): Promise<MessageItem> {
  const item = recoveredItem(alert, until);
  if (alert.count !== null) return { ...item, ...(await deliveriesOver(db, alert, { until, now: clock.now() })) };
  const otherwise = await endedOtherwise(db, alert);
  return otherwise === undefined ? item : { ...item, title: otherwise };
}
