import { deliveries } from "@/lib/collector/webhook-log/deliveries";
import { createLogReader } from "@/lib/collector/webhook-log/log-reader";
import { storeLog } from "@/lib/collector/webhook-log/store-log";
import { listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import type { InputOf } from "@/lib/contract/inputs";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { deliveryTable, recordVersionTable } from "@/lib/db/console/tables/collector";
import { meaningTable } from "@/lib/db/console/tables/registry";
import { personWith } from "./console";
import { freshDatabase } from "./database/fresh-database";

export const accountId = "one organization";
export const nowMs = Date.now();
const hour = 3_600_000;

export const hoursAgo = (hours: number) => new Date(nowMs - hours * hour);

export type Entry = Record<string, unknown> & { id: string };

export const entry = (id: string, hours: number, rest: Record<string, unknown> = {}): Entry => ({
  id,
  webhook_id: "wh_1",
  event: "call.ended",
  status: "delivered",
  attempts: 1,
  delivered_at: hoursAgo(hours).toISOString(),
  ...rest,
});

type ReadOptions = { webhookId?: string; accountId?: string; before?: Date };

/** A stored log in its own database, with the operations on it. */
export async function storedLog() {
  const { db } = await freshDatabase();
  const events = { viewed() {}, onViewed: () => () => undefined, onPolled: () => () => undefined };
  const operations = deliveries(db, accountId, createLogReader({ db, accountId, events }));

  async function ask<Op extends Operation>(op: Op, input: InputOf<Op>): Promise<OutputOf<Op>> {
    const operation = operations.find((candidate) => candidate.op.id === op.id);
    return (await operation?.run(input, {
      person: personWith("support"),
      address: null,
      requestId: "r",
    })) as OutputOf<Op>;
  }

  return {
    db,
    ask,
    keep: (rows: unknown, at = new Date(nowMs), rest: ReadOptions = {}) =>
      storeLog(db, {
        accountId: rest.accountId ?? accountId,
        answer: new TextEncoder().encode(JSON.stringify({ raw: rows })),
        webhookId: rest.webhookId,
        at,
        before: rest.before,
      }),
    async everyPage(filter: DeliveryFilter, limit = 90) {
      const keys: string[] = [];
      let after: string | undefined;
      do {
        const page = await ask(listDeliveries, { ...filter, limit, ...(after === undefined ? {} : { after }) });
        keys.push(...page.data.map(({ key }) => key));
        after = page.next ?? undefined;
      } while (after !== undefined);
      return keys;
    },
    async forget() {
      await db.delete(deliveryTable);
      await db.delete(recordVersionTable);
      await db.delete(meaningTable);
    },
  };
}

export const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
