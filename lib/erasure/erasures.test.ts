import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { writeBackup } from "@/lib/backup/write-backup";
import { getCall } from "@/lib/contract/api/calls";
import { addDoNotCall, listDoNotCall } from "@/lib/contract/console/do-not-call";
import {
  eraseNumber,
  listFormerColleagues,
  type NumberReport,
  replaceColleague,
  reportNumber,
} from "@/lib/contract/console/erasures";
import { keepLeftOut } from "@/lib/contract/console/left-out";
import { removeMember } from "@/lib/contract/console/people/team";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { recordVersionTable } from "@/lib/db/console/tables/collector";
import { erasureTable } from "@/lib/db/console/tables/erasures";
import { arrivalTable, bodyTable, eventTable, foundCallTable } from "@/lib/db/console/tables/inbox";
import { listNumberTable } from "@/lib/db/console/tables/numbers";
import type { OpenDatabase } from "@/lib/db/database";
import { restored, secret } from "@/lib/testing/backup";
import { askedByPhone, freshConsole, mara, personWith } from "@/lib/testing/console";
import { sendList } from "@/lib/testing/sent-list";
import { accountId, storePerson } from "@/lib/testing/stored-person";
import { testFolder } from "@/lib/testing/test-folder";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { readErasureFile } from "./erasure-records";

const number = "+14155550100";
const longer = "+141555501001";
const bo = "+14155550199";
const at = new Date("2026-11-20T10:00:00Z");
const folder = testFolder("erasures");
const file = join(folder, "erasures.jsonl");

async function consoleWith(options: Parameters<typeof freshConsole>[0] = {}) {
  const read = () => Promise.reject(new Problem("upstream-unreachable"));
  const fresh = await freshConsole({ collect: { accountId, read }, ...options });
  const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
    fresh.run(op, input, personWith("admin")) as Promise<OutputOf<Op>>;
  return { ...fresh, ask, db: fresh.database.db };
}

async function storeUpload({ ask }: Awaited<ReturnType<typeof consoleWith>>) {
  const upload = await sendList(ask, "c1", [number, bo], 2);
  const csv = `phone;note\r\n${number};"two\r\nlines"\r\n${bo};Bo Other\r\n${longer};longer\r\n`;
  const bytes = gzipSync(csv).toString("base64");
  await ask(keepLeftOut, { import_id: upload.id, part: 0, parts: 1, rows: 3, bytes });
}

/** Values of all rows of the console's tables as text, with event bodies as they read. */
async function dump({ pool }: OpenDatabase) {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'console' and table_type = 'BASE TABLE' and table_name not like 'hook_body\\_%'",
  );
  const dumped = tables.map(async ({ name }) => {
    const select = name === "hook_body" ? "encode(body, 'escape') as body, arrival_id" : "*";
    const { rows } = await pool.query(`select ${select} from console."${name}" order by 1, 2`);
    return [name, rows.map((row) => JSON.stringify(row))] as const;
  });
  return Object.fromEntries(await Promise.all(dumped));
}

const holds = (rows: Record<string, string[]>, ...texts: string[]) =>
  Object.entries(rows).flatMap(([table, lines]) =>
    lines.filter((line) => texts.some((text) => line.includes(text))).map((line) => `${table}: ${line}`),
  );

const spellings = ['4155550100"', "14155550100", "(415) 555-0100", "Ann Example"];
const ofAnn = (rows: Record<string, string[]>) => holds(rows, ...spellings).filter((line) => !/01001\b/.test(line));

const fresh = await consoleWith({ dataDirectory: folder });
await storePerson(fresh, { phone: number, name: "Ann Example", id: "ann_1" });
await storePerson(fresh, { phone: bo, name: "Bo Other", id: "bob_1" });
await storePerson(fresh, { phone: longer, name: "Cy Longer", id: "cyl_1" });
await storeUpload(fresh);
const { database, db, ask } = fresh;
const arrival = { accountId, addressId: "a", kind: "event", verdict: "signed", method: "POST", size: 9 } as const;
const packed = gzipSync(JSON.stringify({ to: number }));
await db.insert(arrivalTable).values({
  ...{ ...arrival, id: "rcv_packed", at, query: "", headers: { "content-encoding": "gzip" }, isCut: false },
  kind: "refused",
});
await db.insert(bodyTable).values({ arrivalId: "rcv_packed", at, body: packed });
const old = join(folder, "old.zip");
await writeBackup({ url: database.url, secret, path: old });
const others = ["Bo Other", "Cy Longer", bo.slice(1), longer.slice(1)];
const counted = (report: NumberReport) => Object.fromEntries(report.stored.map(({ kind, rows }) => [kind, rows]));
const verified = () => verifyAudit(db, auditKeyOf(secret));

