import { getTableColumns } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { auditTable } from "@/lib/db/console/tables/audit";
import type { OpenDatabase } from "@/lib/db/database";
import { freshConsole, mara, password } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { headOf, recordSends, tampering, triggers } from "@/lib/testing/record-sends";
import { auditKeyOf, type ChainLink, headSealOf, macOf, macOfText } from "./audit-chain";
import { verifyAudit } from "./verify-audit";

const secret = "a secret of thirty-two characters or more";
const key = auditKeyOf(secret);
const lines: string[] = [];
const log = pino({ level: "info" }, { write: (line: string) => lines.push(line) });

/** A log of some 60 lines whose process has stopped, with the checkpoints from its process log. */
const database = await freshDatabase();
const { console, signIn } = await freshConsole({ database, secret, log, admin: { email: mara.email, password } });
await signIn(mara.email);
await recordSends(console, 5);
const early = await headOf(database.pool);
await recordSends(console, 20);
await console.close();
const checkpoints = lines.flatMap((line) => JSON.parse(line).audit_checkpoint ?? []).map(linkOf);
const newest = checkpoints.at(-1) ?? { id: 0, mac: "" };

const other = await freshDatabase();
const elsewhere = await freshConsole({ database: other, secret: "another secret of thirty-two characters" });
await recordSends(elsewhere.console, 25);

function linkOf(text: string): ChainLink {
  const [id = "", mac = ""] = text.split(":");
  return { id: Number(id), mac: macOfText(mac) };
}

const columns = Object.values(getTableColumns(auditTable)).map(({ name }) => name);
const without = (...names: string[]) => columns.filter((name) => !names.includes(name)).join(", ");

const last = (n: number) => `(select max(id) - ${n} from console.audit_event)`;
const rewind = `update console.audit_head set last_id = ${last(0)}, mac = (select mac from console.audit_event where id = ${last(0)})`;
const cut = (n: number) => `delete from console.audit_event where id > ${last(n)}`;

/** Statements that change a row and rehash all later ones, as an attacker without the secret would. */
async function rehashed(from: number, change: (row: typeof auditTable.$inferSelect) => object) {
  const rows = await database.db.select().from(auditTable).orderBy(auditTable.id);
  const wrong = auditKeyOf("a guess of thirty-two characters or so");
  let before = rows[from - 2]?.mac ?? "";
  const statements: string[] = [];
  for (const row of rows.slice(from - 1)) {
    const changed = row.id === from ? { ...row, ...change(row) } : row;
    before = macOf(wrong, before, changed);
    const text = changed.message === null ? "null" : `'${changed.message}'`;
    statements.push(`update console.audit_event set message = ${text}, mac = '${before}' where id = ${row.id}`);
  }
  const end = { id: rows.length, mac: before };
  return [...statements, tampering.head({ last_id: String(end.id), mac: before, seal: headSealOf(wrong, end) })];
}

async function copiedFromElsewhere() {
  const { rows } = await other.pool.query(`select ${columns.join(", ")} from console.audit_event order by id`);
  const literal = (value: unknown) =>
    value === null
      ? "null"
      : `'${(value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")}'`;
  const inserts = rows.map((row) => `(${columns.map((name) => literal(row[name])).join(", ")})`);
  return [
    tampering.everything,
    tampering.checkpoints,
    `insert into console.audit_event (${columns.join(", ")}) values ${inserts.join(", ")}`,
    tampering.head(await headOf(other.pool)),
  ];
}

const id = (n: number) =>
  `(select id from console.audit_event where kind = 'finished' and id > ${n} order by id limit 1)`;

