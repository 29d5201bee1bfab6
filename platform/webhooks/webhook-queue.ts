import { setMaxListeners } from "node:events";
import { and, arrayContains, eq, inArray, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { Webhook } from "standardwebhooks";
import { clock } from "@/lib/clock";
import type { knownEvents } from "@/lib/contract/api/webhooks";
import type { Database, Transaction } from "@/lib/db/database";
import type { MayConnect } from "@/lib/http/address-guard";
import { guardedPost } from "@/lib/http/guarded-post";
import { claimDue, inFuture, isClaimedAs } from "@/lib/jobs/queue";
import { createWorker } from "@/lib/jobs/worker";
import { deliveryTable, webhookLogTable, webhookTable } from "@/platform/tables/webhooks";
import { isReservedName } from "./simulated-receiver";

export type DeliveryOptions = Omit<AttemptOptions, "stopped"> & { speed: number; log: Logger };

/** Delay of each attempt after the previous one. After the last one fails, the delivery has failed. */
export const retryDelaysSeconds = [0, 5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600];

const maxConcurrent = 16;

/** Makes due attempts concurrently and logs their outcomes. */
export function createDeliveries(db: Database, options: DeliveryOptions) {
  const stopping = new AbortController();
  // Each attempt adds a listener, and Node reports more than ten as a leak.
  setMaxListeners(maxConcurrent, stopping.signal);

  const worker = createWorker<PendingDelivery>({
    name: "the delivery of webhooks",
    concurrency: maxConcurrent,
    claim: (most) => claim(db, options, most),
    async run(pending) {
      const error = await attempt(pending, { ...options, stopped: stopping.signal });
      // A stopped attempt stays in the queue and is repeated when its lease ends.
      if (!stopping.signal.aborted) await settle(db, options, pending, error);
    },
    log: options.log,
  });

  return {
    start: () => worker.startDue(),
    async stop() {
      stopping.abort();
      await worker.stop();
    },
  };
}

/** Claims due deliveries, and counts their attempt in the log that the API lists. */
function claim(db: Database, { timeoutMs }: DeliveryOptions, most: number): Promise<PendingDelivery[]> {
  return db.transaction(async (tx) => {
    const due = await claimDue(tx, deliveryTable, { most, leaseMs: timeoutMs + 5_000 });
    if (due.length === 0) return [];

    await tx
      .update(webhookLogTable)
      .set({ attempts: deliveryTable.attempts })
      .from(deliveryTable)
      .where(and(eq(webhookLogTable.id, deliveryTable.id), inArray(deliveryTable.id, idsOf(due))));
    const webhookIds = due.map(({ webhook_id }) => webhook_id);
    const webhooks = await tx.select().from(webhookTable).where(inArray(webhookTable.id, webhookIds));
    return due.map(({ id, attempts, webhook_id, body }) => {
      const { url = "", secret = "" } = webhooks.find((webhook) => webhook.id === webhook_id) ?? {};
      return { id, attempts, url, secret, body };
    });
  });
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Changes nothing if the attempt outlived its lease and another process has claimed the delivery. */
function settle(db: Database, { speed }: DeliveryOptions, pending: PendingDelivery, error?: string) {
  // 410 Gone: the receiver asks for no more attempts (Standard Webhooks).
  const delay = error === undefined || error === "answered 410" ? undefined : retryDelaysSeconds[pending.attempts];
  const isClaimed = isClaimedAs(deliveryTable, pending);
  return db.transaction(async (tx) => {
    if (delay === undefined) {
      const removed = await tx.delete(deliveryTable).where(isClaimed).returning();
      const outcome =
        error === undefined
          ? { status: "delivered" as const, delivered_at: sql`now()` }
          : { status: "failed" as const };
      await tx
        .update(webhookLogTable)
        .set(outcome)
        .where(inArray(webhookLogTable.id, idsOf(removed)));
      return;
    }
    const jitter = 1 + Math.random() * 0.1;
    const nextAttemptAt = inFuture((delay * jitter * 1_000) / speed);
    const updated = await tx
      .update(deliveryTable)
      .set({ nextAttemptAt, last_error: error })
      .where(isClaimed)
      .returning();
    await tx
      .update(webhookLogTable)
      .set({ status: "retrying" })
      .where(inArray(webhookLogTable.id, idsOf(updated)));
  });
}

type WebhookEvent = (typeof knownEvents)[number];

/** Enqueues an event for all subscribed webhooks, in the transaction that caused it (transactional outbox). */
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

  const body = JSON.stringify({ type: event, timestamp: clock.now().toISOString(), data });
  const logs = await tx
    .insert(webhookLogTable)
    .values(subscribed.map(({ id }) => ({ organization_id, webhook_id: id, event, status: "pending" as const })))
    .returning();
  await tx.insert(deliveryTable).values(logs.map(({ id, webhook_id }) => ({ id, webhook_id, body })));
}

type PendingDelivery = { id: string; attempts: number; url: string; secret: string; body: string };
export type AttemptOptions = {
  mayConnect: MayConnect;
  simulatedReceiver: string;
  /** The console's address for events, which is on this computer. */
  ownReceiver?: string | undefined;
  timeoutMs: number;
  stopped: AbortSignal;
};

/** Sends one delivery once. Resolves to undefined on success, else to the reason of the failure. */
export async function attempt(pending: PendingDelivery, options: AttemptOptions): Promise<string | undefined> {
  try {
    const status = await post(pending, options);
    return status >= 200 && status < 300 ? undefined : `answered ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function post(
  pending: PendingDelivery,
  { mayConnect, simulatedReceiver, ownReceiver, timeoutMs, stopped }: AttemptOptions,
) {
  const target = new URL(pending.url);
  // Deliveries to names reserved for examples go to the simulated receiver and never leave this computer.
  const isSimulated = isReservedName(target.hostname);
  return guardedPost(isSimulated ? atReceiver(target, simulatedReceiver) : target, {
    headers: { host: target.host, ...headersOf(pending) },
    body: pending.body,
    mayConnect: isSimulated || pending.url === ownReceiver ? undefined : mayConnect,
    timeoutMs,
    stopped,
  });
}

/** Replaces only the origin. Parsing the path again could select another host. */
function atReceiver(target: URL, simulatedReceiver: string) {
  const { protocol, hostname, port } = new URL(simulatedReceiver);
  return Object.assign(new URL(target), { protocol, hostname, port });
}

function headersOf({ id, secret, body }: PendingDelivery) {
  const at = clock.now();
  return {
    "user-agent": "voice-agent-platform-webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
}