const expected = {
  ...{
    deliveries: 2,
    versions: 2,
    events: 2,
    calls: 1,
    alerts: 2,
    bodies: 2,
    left_out: 1,
    sent: 1,
    records: 1,
    automatic: 1,
  },
  ...{ audit: 2, other: 2 },
};

test("reports how many rows of each kind hold a number, and changes nothing", async () => {
  const before = await dump(database);
  expect(ofAnn(before).length).toBeGreaterThan(15);
  mkdirSync(join(folder, "events"));
  writeFileSync(join(folder, "events", "1.arrival"), `{"query":""}\n{"to":"${number}"}`);
  const report = await ask(reportNumber, { number });
  expect(counted(report)).toEqual({ ...expected, waiting: 1 });
  expect(report.is_blocked).toBe(true);
  expect(holds(await dump(database), ...spellings, ...others)).toEqual(holds(before, ...spellings, ...others));
});

test("erases a person everywhere, and leaves the data of others as it was", async () => {
  const before = await dump(database);
  await ask(addDoNotCall, { numbers: [number], ...askedByPhone });
  const erased = await ask(eraseNumber, { number, reason: `Asked by mail from ${number}`, last_four: "0100" });
  expect(counted(erased)).toEqual(expected);
  expect(erased.message).toMatch(
    /^Erased from 2 deliveries, .* The number stays on the do-not-call list. Reason: Asked by mail from \[erased\]$/,
  );

  const after = await dump(database);
  expect(ofAnn(after)).toEqual([]);
  expect(holds(after, ...others)).toEqual(holds(before, ...others));
  const sizes = (rows: Record<string, string[]>) => {
    const { audit_event: _a, hook_body: _b, list_number: _l, erasure: _e, audit_checkpoint: _c, ...rest } = rows;
    return Object.fromEntries(Object.entries(rest).map(([table, lines]) => [table, lines.length]));
  };
  // The running console adds rows of its own.
  for (const [table, rows] of Object.entries(sizes(before)))
    expect(sizes(after)[table], table).toBeGreaterThanOrEqual(rows);
  expect(await db.$count(listNumberTable)).toBe(1);
  expect((await ask(listDoNotCall, { number })).latest).toMatchObject([{ number }]);
  expect(await verified()).toMatchObject({ fault: undefined, redacted: 2 });
  expect(counted(await ask(reportNumber, { number }))).toEqual({ waiting: 1 });
});

test("does not erase a number of the platform account, or one that was not confirmed", async () => {
  await db.insert(recordVersionTable).values({
    ...{ accountId, resource: "phone-numbers", ref: "pn", seenAt: at, lastSeenAt: at, hash: "h" },
    record: { phone_number: "tel:00 1 (212) 555-0111" },
  });
  await expect(ask(eraseNumber, { number: "+12125550111", reason: "x", last_four: "0111" })).rejects.toThrow(
    "belongs to your platform account",
  );
  await expect(ask(eraseNumber, { number: bo, reason: "x", last_four: "0100" })).rejects.toThrow("last four digits");
  await expect(ask(eraseNumber, { number: bo, reason: " ", last_four: "0199" })).rejects.toThrow("Enter a reason");
});

