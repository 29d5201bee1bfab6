import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { spellingsOf } from "@/e2e/support/spellings";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { createSecretFilter } from "@/lib/gateway/secret-filter";
import { freshConsole, personWith } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { headOf, recordSends } from "@/lib/testing/record-sends";
import { scriptRunner } from "@/lib/testing/run-script";

const secret = "a secret of thirty-two characters or more";
const key = "sk_live_aB3/xY+Z9=q7tR5";
const database = await freshDatabase();
const { url } = database;
const { console } = await freshConsole({ database, secret });
const { pool } = database;
const spelled = [...new Set(Object.values(spellingsOf(key)).map(({ json }) => json))];

const run = scriptRunner();

function redact(args: string[], { env = {}, input = "" }: { env?: Record<string, string>; input?: string } = {}) {
  const { VOICE_API_KEY: _key, VOICE_API_BASE_URL: _url, ...rest } = process.env;
  return run("secrets-redact", args, {
    env: { ...rest, DATABASE_URL: url, SWITCHBOARD_SECRET: secret, ...env },
    input,
  });
}

/** All rows of all tables, with their values as text. */
async function dump() {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'console' order by 1",
  );
  const tables = rows.map(({ name }) => pool.query(`select * from console."${name}" order by 1, 2`));
  return (await Promise.all(tables)).flatMap((table) => table.rows.map((row) => Object.values(row).map(asText)));
}

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const filter = createSecretFilter(key);
const rowsWithKey = async () => (await dump()).filter((row) => row.some((value) => filter(value) !== value));

/** Stores rows as an earlier version did for a platform that echoes requests. */
async function storeKey(json: string, index: number) {
  const body = `{"data":{"note":"Bad key ${json}","n":${index}}}`;
  await pool.query(
    "insert into console.saved_record (key_print, resource, ref, name, last_status_word) values ('print', 'calls', $1, $2, 'ok')",
    [json, `called ${json}`],
  );
  await pool.query(
    `insert into console.drift (key_print, operation, path, kind, word, came, first_seen_at, last_seen_at, times)
      values ('print', 'calls.get', $1, 'unknown', '', $2, now(), now(), 1)`,
    [`data.${json}`, body],
  );
  await pool.query("insert into console.reading values ('calls', 'status', $1, 'ok', 'Mara')", [json]);
  await pool.query(
    `insert into console.alert_message (id, key_print, recipient, kind, "to", items, state, is_held, created_at, due_at)
     values (gen_random_uuid(), 'k', 'r', 'email', $1, '[]', 'sent', false, now(), now())`,
    [`to ${json}`],
  );
  const sent = { person: personWith("admin"), op: startCampaign, target: `c ${json}`, request: "POST /v1/x" };
  const entry = await console.audit.begin({ ...sent, requestId: randomUUID(), address: null, detail: { file: json } });
  await console.audit.finish(entry, {
    outcome: "refused",
    status: 400,
    message: `No: ${json}`,
    body: body.slice(0, -3),
  });
}

test("finds and removes a stored key everywhere, and the audit log stays valid", async () => {
  for (const [index, json] of spelled.entries()) await storeKey(json, index);
  await pool.query(
    `insert into console."user" (id, name, email, role, preferences) values ('u', 'U', 'u@x.example', 'admin', $1)`,
    [JSON.stringify({ columns: { [`a ${key}`]: ["x"] }, size: 1.5 })],
  );
  const before = await dump();
  expect((await rowsWithKey()).length).toBeGreaterThan(6 * spelled.length);

  const env = { VOICE_API_KEY: key, VOICE_API_BASE_URL: "https://voice.example" };
  const dry = await redact([], { env });
  expect(dry).toMatchObject({ err: "", code: 1 });
  for (const column of [
    "saved_record.ref",
    "saved_record.name",
    "drift.path",
    "drift.came",
    "reading.word",
    "alert_message.to",
    "user.preferences",
    "audit_event.message",
    "audit_event.body",
    "audit_event.target",
    "audit_event.detail",
  ])
    expect(dry.out).toMatch(new RegExp(`^  ${column}: \\d+ rows?$`, "m"));
  expect(dry.out).toContain(`audit_event.message: ${spelled.length} rows`);
  expect(await dump()).toEqual(before);

  const done = await redact(["--apply", "--ask"], { input: `${key}\n` });
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining("It was removed.") });
  expect(await rowsWithKey()).toEqual([]);
  expect(await redact([], { env })).toMatchObject({
    code: 0,
    out: "The key was not found in the console's tables.\n",
  });
  for (const { out, err } of [dry, done]) expect(filter(out + err)).toBe(out + err);
  const { rows } = await pool.query(`select preferences from console."user"`);
  expect(rows).toEqual([{ preferences: { columns: { "a [key]": ["x"] }, size: 1.5 } }]);
  expect(await verifyAudit(database.db, auditKeyOf(secret))).toMatchObject({
    redacted: 2 * spelled.length,
    fault: undefined,
  });
});

test("extends a redacted audit log, and detects a later edit of a redacted line", async () => {
  await recordSends(console, 2);
  const verify = () => verifyAudit(database.db, auditKeyOf(secret));
  expect((await verify()).fault).toBeUndefined();
  const { rows } = await pool.query(
    "select target from console.audit_event where action = 'audit.redact' order by id limit 1",
  );
  const id = Number(rows[0].target);
  await pool.query(
    `alter table console.audit_event disable trigger user; update console.audit_event set actor_name = 'x' where id = ${id}`,
  );
  expect((await verify()).fault).toEqual({ id, fault: "edited" });
  expect(Number((await headOf(pool)).last_id)).toBeGreaterThan(id);
});

test("refuses a key on the command line", async () => {
  const [withKeyOption, none, wrong] = await Promise.all([redact(["--key", key]), redact([]), redact(["--aply"])]);
  expect(withKeyOption).toMatchObject({ code: 64, err: expect.stringContaining("can read a key on the command line") });
  expect(withKeyOption.err).not.toContain(key);
  expect(none).toMatchObject({ code: 64, err: expect.stringContaining("Enter the key to search for") });
  expect(wrong).toMatchObject({ code: 64 });
});
