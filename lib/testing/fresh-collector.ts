import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, beforeEach } from "vitest";
import { Collector } from "@/lib/collector/collector";
import type { Operation } from "@/lib/contract/operation";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { createEvents } from "@/lib/events/events";
import type { Observation, PlatformAnswer } from "@/lib/gateway/observation";
import { personWith } from "./console";
import { emptyCollected } from "./database/empty-collected";
import { freshDatabase } from "./database/fresh-database";

export const accountId = "one organization";
export const campaign_id = "c1";
export const campaign = {
  ...{ id: campaign_id, status: "running" },
  ...{ total_contacts: 10, pending_contacts: 8, completed_contacts: 2 },
};
const log = pino({ level: "silent" });

/** Collectors that poll from `answers`, by operation, on a database that is emptied before each test. */
export async function freshCollector() {
  const database = await freshDatabase();
  const { db } = database;
  const answers = new Map<string, (input: Record<string, unknown>) => unknown>();
  const reads: string[] = [];
  const changedKeys: string[] = [];
  const open: { close(): Promise<void> }[] = [];

  function collector(name = "a") {
    const events = createEvents({ database, log, settleMs: 1 });
    const instance = new Collector({
      database,
      sent: { publish: events.sent, subscribe: events.onSent },
      accountId,
      tickMs: 20,
      log,
      changed: (keys) => void changedKeys.push(...keys),
      async read(op: Operation, input): Promise<PlatformAnswer> {
        reads.push(`${name} ${op.id}`);
        const raw = answers.get(op.id)?.(input) ?? null;
        return { answer: new TextEncoder().encode(JSON.stringify({ raw })), raw };
      },
    });
    open.push(instance, events);
    return instance;
  }

  beforeEach(async () => {
    await emptyCollected(db);
    for (const list of [reads, changedKeys]) list.length = 0;
    answers.clear();
    answers.set("webhooks.logs", () => ({ success: true, data: [{ id: "d1", webhook_id: "w", status: "failed" }] }));
    answers.set("campaigns.get", () => ({ success: true, data: campaign }));
    await db
      .insert(savedTable)
      .values({ accountId, resource: "campaigns", ref: campaign_id, lastStatusWord: "running" });
  });

  afterEach(async () => {
    await Promise.all(open.splice(0).map((resource) => resource.close()));
  });

  return { db, answers, reads, changedKeys, collector, ...storedIn(db) };
}

function storedIn(db: Database) {
  const versions = async (resource: string) => {
    const rows = await db
      .select()
      .from(recordVersionTable)
      .where(eq(recordVersionTable.resource, resource))
      .orderBy(recordVersionTable.ref, recordVersionTable.id);
    return rows.map(({ ref, record, goneAt }) => ({ ref, record, isGone: goneAt !== null }));
  };
  const registered = async (resource: string) => {
    const rows = await db.select().from(savedTable).where(eq(savedTable.resource, resource)).orderBy(savedTable.ref);
    return rows.map(({ ref, namedByResource, namedByRef, notFoundSince }) => ({
      ref,
      by: namedByResource && `${namedByResource} ${namedByRef}`,
      isGone: notFoundSince !== null,
    }));
  };
  return { versions, registered };
}

export const sent = (op: Operation): Observation => ({
  op,
  input: { campaign_id },
  person: personWith("support"),
  at: new Date(Date.now() + 1_000),
  ms: 1,
  status: 200,
  problem: null,
});
