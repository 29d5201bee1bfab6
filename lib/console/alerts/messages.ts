import { randomUUID } from "node:crypto";
import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import PgBoss from "pg-boss";
import type { Logger } from "pino";
import { userTable } from "@/lib/console/tables";
import { type Audience, type RecipientKind, ruleKinds } from "@/lib/contract/console/alert-rules";
import type { Role } from "@/lib/contract/operation";
import type { OpenDatabase, Transaction } from "@/lib/db/database";
import { formatSpan } from "@/lib/format/format-time";
import { type Notify, type NotifyRecovery, stillOpen } from "./engine";
import { quietUntil } from "./hours";
import type { Destination, Notifier } from "./notifier";
import { paceIn, rolesOf } from "./settings";
import { alertMessageTable, alertRecipientTable, alertTable, type MessageItem } from "./tables";

const queue = "alert";
const schema = "console_jobs";
const mostItems = 100;
const keptDays = 400;
const atOnce = 5;
/**
 * Each try waits about twice as long as the one before, the last for hours: a receiver may be down for a night. A try expires a
 * little after the longest one: a process that died in it is not waited for longer.
 */
const usualRetry = { seconds: 30, attempts: 11, expireSeconds: 60 };

export type MessageRow = typeof alertMessageTable.$inferSelect;

type MessagesOptions = {
  database: OpenDatabase;
  keyPrint: string;
  notifier: Notifier;
  changed: (resources: readonly string[]) => void;
  log: Logger;
  /** How long a try that failed is waited after, and how many there are. */
  retry?: { seconds: number; attempts: number; expireSeconds: number } | undefined;
};

/**
 * Messages to recipients, kept in a queue of PostgreSQL until they are sent: a message is sent at least once, also where a process
 * dies over it. What happens shortly after another is put into one message with it.
 */
