import { setMaxListeners } from "node:events";
import { and, arrayContains, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { knownEvents } from "@/lib/contract/api/webhooks";
import type { Database, Transaction } from "@/lib/db/database";
import { faultOf } from "@/lib/platform/http/api-error";
import { deliveryTable, webhookLogTable, webhookTable } from "@/lib/platform/tables/webhooks";
import { attempt, type PendingDelivery, type Sending } from "./webhook-attempt";

export type Queue = Omit<Sending, "stopped"> & { speed: number; log: Logger };

/** How long after the attempt before it each attempt is made; when they are used up, the delivery has failed. */
export const retryDelaysSeconds = [0, 5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600];

/** Makes the attempts that are due, some at once, and writes down what came of each. */
export function createDeliveries(db: Database, queue: Queue) {
  const stopping = new AbortController();
  // Each attempt listens, and Node takes more than ten listeners for a leak.
  setMaxListeners(atOnce, stopping.signal);
  const underWay = new Set<Promise<void>>();

  async function make(pending: Claimed) {
    const error = await attempt(pending, { ...queue, stopped: stopping.signal });
    // One that is broken off by stopping stays owed, and goes again when its lease is over.
    if (!stopping.signal.aborted) await settle(db, queue, pending, error);
  }

  return {
    async start() {
      const free = atOnce - underWay.size;
      const due = free > 0 ? await claim(db, queue, free) : [];
      for (const pending of due) {
        const delivery = make(pending)
          .catch((error: unknown) => queue.log.warn({ fault: faultOf(error) }, "a delivery will be made again"))
          .finally(() => underWay.delete(delivery));
        underWay.add(delivery);
      }
    },

    async stop() {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

type Claimed = PendingDelivery & { attempts: number };

const atOnce = 16;

/**
 * Takes due deliveries and counts the attempt before it is made. Until the lease is over nobody else takes them; a process
 * that dies in between leaves them to be sent again, so each arrives at least once.
 */
function claim(db: Database, { timeoutMs }: Queue, most: number): Promise<Claimed[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(deliveryTable)
      .where(lte(deliveryTable.next_attempt_at, sql`now()`))
      .orderBy(asc(deliveryTable.next_attempt_at), asc(deliveryTable.log_id))
      .limit(most)
      .for("update", { skipLocked: true });
    if (due.length === 0) return [];

    const ids = due.map(({ log_id }) => log_id);
    const lease = sql`now() + make_interval(secs => ${timeoutMs / 1000 + 5}::double precision)`;
    await tx.update(deliveryTable).set({ next_attempt_at: lease }).where(inArray(deliveryTable.log_id, ids));
    const counted = await tx
      .update(webhookLogTable)
      .set({ attempts: sql`${webhookLogTable.attempts} + 1` })
      .where(inArray(webhookLogTable.id, ids))
      .returning({ id: webhookLogTable.id, attempts: webhookLogTable.attempts });
    const attempts = new Map(counted.map((log) => [log.id, log.attempts]));
    const webhookIds = due.map(({ webhook_id }) => webhook_id);
    const webhooks = await tx.select().from(webhookTable).where(inArray(webhookTable.id, webhookIds));
    return due.map(({ log_id, webhook_id, body }) => {
      const { url = "", secret = "" } = webhooks.find(({ id }) => id === webhook_id) ?? {};
      return { log_id, url, secret, body, attempts: attempts.get(log_id) ?? 1 };
    });
  });
}

function settle(
  db: Database,
  { speed }: Queue,
  { log_id, attempts }: { log_id: string; attempts: number },
  error?: string,
) {
  const delay = error === undefined ? undefined : retryDelaysSeconds[attempts];
  return db.transaction(async (tx) => {
    const ofLog = eq(deliveryTable.log_id, log_id);
    if (delay === undefined) {
      // Only who removes the row may say how it ended: an attempt that outlived its lease changes nothing.
      const removed = await tx.delete(deliveryTable).where(ofLog).returning({ log_id: deliveryTable.log_id });
      if (removed.length === 0) return;
      const outcome =
        error === undefined
          ? { status: "delivered" as const, delivered_at: sql`now()` }
          : { status: "failed" as const };
      await tx.update(webhookLogTable).set(outcome).where(eq(webhookLogTable.id, log_id));
      return;
    }
    const jitter = 1 + Math.random() * 0.1;
    const next_attempt_at = sql`now() + make_interval(secs => ${(delay * jitter) / speed}::double precision)`;
    const pending = await tx.update(deliveryTable).set({ next_attempt_at, last_error: error }).where(ofLog).returning();
    if (pending.length > 0)
      await tx.update(webhookLogTable).set({ status: "retrying" }).where(eq(webhookLogTable.id, log_id));
  });
}

type WebhookEvent = (typeof knownEvents)[number];

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
