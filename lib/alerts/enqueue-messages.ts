import { randomUUID } from "node:crypto";
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { RecipientKind, RuleId } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import type { Role } from "@/lib/contract/operation";
import { alertMessageTable, alertRecipientTable, type MessageItem } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import type { Transaction } from "@/lib/db/database";
import type { AlertRow } from "./engine";
import { quietUntil } from "./hours";
import { itemOf, recoveredItem } from "./message-items";
import { choicesIn, isNotified, nightIn } from "./own-alerts";
import { paceIn, type RuleSetting } from "./settings";

const maxItems = 500;

type Sender = { accountId: string; mayMail: boolean };
type Recipient = {
  recipient: string;
  kind: RecipientKind;
  to: string;
  /** Its own choice of the rule's topic in quiet hours; undefined without one. */
  isAtNight?: boolean | undefined;
};
type Item = { item: MessageItem; isAlways: boolean };

export async function enqueueAlert(tx: Transaction, sender: Sender, alert: AlertRow, setting: RuleSetting) {
  for (const to of await recipientsOf(tx, sender, setting))
    await enqueue(tx, sender, to, { item: itemOf(alert), isAlways: setting.isAlways });
}

/** Enqueues an alert again for recipients of a message that said it was over while it was still clearing. */
export async function enqueueReturn(tx: Transaction, sender: Sender, alert: AlertRow, setting: RuleSetting) {
  const last = await lastItems(tx, sender, alert.id);
  for (const to of await recipientsOf(tx, sender, setting))
    if (last.get(to.recipient)?.until)
      await enqueue(tx, sender, to, { item: itemOf(alert), isAlways: setting.isAlways });
}

/** Enqueues the recovery from an alert for the recipients that were notified of it. */
export async function enqueueRecovery(tx: Transaction, sender: Sender, alert: AlertRow, setting: RuleSetting) {
  if (!(await paceIn(tx)).notifies_recovery) return;
  const item = recoveredItem(alert, alert.clearSince ?? alert.clearedAt ?? clock.now());
  const last = await lastItems(tx, sender, alert.id);
  for (const to of await recipientsOf(tx, sender, { ...setting, audience: "everyone" }))
    if (last.get(to.recipient)?.until === undefined && last.has(to.recipient))
      await enqueue(tx, sender, to, { item, isAlways: setting.isAlways });
}

/**
 * The last item on an alert that each recipient got or will get. Skips messages that quiet hours delay, because they are dropped on
 * recovery.
 */
async function lastItems(tx: Transaction, { accountId }: Sender, alertId: string) {
  const { recipient, state, isHeld, testedBy, items, createdAt } = alertMessageTable;
  const isSent = or(inArray(state, ["sent", "sending"]), and(eq(state, "waiting"), eq(isHeld, false)));
  const hasItem = sql`${items} @> ${JSON.stringify([{ alertId }])}::jsonb`;
  const rows = await tx
    .select({ recipient, items })
    .from(alertMessageTable)
    .where(and(eq(alertMessageTable.accountId, accountId), isNull(testedBy), isSent, hasItem))
    .orderBy(asc(createdAt));
  return new Map(rows.map((row) => [row.recipient, row.items.find((item) => item.alertId === alertId)]));
}

/** True if a recipient outside the team is notified of the rule's topic. */
export const isOfTopics = ({ topics }: Pick<typeof alertRecipientTable.$inferSelect, "topics">, rule: RuleId) =>
  topics === null || ruleKinds[rule] === undefined || topics.includes(ruleKinds[rule].topic);

/** People by their own choice and their role. Other recipients are notified of their topics, if the rule has an audience. */
async function recipientsOf(tx: Transaction, { mayMail }: Sender, setting: RuleSetting): Promise<Recipient[]> {
  const people = mayMail ? await activePeople(tx, ruleKinds[setting.rule].allow) : [];
  const others =
    setting.audience === "nobody"
      ? []
      : await tx.select().from(alertRecipientTable).orderBy(asc(alertRecipientTable.addedAt));
  return [
    ...people
      .filter(({ role, preferences }) =>
        isNotified({ setting, role, choices: choicesIn(preferences), channel: "email" }),
      )
      .map(({ id, email, preferences }) => ({
        ...{ recipient: `person ${id}`, kind: "email" as const, to: email },
        isAtNight: nightIn(preferences)[ruleKinds[setting.rule].topic],
      })),
    ...others
      .filter((row) => isOfTopics(row, setting.rule) && (row.kind !== "email" || mayMail))
      .map(({ id, kind, name }) => ({ recipient: id, kind, to: name })),
  ];
}

