import fc from "fast-check";
import { expect, test } from "vitest";
import { deliveryChangeTable, deliveryTable } from "@/lib/db/console/tables/collector";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { runs } from "@/lib/testing/runs";
import { storeLog } from "./store-log";

const { db } = await freshDatabase();

const accountId = "one organization";
const minute = (at: number) => new Date(Date.UTC(2026, 10, 20, 14, at));

type Entry = { id: string; webhook_id: string; event: string; attempts: number };

const nameOf = ({ id, webhook_id, event }: Record<string, unknown>) => `${id} of ${webhook_id}, ${event}`;

const keep = (at: number, rows: readonly Entry[], webhookId?: string) =>
  storeLog(db, {
    accountId,
    answer: new TextEncoder().encode(JSON.stringify({ raw: rows })),
    webhookId,
    at: minute(at),
    before: at === 0 ? undefined : minute(at - 1),
  });

const ids = ["d1", "d2", "d1 (2)"];
const events = ["call.ended", "call.started"];
const webhooks = ["wh_1", "wh_2", "wh_3"];
/** Attempts of each delivery per read, in any order. Empty after the delivery has left the log. */
const lives = fc.array(
  fc.record({
    id: fc.constantFrom(...ids),
    webhook_id: fc.constantFrom(...webhooks),
    event: fc.constantFrom(...events),
    attempts: fc.array(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }), { minLength: 6, maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 8 },
);
const reads = fc.array(fc.option(fc.constantFrom(...webhooks), { nil: undefined }), { minLength: 6, maxLength: 6 });

type Life = { id: string; webhook_id: string; event: string; attempts: readonly (readonly number[])[] };
type History = { attempts: number; first: number; gone: number | null; changes: string[] };

/** The expected history after a read: the latest attempt, and a change for each attempt since the previous read. */
function expectedHistory(before: History | undefined, at: number, listed: readonly number[]): History | undefined {
  const sorted = [...new Set(listed)].sort((a, b) => a - b);
  const attempts = sorted.at(-1);
  if (attempts === undefined) return before && { ...before, gone: before.gone ?? at };
  const isLinked = !before || sorted.includes(before.attempts);
  const last = before?.attempts ?? sorted[0] ?? attempts;
  const steps = isLinked ? sorted.filter((attempt) => attempt > last) : attempts === last ? [] : [attempts];
  const changes = steps.map((attempt, nth) => `attempts ${steps[nth - 1] ?? last} to ${attempt}`);
  return { first: at, ...before, attempts, gone: null, changes: [...(before?.changes ?? []), ...changes] };
}

async function storedHistories() {
  const rows = await db.select().from(deliveryTable);
  const changes = await db
    .select()
    .from(deliveryChangeTable)
    .orderBy(deliveryChangeTable.seenAt, deliveryChangeTable.id);
  return rows.map(({ key, raw, firstSeenAt, goneAt, attempts }): [string, History] => {
    const own = changes.filter((change) => change.key === key);
    const [first, gone] = [firstSeenAt.getUTCMinutes(), goneAt?.getUTCMinutes() ?? null];
    const texts = own.map(({ field, before, after }) => `${field} ${before} to ${after}`);
    return [nameOf(raw), { attempts, first, gone, changes: texts }];
  });
}

test("an entry keeps its own history and attempts when other webhooks use its ID", async () => {
  await fc.assert(
    fc.asyncProperty(lives, reads, async (allLives: readonly Life[], readLogs) => {
      await db.delete(deliveryTable);
      await db.delete(deliveryChangeTable);
      const expected = new Map<string, History>();
      const own = [...new Map(allLives.map((life) => [nameOf(life), life])).values()];
      for (const [at, webhookId] of readLogs.entries()) {
        const answered = own.filter(({ webhook_id }) => webhookId === undefined || webhook_id === webhookId);
        for (const life of answered) {
          const history = expectedHistory(expected.get(nameOf(life)), at, life.attempts[at] ?? []);
          if (history) expected.set(nameOf(life), history);
        }
        const rows = answered.flatMap(({ attempts, ...rest }) =>
          (attempts[at] ?? []).map((attempt) => ({ ...rest, attempts: attempt })),
        );
        await keep(at, rows, webhookId);
      }
      const stored = await storedHistories();
      expect(stored).toHaveLength(expected.size);
      expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: runs(20, 200) },
  );
});
