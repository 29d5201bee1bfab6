import { desc } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { auditTable } from "@/lib/db/console/tables/audit";
import { freshConsole } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { type Head, headOf, recordSends, tampering, triggers } from "@/lib/testing/record-sends";
import { auditKeyOf, macOf } from "./audit-chain";
import { createAuditTrail } from "./audit-trail";
import { verifyAudit } from "./verify-audit";

const secret = "a secret of thirty-two characters or more";
const key = auditKeyOf(secret);
const lines: string[] = [];
const log = pino({ level: "info" }, { write: (line: string) => lines.push(line) });

/** A database with a process and a log to tamper with. */
async function startedLog() {
  const own = await freshDatabase();
  const first = await freshConsole({ database: own, secret, log });
  await recordSends(first.console, 5);
  const old = await headOf(own.pool);
  await recordSends(first.console, 10);
  const tamper = (statements: string[]) =>
    own.pool.query([triggers("disable"), ...statements, triggers("enable")].join(";"));
  return { own, first, old, tamper };
}

test.each([
  [
    "the head wound back and the lines after it cut",
    (old: Head) => [tampering.after(old.last_id), tampering.head(old)],
    /went back from line/,
  ],
  ["the head wound back and no line cut", (old: Head) => [tampering.head(old)], /went back from line/],
  ["the seal taken away", () => ["update console.audit_head set seal = ''"], /was not sealed with this secret/],
  ["all deleted", () => [tampering.everything, tampering.checkpoints, tampering.reset], /line 0, was not sealed/],
])("records tampering and continues when a process runs: %s", async (_name, statements, message) => {
  const { own, first, old, tamper } = await startedLog();
  lines.length = 0;
  await tamper(statements(old));
  await recordSends(first.console, 2);
  expect((await verifyAudit(own.db, key)).fault).toMatchObject({
    fault: "noted",
    message: expect.stringMatching(message),
  });
  expect(lines.filter((line) => JSON.parse(line).level === 50)).toHaveLength(1);
});

test("refuses to start with another secret until it is accepted, and records that", async () => {
  const { own, first } = await startedLog();
  await first.console.close();
  const other = auditKeyOf("another secret of thirty-two characters");
  const trail = createAuditTrail(own.db, { key: other, log });
  await expect(trail.start()).rejects.toThrow(
    /^SWITCHBOARD_SECRET, .* is not the one that this database was used with\./,
  );
  await trail.start({ acceptsOtherSecret: true });
  await trail.close();
  const [last] = await own.db.select().from(auditTable).orderBy(desc(auditTable.id)).limit(1);
  expect(last?.message).toMatch(/was not sealed with this secret/);
  const next = createAuditTrail(own.db, { key: other, log });
  await next.start();
  await next.close();
});

test.each([
  ["cut", (old: Head) => [tampering.after(old.last_id)], { fault: "missing" }],
  ["wound back, its lines left", (old: Head) => [tampering.head(old)], { fault: "noted" }],
  ["wiped, its people left", () => [tampering.everything, tampering.checkpoints, tampering.reset], { fault: "noted" }],
])("records tampering at the next start when the log was %s", async (_name, statements, fault) => {
  const { own, first, old, tamper } = await startedLog();
  await own.pool.query(
    `insert into console."user" (id, name, email, role, last_seen_at) values ('u', 'U', 'u@x.example', 'admin', now())`,
  );
  await first.console.close();
  await tamper(statements(old));
  const next = await freshConsole({ database: own, secret, log });
  await recordSends(next.console, 2);
  expect((await verifyAudit(own.db, key)).fault).toMatchObject(fault);
  const { rows } = await own.pool.query(
    "select count(*)::int as notes from console.audit_event where action = 'audit.fault'",
  );
  expect(rows).toEqual([{ notes: 1 }]);
});

test("continues and seals a log of an earlier version without a seal", async () => {
  const { own, first, tamper } = await startedLog();
  await first.console.close();
  await tamper(["update console.audit_event set id = -id", "update console.audit_event set id = -id - 2 where id < 0"]);
  const rows = await own.db.select().from(auditTable).orderBy(auditTable.id);
  let mac = "";
  const chained = rows
    .filter(({ id: line }) => line > 0)
    .map((row) => {
      mac = macOf(key, mac, row);
      return `update console.audit_event set mac = '${mac}' where id = ${row.id}`;
    });
  const old = { last_id: String(chained.length), mac, seal: "" };
  await tamper([
    "delete from console.audit_event where id < 1",
    ...chained,
    tampering.checkpoints,
    tampering.head(old),
  ]);
  expect((await verifyAudit(own.db, key)).fault).toMatchObject({ fault: "head-changed" });
  const next = await freshConsole({ database: own, secret, log });
  await recordSends(next.console, 1);
  expect(await verifyAudit(own.db, key)).toMatchObject({ rows: chained.length + 4, fault: undefined });
});

test("records no fault when several processes write one log", async () => {
  const own = await freshDatabase();
  const processes = await Promise.all([0, 1, 2].map(() => freshConsole({ database: own, secret, log })));
  await Promise.all(processes.map(({ console }) => recordSends(console, 8)));
  expect(await verifyAudit(own.db, key)).toMatchObject({ rows: 2 + 48, fault: undefined });
});

test("refuses lines of an earlier version, which does not seal the head", async () => {
  const { own } = await startedLog();
  const append = own.pool.query(`update console.audit_head set last_id = last_id + 1, mac = 'of an earlier version'`);
  await expect(append).rejects.toThrow("A newer Switchboard has used this database.");
});