export function createMessages({ database, keyPrint, notifier, changed, log, retry = usualRetry }: MessagesOptions) {
  const { db, pool } = database;
  const options = {
    retryLimit: retry.attempts - 1,
    retryDelay: retry.seconds,
    retryBackoff: true,
    expireInSeconds: retry.expireSeconds,
  };
  const boss = new PgBoss({
    schema,
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  });
  boss.on("error", (err) => log.warn({ err }, "the queue of messages waits"));
  let started: Promise<unknown> | undefined;

  /** Not at once: a start does not wait for what only one process needs. */
  function start() {
    started ??= boss
      .start()
      .then(() => boss.createQueue(queue))
      .catch((error: unknown) => {
        started = undefined;
        throw error;
      });
    return started;
  }

  const notify: Notify = async (tx, alert, setting) => {
    const { id, rule, since, clearedAt, subject, message, why, href } = alert;
    const title = `${subject} ${message}`;
    // An alert that is over as it is sent is an event, which does not change.
    const item = { alertId: id, rule, title, why, href, since: since.toISOString(), isEvent: clearedAt !== null };
    for (const to of await recipientsFor(tx, setting.audience, ruleKinds[rule].allow))
      await enqueue(tx, to, item, setting.isAlways);
  };

  const notifyRecovery: NotifyRecovery = async (tx, alert, setting) => {
    const { id, rule, since, clearSince, clearedAt, subject, message, href } = alert;
    if (!(await paceIn(tx)).tells_recovery) return;
    const until = clearSince ?? clearedAt ?? new Date();
    const item = {
      ...{ alertId: id, rule, title: `Recovered: ${subject} ${message}`, href },
      ...{ why: `It lasted ${formatSpan(Math.max(0, Math.round((until.getTime() - since.getTime()) / 1_000)))}.` },
      ...{ since: since.toISOString(), until: until.toISOString() },
    };
    const notified = await notifiedRecipients(tx, id);
    for (const to of await recipientsFor(tx, "everyone", ruleKinds[rule].allow))
      if (notified.has(to.recipient)) await enqueue(tx, to, item, setting.isAlways);
  };

  /** Who was sent an alert, or will be; what quiet hours hold is dropped with its cause. */
  async function notifiedRecipients(tx: Transaction, alertId: string) {
    const { recipient, state, isHeld, testedBy, items } = alertMessageTable;
    const isSent = or(inArray(state, ["sent", "sending"]), and(eq(state, "waiting"), eq(isHeld, false)));
    const holds = sql`${items} @> ${JSON.stringify([{ alertId }])}::jsonb`;
    const rows = await tx
      .select({ recipient })
      .from(alertMessageTable)
      .where(and(eq(alertMessageTable.keyPrint, keyPrint), isNull(testedBy), isSent, holds));
    return new Set(rows.map((row) => row.recipient));
  }

  async function recipientsFor(tx: Transaction, audience: Audience, allow: readonly Role[]): Promise<Recipient[]> {
    if (audience === "nobody") return [];
    const mayHear = rolesOf[audience].filter((role) => allow.includes(role));
    const people =
      notifier.mayMail && mayHear.length > 0
        ? await tx
            .select({ id: userTable.id, to: userTable.email })
            .from(userTable)
            .where(and(inArray(userTable.role, mayHear), isActive))
            .orderBy(asc(userTable.email))
        : [];
    const others = await tx.select().from(alertRecipientTable).orderBy(asc(alertRecipientTable.addedAt));
    return [
      ...people.map(({ id, to }) => ({ recipient: `person ${id}`, kind: "email" as const, to })),
      ...others
        .filter(({ kind }) => kind !== "email" || notifier.mayMail)
        .map(({ id, kind, name }) => ({ recipient: id, kind, to: name })),
    ];
  }

  /**
   * Into a message that waits anyway, or into one of its own: not in quiet hours, and not too soon after the last. One that
   * was tried takes nothing more: its receiver may have it, and knows it again by its ID.
   */
  async function enqueue(tx: Transaction, to: Recipient, item: MessageItem, isAlways: boolean) {
    const [now, pace] = [new Date(), await paceIn(tx)];
    const { recipient, state, attempts, sentAt, dueAt: wasDueAt, testedBy } = alertMessageTable;
    const isTheirs = eq(recipient, to.recipient);
    const wasTried = and(gt(attempts, 0), inArray(state, ["waiting", "sending", "sent"]));
    const [last] = await tx
      .select({ at: sql<string | null>`max(coalesce(${sentAt}, ${wasDueAt}))` })
      .from(alertMessageTable)
      .where(and(isTheirs, isNull(testedBy), wasTried));
    const quietMs = isAlways ? 0 : (quietUntil(pace, now)?.getTime() ?? 0);
    // If the clock was set back, the last message lies ahead.
    const lastMs = last?.at ? Math.min(new Date(last.at).getTime(), now.getTime()) : 0;
    const digestMs = lastMs + pace.digest_minutes * 60_000;
    const dueAt = new Date(Math.max(now.getTime(), quietMs, digestMs));
    const isHeld = quietMs > 0;
    const hasRoom = sql`jsonb_array_length(${alertMessageTable.items}) < ${mostItems}`;
    const fits = and(eq(state, "waiting"), eq(attempts, 0), lte(wasDueAt, dueAt), eq(alertMessageTable.isHeld, isHeld));
    const [waiting] = await tx
      .select()
      .from(alertMessageTable)
      .where(and(isTheirs, fits, hasRoom))
      .orderBy(asc(wasDueAt))
      .limit(1)
      .for("update");
    if (waiting) {
      const items = [...waiting.items.filter(({ alertId }) => alertId !== item.alertId), item];
      await tx.update(alertMessageTable).set({ items }).where(eq(alertMessageTable.id, waiting.id));
      return;
    }
    const id = randomUUID();
    const values = { id, keyPrint, items: [item], isHeld, createdAt: now, dueAt, state: "waiting" as const };
    await tx.insert(alertMessageTable).values({ ...to, ...values });
    await boss.send(queue, { id }, { ...options, startAfter: dueAt, db: inTransaction(tx) });
  }

  /** Sends what is due. Safe in any process, and of one message at a time in one only. */
  async function sendDue() {
    await start();
    const jobs = await boss.fetch<{ id: string }>(queue, { batchSize: atOnce, includeMetadata: true });
    await Promise.all(jobs.map(carryOut));
    return jobs.length;
  }

  async function carryOut(job: PgBoss.JobWithMetadata<{ id: string }>) {
    const [message] = await db
      .update(alertMessageTable)
      .set({ state: "sending", attempts: job.retryCount + 1 })
      .where(and(eq(alertMessageTable.id, job.data.id), inArray(alertMessageTable.state, ["waiting", "sending"])))
      .returning();
    const ending = message ? await attempt(message) : undefined;
    const isLast = job.retryCount >= job.retryLimit || ending?.isFinal === true;
    if (message && ending) {
      const failed = isLast ? ("failed" as const) : ("waiting" as const);
      const state = ending.problem === undefined ? ending.state : failed;
      const sentAt = state === "sent" ? new Date() : null;
      const set = { state, sentAt, problem: ending.problem ?? null, items: ending.items };
      await db.update(alertMessageTable).set(set).where(eq(alertMessageTable.id, message.id));
      changed(["alerts"]);
    }
    if (ending?.problem !== undefined && !isLast) await boss.fail(queue, job.id, { problem: ending.problem });
    else await boss.complete(queue, job.id);
  }

  async function attempt(message: MessageRow): Promise<Ending> {
    const mayBeOver = message.isHeld || message.attempts > 1;
    const open = mayBeOver
      ? await stillOpen(
          db,
          message.items.map(({ alertId }) => alertId),
        )
      : undefined;
    const isStillTrue = ({ alertId, until, isEvent }: MessageItem) =>
      until !== undefined || isEvent === true || (open?.has(alertId) ?? true);
    const items = message.items.filter(isStillTrue);
    if (items.length === 0) return { state: "dropped", items: message.items };
    const to = await destinationOf(message);
    if (!to) return { state: "sent", items, problem: "This recipient was removed.", isFinal: true };
    return { state: "sent", items, ...(await notifier.deliver(to, { id: message.id, items })) };
  }

  async function destinationOf({ recipient }: MessageRow): Promise<Destination | undefined> {
    if (!recipient.startsWith("person ")) {
      const [row] = await db.select().from(alertRecipientTable).where(eq(alertRecipientTable.id, recipient));
      return row && notifier.opened(row);
    }
    const isIt = and(eq(userTable.id, recipient.slice("person ".length)), isActive);
    const [person] = await db.select({ email: userTable.email }).from(userTable).where(isIt);
    return person && { kind: "email", address: person.email };
  }

  /** Tries that a process died over become due again. Over its last one, a message failed. */
  async function revive() {
    await start();
    await boss.expire();
    const { rowCount } = await db.execute(sql`update console.alert_message as message
      set state = 'failed', problem = 'Switchboard stopped while it sent this for the last time.'
      where state = 'sending' and not exists (
        select from console_jobs.job where data ->> 'id' = message.id and job.state in ('created', 'retry', 'active'))`);
    if (rowCount) changed(["alerts"]);
  }

  return {
    notify,
    notifyRecovery,
    revive,
    sendDue,
    /** Old messages and alerts are forgotten, and what the queue keeps of those that were sent. */
    async clean() {
      await start();
      await boss.maintain();
      const old = new Date(Date.now() - keptDays * 86_400_000);
      await db.delete(alertMessageTable).where(lt(alertMessageTable.createdAt, old));
      await db.delete(alertTable).where(lt(alertTable.clearedAt, old));
    },
    close: () => boss.stop({ graceful: false }),
  };
}

/** Neither disabled nor only invited. */
const isActive = and(eq(userTable.isDisabled, false), eq(userTable.isInvited, false));

type Recipient = { recipient: string; kind: RecipientKind; to: string };
type Ending = { state: "sent" | "dropped"; items: MessageItem[]; problem?: string; isFinal?: boolean };

/** Lets the queue write within a transaction: what is kept and what is to be sent of it are kept together or not at all. */
function inTransaction(tx: Transaction): PgBoss.Db {
  return {
    async executeSql(text, values) {
      const parts = text.split(/\$(\d+)/);
      const chunks = parts.map((part, at) =>
        at % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`,
      );
      const { rows } = await tx.execute(sql.join(chunks));
      return { rows };
    },
  };
}