const activePeople = (tx: Transaction, roles: readonly Role[]) =>
  tx
    .select({ id: userTable.id, email: userTable.email, role: userTable.role, preferences: userTable.preferences })
    .from(userTable)
    .where(and(inArray(userTable.role, [...roles]), isActive))
    .orderBy(asc(userTable.email));

/** Neither disabled nor only invited. */
export const isActive = and(eq(userTable.isDisabled, false), eq(userTable.isInvited, false));

/**
 * Adds an item to a waiting message or creates one. It is due after quiet hours and the minimum time since the last message. A
 * message that was attempted gets no more items, because its receiver can have it already and deduplicates by ID.
 */
async function enqueue(tx: Transaction, sender: Sender, { isAtNight, ...to }: Recipient, { item, isAlways }: Item) {
  const [now, pace] = [clock.now(), await paceIn(tx)];
  const quietMs = (isAtNight ?? isAlways) ? 0 : (quietUntil(pace, now)?.getTime() ?? 0);
  // The last message is in the future if the clock was set back.
  const lastMs = Math.min((await lastSentMs(tx, to)) ?? 0, now.getTime());
  const digestMs = lastMs + pace.digest_minutes * 60_000;
  const dueAt = new Date(Math.max(now.getTime(), quietMs, digestMs));
  await placeItem(tx, { ...to, accountId: sender.accountId, item, dueAt, isHeld: quietMs > 0, createdAt: now });
}

type Placement = Omit<Recipient, "isAtNight"> & {
  accountId: string;
  item: MessageItem;
  dueAt: Date;
  /** True if it waits for the end of quiet hours. */
  isHeld: boolean;
  createdAt: Date;
};

/** Adds an item to an unattempted message that is due by then, or creates one. */
export async function placeItem(tx: Transaction, { item, ...message }: Placement) {
  const waiting = await waitingMessage(tx, message);
  if (waiting) {
    const others = waiting.items.filter(({ alertId }) => alertId !== item.alertId);
    const items = message.createdAt < waiting.createdAt ? [item, ...others] : [...others, item];
    await tx.update(alertMessageTable).set({ items }).where(eq(alertMessageTable.id, waiting.id));
    return;
  }
  const values = { id: randomUUID(), items: [item], state: "waiting" as const, nextAttemptAt: message.dueAt };
  await tx.insert(alertMessageTable).values({ ...message, ...values });
}

/** Time of the last message to a recipient, or of its first attempt. */
async function lastSentMs(tx: Transaction, to: Recipient) {
  const { recipient, state, attempts, sentAt, dueAt, testedBy } = alertMessageTable;
  const wasAttempted = and(gt(attempts, 0), inArray(state, ["waiting", "sending", "sent"]));
  const [last] = await tx
    .select({ at: sql<string | null>`max(coalesce(${sentAt}, ${dueAt}))` })
    .from(alertMessageTable)
    .where(and(eq(recipient, to.recipient), isNull(testedBy), wasAttempted));
  return last?.at ? new Date(last.at).getTime() : undefined;
}

/** An unattempted message with room for another item, due by then. */
async function waitingMessage(tx: Transaction, by: Omit<Placement, "item">) {
  const { recipient, state, attempts, dueAt, isHeld, items } = alertMessageTable;
  const isOfRecipient = and(eq(alertMessageTable.accountId, by.accountId), eq(recipient, by.recipient));
  const isWaiting = and(isOfRecipient, eq(state, "waiting"), eq(attempts, 0));
  const hasRoom = sql`jsonb_array_length(${items}) < ${maxItems}`;
  const [waiting] = await tx
    .select()
    .from(alertMessageTable)
    .where(and(isWaiting, lte(dueAt, by.dueAt), eq(isHeld, by.isHeld), hasRoom))
    .orderBy(asc(dueAt))
    .limit(1)
    .for("update");
  return waiting;
}