/** Changes made with disabled triggers, and their expected faults. */
const tamperings: [string, string[] | (() => Promise<string[]>), object][] = [
  [
    "a field edited",
    ["update console.audit_event set actor_email = 'x@y.example' where id = 7"],
    { fault: "edited", id: 7 },
  ],
  [
    "a time edited",
    ["update console.audit_event set at = at - interval '1 hour' where id = 7"],
    { fault: "edited", id: 7 },
  ],
  ["an outcome edited", ["update console.audit_event set outcome = 'refused' where id = 12"], { fault: "edited" }],
  ["a line from the middle deleted", ["delete from console.audit_event where id = 9"], { fault: "missing", id: 9 }],
  ["the first line deleted", ["delete from console.audit_event where id = 1"], { fault: "missing", id: 1 }],
  [
    "a line deleted and the rest moved up",
    [
      "delete from console.audit_event where id = 9",
      "update console.audit_event set id = -id where id > 9",
      "update console.audit_event set id = -id - 1 where id < 0",
      "update console.audit_head set last_id = last_id - 1",
    ],
    { fault: "edited", id: 9 },
  ],
  [
    "a line put in between",
    [
      "update console.audit_event set id = -id where id >= 9",
      "update console.audit_event set id = -id + 1 where id < 0",
      `insert into console.audit_event (id, ${without("id")}) select 9, ${without("id")} from console.audit_event where id = 8`,
      "update console.audit_head set last_id = last_id + 1",
    ],
    { fault: "edited", id: 9 },
  ],
  [
    "a line added at the end",
    [
      `insert into console.audit_event (id, ${without("id")}) select id + 1, ${without("id")} from console.audit_event where id = ${last(0)}`,
    ],
    { fault: "edited", id: newest.id + 1 },
  ],
  [
    "a line put before the first",
    [
      `insert into console.audit_event (id, ${without("id")}) select -5, ${without("id")} from console.audit_event where id = 9`,
    ],
    { fault: "edited", id: -5 },
  ],
  [
    "a line whose number no computer holds exactly",
    [
      `insert into console.audit_event (id, ${without("id")}) select 9007199254740993, ${without("id")} from console.audit_event where id = 9`,
    ],
    { fault: "missing", id: newest.id + 1 },
  ],
  [
    "two lines swapped",
    [
      "update console.audit_event set id = -1 where id = 9",
      "update console.audit_event set id = 9 where id = 10",
      "update console.audit_event set id = 10 where id = -1",
    ],
    { fault: "edited", id: 9 },
  ],
  [
    "an end moved to another entry",
    [
      `update console.audit_event set entry = (select entry from console.audit_event where kind = 'begun' and id > 20 order by id limit 1) where id = ${id(9)}`,
    ],
    { fault: "edited" },
  ],
  [
    "an entry recorded twice",
    [
      `insert into console.audit_event (id, ${without("id")}) select id + ${newest.id} - 9, ${without("id")} from console.audit_event where id in (10, 11)`,
    ],
    { fault: "edited", id: newest.id + 1 },
  ],
  ["the tail cut off", [cut(20)], { fault: "cut-off", id: newest.id - 19 }],
  ["the tail cut off and the head wound back", [cut(20), rewind], { fault: "set-back", id: newest.id - 19 }],
  [
    "the tail cut off, the head wound back and the checkpoints deleted",
    [cut(20), rewind, tampering.checkpoints],
    { fault: "head-changed", id: newest.id - 20 },
  ],
  [
    "the tail cut off and an old head put back, seal and all",
    [tampering.after(early.last_id), tampering.head(early)],
    { fault: "set-back", id: Number(early.last_id) + 1 },
  ],
  ["all deleted", [tampering.everything], { fault: "empty" }],
  [
    "all deleted and the head put to its beginning",
    [tampering.everything, tampering.checkpoints, tampering.reset],
    { fault: "empty" },
  ],
  ["the head deleted", ["delete from console.audit_head"], { fault: "head-missing" }],
  ["the head moved on", ["update console.audit_head set last_id = last_id + 5"], { fault: "cut-off" }],
  ["the seal taken away", ["update console.audit_head set seal = ''"], { fault: "head-changed" }],
  [
    "a checkpoint in the head's place",
    ["update console.audit_head set seal = (select seal from console.audit_checkpoint order by id desc limit 1)"],
    { fault: "head-changed" },
  ],
  [
    "a checkpoint made up",
    ["insert into console.audit_checkpoint select id, mac, now(), 'x' from console.audit_event where id = 9"],
    { fault: "checkpoint-changed", id: 9 },
  ],
  ["the log of another installation put here", copiedFromElsewhere, { fault: "edited", id: 1 }],
  [
    "a line replaced and all after it hashed with another key",
    () => rehashed(9, () => ({ message: "nothing" })),
    { fault: "edited", id: 9 },
  ],
];

async function tampered(statements: string[], check: (db: OpenDatabase["db"]) => Promise<void>) {
  const checking = database.db.transaction(async (tx) => {
    await tx.execute(triggers("disable"));
    for (const statement of statements) await tx.execute(statement);
    await check(tx);
    tx.rollback();
  });
  await expect(checking).rejects.toThrow("Rollback");
}

test("finds no fault in a whole log with all its checkpoints", async () => {
  expect(checkpoints.length).toBeGreaterThan(1);
  expect(newest.id).toBeGreaterThan(50);
  expect(await verifyAudit(database.db, key, checkpoints)).toMatchObject({
    rows: newest.id,
    last: newest,
    fault: undefined,
  });
});

test.each(tamperings)("finds %s", async (_name, change, fault) => {
  const statements = typeof change === "function" ? await change() : change;
  await tampered(statements, async (tx) => expect((await verifyAudit(tx, key)).fault).toMatchObject(fault));
  expect((await verifyAudit(database.db, key)).fault).toBeUndefined();
});

test("finds a restored old copy only with a checkpoint from outside", async () => {
  const statements = [
    tampering.after(early.last_id),
    tampering.head(early),
    `${tampering.checkpoints} where id > ${early.last_id}`,
  ];
  await tampered(statements, async (tx) => {
    expect((await verifyAudit(tx, key)).fault).toBeUndefined();
    expect((await verifyAudit(tx, key, [newest])).fault).toMatchObject({
      fault: "set-back",
      id: Number(early.last_id) + 1,
    });
  });
});

test("finds a rewritten line when a checkpoint is of another log", async () => {
  const strange = { id: 9, mac: "x".repeat(43) };
  expect((await verifyAudit(database.db, key, [strange])).fault).toEqual({ id: 9, fault: "rewritten" });
});

test.each([
  "update console.audit_event set message = 'x'",
  "delete from console.audit_event",
  "truncate console.audit_event",
  "delete from console.audit_head",
  "update console.audit_head set last_id = last_id - 1",
  "update console.audit_head set mac = 'x'",
  "insert into console.audit_head (one, last_id, mac) values (false, 1, '')",
  "truncate console.audit_head",
  "update console.audit_checkpoint set mac = 'x'",
  "delete from console.audit_checkpoint",
  "truncate console.audit_checkpoint",
])("the database refuses: %s", async (statement) => {
  await expect(database.pool.query(statement)).rejects.toThrow(/append-only/);
});
