import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { freeSpace, setBudget } from "@/lib/contract/console/inbox/space";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { auditTable } from "@/lib/db/console/tables/audit";
import { bodyTable } from "@/lib/db/console/tables/inbox";
import { openDatabase } from "@/lib/db/database";
import { freshConsole, personWith } from "@/lib/testing/console";

test("lets an admin delete contents, and records it, while the disk is nearly full", async () => {
  const read = () => Promise.reject(new Problem("upstream-unreachable"));
  const { console, database, run } = await freshConsole({ collect: { accountId: "one organization", read } });
  const writable = openDatabase(database.url, { urgent: true });
  onTestFinished(writable.close);
  const { db } = writable;
  await db.execute(sql`create table console.hook_body_20200101 partition of console.hook_body
    for values from ('2020-01-01T00:00:00Z') to ('2020-01-02T00:00:00Z')`);
  await db.insert(bodyTable).values([
    { arrivalId: "a", at: new Date("2020-01-01T12:00:00Z"), body: Buffer.alloc(1_000) },
    { arrivalId: "b", at: new Date(), body: Buffer.alloc(1_000) },
  ]);
  const name = sql.identifier(decodeURIComponent(new URL(database.url).pathname.slice(1)));
  await db.execute(sql`alter database ${name} set default_transaction_read_only = on`);
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  const person = personWith("admin");
  const begin = (op: Operation) =>
    console.audit.begin({ person, op, target: null, request: null, requestId: `of ${op.id}`, address: null });
  await expect.poll(() => begin(setBudget).catch((error: Problem) => error.code)).toMatch(/disk_full|read_only/);

  const entry = await begin(freeSpace);
  expect(await run(freeSpace, { keep_days: 1 }, person)).toEqual({
    message: expect.stringMatching(/^The contents of 1 day were deleted: /),
  });
  await console.audit.finish(entry, { outcome: "ok", status: 200, message: "Deleted.", body: null });
  expect((await db.select().from(bodyTable)).map(({ arrivalId }) => arrivalId)).toEqual(["b"]);
  const lines = await db.select().from(auditTable).where(eq(auditTable.entry, entry));
  expect(lines.map(({ kind }) => kind).toSorted()).toEqual(["begun", "finished"]);
});
