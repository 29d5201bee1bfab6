import fc from "fast-check";
import { expect, test } from "vitest";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { freshDatabase } from "@/lib/db/testing";
import { keepLog } from "./keep-log";
import { deliveryChangeTable, deliveryTable } from "./tables";

const { db, pool } = await freshDatabase();
await migrate(pool, consoleMigrations);

const keyPrint = "one organization";
const minute = (at: number) => new Date(Date.UTC(2026, 10, 20, 14, at));

type Entry = { id: string; webhook_id: string; event: string; attempts: number };

const nameOf = ({ id, webhook_id, event }: Record<string, unknown>) => `${id} of ${webhook_id}, ${event}`;

const keep = (at: number, rows: readonly Entry[], webhookId?: string) =>
  keepLog(db, {
    keyPrint,
    answer: new TextEncoder().encode(JSON.stringify({ raw: rows })),
    webhookId,
    at: minute(at),
    before: at === 0 ? undefined : minute(at - 1),
  });

const ids = ["d1", "d2", "d1 (2)"];
const events = ["call.ended", "call.started"];
const webhooks = ["wh_1", "wh_2", "wh_3"];
/** The attempts of each delivery that each read lists, in any order; none once it left the log. */
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

/** What an attentive person would note of a delivery at a read: its latest attempt, and the attempts since the last one noted. */
function noted(before: History | undefined, at: number, listed: readonly number[]): History | undefined {
  const tried = [...new Set(listed)].sort((a, b) => a - b);
  const attempts = tried.at(-1);
  if (attempts === undefined) return before && { ...before, gone: before.gone ?? at };
  const isLinked = !before || tried.includes(before.attempts);
  const known = before?.attempts ?? tried[0] ?? attempts;
  const steps = isLinked ? tried.filter((each) => each > known) : attempts === known ? [] : [attempts];
  const changes = steps.map((each, nth) => `attempts ${steps[nth - 1] ?? known} to ${each}`);
  return { first: at, ...before, attempts, gone: null, changes: [...(before?.changes ?? []), ...changes] };
}

async function keptHistories() {
  const rows = await db.select().from(deliveryTable);
  const changes = await db
    .select()
    .from(deliveryChangeTable)
    .orderBy(deliveryChangeTable.seenAt, deliveryChangeTable.id);
  return rows.map(({ key, raw, firstSeenAt, goneAt, attempts }): [string, History] => {
    const own = changes.filter((each) => each.key === key);
    const [first, gone] = [firstSeenAt.getUTCMinutes(), goneAt?.getUTCMinutes() ?? null];
    const texts = own.map(({ field, before, after }) => `${field} ${before} to ${after}`);
    return [nameOf(raw), { attempts: attempts ?? Number.NaN, first, gone, changes: texts }];
  });
}

test("an entry keeps its own history and attempts when other webhooks use its ID", async () => {
  await fc.assert(
    fc.asyncProperty(lives, reads, async (given: readonly Life[], of) => {
      await db.delete(deliveryTable);
      await db.delete(deliveryChangeTable);
      const known = new Map<string, History>();
      const own = [...new Map(given.map((life) => [nameOf(life), life])).values()];
      for (const [at, webhookId] of of.entries()) {
        const answered = own.filter(({ webhook_id }) => webhookId === undefined || webhook_id === webhookId);
        for (const life of answered) {
          const history = noted(known.get(nameOf(life)), at, life.attempts[at] ?? []);
          if (history) known.set(nameOf(life), history);
        }
        const rows = answered.flatMap(({ attempts, ...rest }) =>
          (attempts[at] ?? []).map((attempt) => ({ ...rest, attempts: attempt })),
        );
        await keep(at, rows, webhookId);
      }
      const kept = await keptHistories();
      expect(kept).toHaveLength(known.size);
      expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(known));
    }),
    { numRuns: 60 },
  );
});
