import { desc, inArray, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { OtherArrival } from "@/lib/contract/console/inbox/received";
import { unknownRequestTable } from "@/lib/db/console/tables/inbox";
import type { Database } from "@/lib/db/database";
import { startTicker } from "@/lib/jobs/ticker";

type UnknownRequest = typeof unknownRequestTable.$inferInsert;

const mostKept = 200;
const storeEveryMs = 2_000;

/** Counts requests that are not stored one by one, in memory first, so that a scanner costs one statement every 2 s. */
export function createStrays(db: Database, log: Logger) {
  let counted = new Map<string, UnknownRequest>();

  function add(stray: UnknownRequest) {
    const key = [stray.accountId, stray.status, stray.lastFour, stray.client].join(" ");
    const known = counted.get(key);
    if (known) Object.assign(known, { count: known.count + stray.count, lastAt: stray.lastAt, method: stray.method });
    else if (counted.size < mostKept || stray.client === "") counted.set(key, stray);
    else add({ ...stray, lastFour: "", client: "" });
  }

  async function store() {
    const unknownRequests = [...counted.values()];
    if (unknownRequests.length === 0) return;
    counted = new Map();
    await keep(db, unknownRequests).catch((error: unknown) => {
      for (const stray of unknownRequests) add(stray);
      throw error;
    });
  }

  const ticker = startTicker({
    name: "counting requests to unknown addresses",
    everyMs: storeEveryMs,
    run: store,
    log,
  });
  return {
    count: (stray: Omit<UnknownRequest, "firstAt" | "lastAt" | "count">) =>
      add({ ...stray, firstAt: clock.now(), lastAt: clock.now(), count: 1 }),
    stop: () => ticker.stop(),
  };
}

/** One transaction, so that nobody reads more rows than are kept. */
async function keep(db: Database, unknownRequests: UnknownRequest[]) {
  const { accountId, status, lastFour, client } = unknownRequestTable;
  await db.transaction(async (tx) => {
    await tx
      .insert(unknownRequestTable)
      .values(unknownRequests)
      .onConflictDoUpdate({
        target: [accountId, status, lastFour, client],
        set: {
          count: sql`hook_stray.count + excluded.count`,
          lastAt: sql`excluded.last_at`,
          method: sql`excluded.method`,
        },
      });
    await tx.execute(sql`
      delete from console.hook_stray where ctid not in (
        select ctid from console.hook_stray order by last_at desc limit ${mostKept})`);
  });
}

const kinds: Readonly<Record<number, OtherArrival["kind"]>> = { 401: "refused", 410: "removed" };

export async function listStrays(db: Database, accountId: string): Promise<OtherArrival[]> {
  const isOurs = inArray(unknownRequestTable.accountId, [accountId, ""]);
  const rows = await db
    .select()
    .from(unknownRequestTable)
    .where(isOurs)
    .orderBy(desc(unknownRequestTable.lastAt))
    .limit(mostKept);
  return rows.map(({ status, lastFour, client, method, lastAt, count }) => ({
    ...{
      id: `stray ${status} ${lastFour} ${client}`,
      at: lastAt.toISOString(),
      address_id: "",
      headers: {},
      size: null,
    },
    ...{ kind: kinds[status] ?? "unknown", method, fault: null, is_cut: false, confirm_url: null },
    stray: { count, last_four: lastFour, client },
  }));
}