test("keeps keyed records in the table and in DATA_DIR, from which the number cannot be read", async () => {
  const rows = await db.select().from(erasureTable);
  expect(rows).toMatchObject([{ kind: "number", by: "admin", reason: "Asked by mail from [erased]" }]);
  expect((await readErasureFile(file)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(readFileSync(file, "utf8")).not.toContain("5550100");
});

test("does not store the number and the name of an erased person when a call is read again", async () => {
  const call = { id: "call_new", status: "ended", to: number, customer_name: "Ann Example", summary: "Ann Example" };
  fresh.console.observe({
    ...{ op: getCall, input: { call_id: call.id }, person: personWith("admin"), at: new Date(), ms: 1, status: 200 },
    ...{ problem: null, raw: { success: true, data: call } },
    drift: [{ kind: "unknown-field", path: "to", came: number, times: 1 }],
  });
  const stored = () => db.select().from(recordVersionTable).where(eq(recordVersionTable.ref, call.id));
  await expect.poll(stored).toMatchObject([{ record: { id: call.id, status: "ended" } }]);
  expect(ofAnn(await dump(database))).toEqual([]);
});

const eventOf = (to: string, call_id: string, contact_name: string) => ({ to_number: to, call_id, contact_name });

test("stores events of an erased person without their content, and those of others whole", async () => {
  const rest = { at: new Date(), headers: {}, isCut: false };
  const bodies = {
    rcv_again: eventOf(number, "call_again", "Ann Example"),
    rcv_list: [eventOf(number, "call_list", "Ann Example"), eventOf(bo, "call_other", "Bo Other")],
  };
  for (const [id, body] of Object.entries(bodies)) {
    await db.insert(bodyTable).values({ arrivalId: id, at: rest.at, body: Buffer.from(JSON.stringify(body)) });
    await db.insert(arrivalTable).values({ ...arrival, ...rest, id, query: "n=%2B14155550100" });
  }
  const callOf = (ref: string) =>
    db
      .select({ contact: foundCallTable.contact, contactName: foundCallTable.contactName })
      .from(foundCallTable)
      .where(and(eq(foundCallTable.ref, ref)));
  await expect.poll(() => callOf("call_other"), { timeout: timeoutMs(10_000) }).toHaveLength(1);
  expect(await callOf("call_other")).toEqual([{ contact: bo.slice(1), contactName: "Bo Other" }]);
  for (const ref of ["call_again", "call_list"])
    expect(await callOf(ref)).toEqual([{ contact: null, contactName: null }]);
  expect(ofAnn(await dump(database))).toEqual([]);
  const left = await db.select().from(bodyTable).where(eq(bodyTable.arrivalId, "rcv_list"));
  expect(JSON.parse(String(left[0]?.body))).toEqual([{}, bodies.rcv_list[1]]);
  expect(await db.$count(bodyTable, eq(bodyTable.arrivalId, "rcv_again"))).toBe(0);
  expect(await db.$count(eventTable, eq(eventTable.callRef, "call_again"))).toBe(1);
});

test("erases again when a backup from before the erasure is restored", async () => {
  const { database: copy, result } = await restored(old, secret, await readErasureFile(file));
  expect(result).toMatchObject({ erasures: 1, audit: { fault: undefined } });
  expect(ofAnn(await dump(copy))).toEqual([]);
  expect((await copy.pool.query("select from console.list_number")).rowCount).toBe(1);
  expect(await verifyAudit(copy.db, auditKeyOf(secret))).toMatchObject({ fault: undefined });
});

test("replaces a former colleague in the audit log, and again after a restore", async () => {
  const path = join(folder, "colleague.zip");
  await fresh.join({ ...mara, role: "admin" });
  const jo = await fresh.join({ name: "Jo Former", email: "jo@fernhill.example", role: "support" });
  const act = { action: "note", person: jo, requestId: "r_jo", address: null };
  await fresh.console.audit.record({ ...act, outcome: "ok", status: 200, message: "Jo Former, jo@fernhill.example" });
  const replace = () => ask(replaceColleague, { person_id: jo.id, reason: "Asked" });
  await expect(replace()).rejects.toThrow("is on the team");
  await fresh.run(removeMember, { user_id: jo.id }, personWith("admin"));
  expect((await ask(listFormerColleagues, {})).data).toContainEqual({
    ...{ person_id: jo.id, name: "Jo Former", email: "jo@fernhill.example" },
  });
  await writeBackup({ url: database.url, secret, path });

  const { message } = await replace();
  expect(message).toMatch(/“Former colleague [0-9a-f]{4}”/);
  const lines = async ({ pool }: OpenDatabase) => {
    const { rows } = await pool.query("select * from console.audit_event");
    return JSON.stringify(rows);
  };
  expect(await lines(database)).not.toMatch(/Jo Former|jo@fernhill/);
  expect(await lines(database)).toMatch(/Former colleague [0-9a-f]{4}, Former colleague [0-9a-f]{4}/);
  expect(await verified()).toMatchObject({ fault: undefined });
  expect((await ask(listFormerColleagues, {})).data.map(({ person_id }) => person_id)).not.toContain(jo.id);

  const { database: copy, result } = await restored(path, secret, await readErasureFile(file));
  expect(result.audit.fault).toBeUndefined();
  expect(await lines(copy)).not.toMatch(/Jo Former|jo@fernhill/);
  expect(await verifyAudit(copy.db, auditKeyOf(secret))).toMatchObject({ fault: undefined });
});

test("erases again at a start with the file of another database, and adds its own records to it", async () => {
  const other = testFolder("erasures");
  writeFileSync(join(other, "erasures.jsonl"), `${readFileSync(file, "utf8")}{"id":"cut`);
  const { database: copy } = await restored(old);
  expect(ofAnn(await dump(copy)).length).toBeGreaterThan(15);
  const started = await consoleWith({ database: copy, dataDirectory: other });
  expect(ofAnn(await dump(copy))).toEqual([]);
  await started.ask(eraseNumber, { number: bo, reason: "Asked", last_four: "0199" });
  expect(await readErasureFile(join(other, "erasures.jsonl"))).toHaveLength(3);
});
