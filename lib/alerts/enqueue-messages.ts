import { randomUUID } from "node:crypto";
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { type Audience, type RecipientKind, ruleKinds } from "@/lib/contract/console/alert-rules";
import type { Role } from "@/lib/contract/operation";
import { alertMessageTable, alertRecipientTable, type MessageItem } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import type { Transaction } from "@/lib/db/database";
import { formatSpan } from "@/lib/format/format-time";
import type { AlertRow } from "./engine";
import { quietUntil } from "./hours";
import { paceIn, type RuleSetting, rolesOf } from "./settings";

const maxItems = 100;

type Sender = { accountId: string; mayMail: boolean };
type Recipient = { recipient: string; kind: RecipientKind; to: string };
type Item = { item: MessageItem; isAlways: boolean };

/** Enqueues an alert for its recipients, in the transaction that stores it. */
export async function enqueueAlert(tx: Transaction, sender: Sender, alert: AlertRow, setting: RuleSetting) {
  const { id, rule, since, clearedAt, subject, message, why, href } = alert;
  const title = `${subject} ${message}`;
  // An event is cleared when it is raised.
  const item = { alertId: id, rule, title, why, href, since: since.toISOString(), isEvent: clearedAt !== null };
  for (const to of await recipientsOf(tx, sender, setting.audience, ruleKinds[rule].allow))
    await enqueue(tx, sender, to, { item, isAlways: setting.isAlways });
}

/** Enqueues the recovery from an alert for the recipients that were notified of it. */
export async function enqueueRecovery(tx: Transaction, sender: Sender, alert: AlertRow, setting: RuleSetting) {
  const { id, rule, since, clearSince, clearedAt, subject, message, href } = alert;
  if (!(await paceIn(tx)).tells_recovery) return;
  const until = clearSince ?? clearedAt ?? clock.now();
  const item = {
    ...{ alertId: id, rule, title: `Recovered: ${subject} ${message}`, href },
    ...{ why: `It lasted ${formatSpan(Math.max(0, Math.round((until.getTime() - since.getTime()) / 1_000)))}.` },
    ...{ since: since.toISOString(), until: until.toISOString() },
  };
  const notified = await notifiedRecipients(tx, sender, id);
  for (const to of await recipientsOf(tx, sender, "everyone", ruleKinds[rule].allow))
    if (notified.has(to.recipient)) await enqueue(tx, sender, to, { item, isAlways: setting.isAlways });
}

/** Recipients that got an alert or will get it. Skips messages that quiet hours delay, because they are dropped on recovery. */
async function notifiedRecipients(tx: Transaction, { accountId }: Sender, alertId: string) {
  const { recipient, state, isHeld, testedBy, items } = alertMessageTable;
  const isSent = or(inArray(state, ["sent", "sending"]), and(eq(state, "waiting"), eq(isHeld, false)));
  const hasItem = sql`${items} @> ${JSON.stringify([{ alertId }])}::jsonb`;
  const rows = await tx
    .select({ recipient })
    .from(alertMessageTable)
    .where(and(eq(alertMessageTable.accountId, accountId), isNull(testedBy), isSent, hasItem));
  return new Set(rows.map((row) => row.recipient));
}

async function recipientsOf(
  tx: Transaction,
  { mayMail }: Sender,
  audience: Audience,
  allow: readonly Role[],
): Promise<Recipient[]> {
  if (audience === "nobody") return [];
  const roles = rolesOf[audience].filter((role) => allow.includes(role));
  const people = mayMail && roles.length > 0 ? await activePeople(tx, roles) : [];
  const others = await tx.select().from(alertRecipientTable).orderBy(asc(alertRecipientTable.addedAt));
  return [
    ...people.map(({ id, email }) => ({ recipient: `person ${id}`, kind: "email" as const, to: email })),
    ...others
      .filter(({ kind }) => kind !== "email" || mayMail)
      .map(({ id, kind, name }) => ({ recipient: id, kind, to: name })),
  ];
}

const activePeople = (tx: Transaction, roles: Role[]) =>
  tx
    .select({ id: userTable.id, email: userTable.email })
    .from(userTable)
    .where(and(inArray(userTable.role, roles), isActive))
    .orderBy(asc(userTable.email));

/** Neither disabled nor only invited. */
export const isActive = and(eq(userTable.isDisabled, false), eq(userTable.isInvited, false));

/**
 * Adds an item to a waiting message or creates one. It is due after quiet hours and the minimum time since the last message. A
 * message that was attempted gets no more items, because its receiver can have it already and deduplicates by ID.
 */
async function enqueue(tx: Transaction, { accountId }: Sender, to: Recipient, { item, isAlways }: Item) {
  const [now, pace] = [clock.now(), await paceIn(tx)];
  const quietMs = isAlways ? 0 : (quietUntil(pace, now)?.getTime() ?? 0);
  // The last message is in the future if the clock was set back.
  const lastMs = Math.min((await lastSentMs(tx, to)) ?? 0, now.getTime());
  const digestMs = lastMs + pace.digest_minutes * 60_000;
  const dueAt = new Date(Math.max(now.getTime(), quietMs, digestMs));
  const isHeld = quietMs > 0;
  const waiting = await waitingMessage(tx, to, { dueAt, isHeld });
  if (waiting) {
    const items = [...waiting.items.filter(({ alertId }) => alertId !== item.alertId), item];
    await tx.update(alertMessageTable).set({ items }).where(eq(alertMessageTable.id, waiting.id));
    return;
  }
  const times = { createdAt: now, dueAt, nextAttemptAt: dueAt };
  const values = { id: randomUUID(), accountId, items: [item], isHeld, state: "waiting" as const };
  await tx.insert(alertMessageTable).values({ ...to, ...times, ...values });
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
async function waitingMessage(tx: Transaction, to: Recipient, by: { dueAt: Date; isHeld: boolean }) {
  const { recipient, state, attempts, dueAt, isHeld, items } = alertMessageTable;
  const isWaiting = and(eq(recipient, to.recipient), eq(state, "waiting"), eq(attempts, 0));
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
