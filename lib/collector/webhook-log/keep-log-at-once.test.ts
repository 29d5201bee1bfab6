import { expect, test } from "vitest";
import { deliveryChangeTable, deliveryTable } from "@/lib/db/console/tables/collector";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { freshDatabase } from "@/lib/testing/fresh-database";
import { keepLog } from "./keep-log";

const { db, pool } = await freshDatabase();
await migrate(pool, consoleMigrations);

const entry = (id: string, webhook_id: string, attempts: number) => ({ id, webhook_id, event: "call.ended", attempts });
type Entry = ReturnType<typeof entry>;

const keep = (rows: readonly Entry[], webhookId?: string) =>
  keepLog(db, {
    accountId: "one organization",
    answer: new TextEncoder().encode(JSON.stringify({ raw: rows })),
    webhookId,
    at: new Date(),
    before: undefined,
  });

test("stores a change once and keeps all entries when processes store the log at once", async () => {
  const first = entry("d1", "wh_1", 1);
  await keep([first]);
  const after = [{ ...first, attempts: 2 }];
  await Promise.all([keep(after), keep(after), keep(after)]);
  const changes = await db.select().from(deliveryChangeTable);
  expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([["attempts", "1", "2"]]);

  const webhooks = ["wh_2", "wh_3", "wh_4"];
  await Promise.all(webhooks.map((id) => keep([entry("d2", id, 1)], id)));
  const stored = await db.select({ webhookId: deliveryTable.webhookId }).from(deliveryTable);
  expect(stored.map(({ webhookId }) => webhookId).sort()).toEqual(["wh_1", ...webhooks]);
});
