import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { to as copyTo } from "pg-copy-streams";
import { expect, test } from "vitest";
import { closeClient, createClient } from "@/lib/db/client";
import { restored, secret } from "@/lib/testing/backup";
import { freshConsole } from "@/lib/testing/console";
import { emptyDatabase, freshDatabase } from "@/lib/testing/database/fresh-database";
import { testFolder } from "@/lib/testing/test-folder";
import { createBackupFile, openBackup } from "./backup-file";
import { copyWith, listTables } from "./catalog";
import { type Manifest, memberOf, sealManifest } from "./manifest";
import { restoreBackup } from "./restore-backup";
import { writeBackup } from "./write-backup";

const folder = testFolder("backup");
const path = join(folder, "good.zip");
const { database } = await freshConsole();
const target = await emptyDatabase();
await writeBackup({ url: database.url, secret, path });
const good = await openBackup(path).then(async ({ manifest, close }) => {
  await close();
  return manifest;
});
const bytes = readFileSync(path);

function fileOf(name: string, content: Uint8Array) {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** A file with the members of the good one, changed by `change`, and another manifest. */
async function forged(name: string, manifest: Manifest, change = (_name: string, text: string) => text) {
  const file = join(folder, name);
  const [zip, source] = [createBackupFile(file), await openBackup(path)];
  for (const table of manifest.tables) {
    const chunks: Buffer[] = [];
    await source.copyTo(
      table,
      new Writable({ write: (chunk, _encoding, done) => done(void chunks.push(Buffer.from(chunk))) }),
    );
    const text = change(memberOf(table), Buffer.concat(chunks).toString());
    await zip.add(memberOf(table), Readable.from([text], { objectMode: false }));
  }
  await zip.finish(manifest);
  await source.close();
  return file;
}

async function refusal(file: string, ownSecret = secret) {
  const restoring = async () => {
    const backup = await openBackup(file);
    await restoreBackup({ url: target.url, secret: ownSecret, backup }).finally(backup.close);
  };
  const message = await restoring().then(
    () => "restored",
    (error: Error) => error.message,
  );
  const { rows } = await target.pool.query("select from pg_namespace where nspname in ('console', 'platform')");
  expect(rows).toEqual([]);
  return message;
}

const { sha256: _sha256, seal: _seal, ...content } = good;
const damage = "The backup is cut off or was altered. Copy the file again, or restore another backup.";

test("refuses a backup of another secret", async () => {
  expect(await refusal(path, "another secret of thirty-two characters")).toMatch(
    /^The backup was made with another sec/,
  );
});

test.each([100, Math.floor(bytes.length / 2), bytes.length - 1])(
  "refuses a file that was cut to %i bytes",
  async (size) => {
    expect(await refusal(fileOf("cut.zip", bytes.subarray(0, size)))).toBe(damage);
  },
);

test("refuses a file with an altered byte in a table or in the manifest", async () => {
  const altered = Buffer.from(bytes);
  const member = "console.audit_event.copy";
  const index = altered.indexOf(member) + member.length + 60;
  altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
  expect(await refusal(fileOf("altered.zip", altered))).toBe(damage);
  expect(await refusal(await forged("rows.zip", { ...good, made_at: "2026-01-01T00:00:00.000Z" }))).toBe(damage);
});

test("refuses a file with an altered row and a valid checksum of the archive", async () => {
  const other = await forged("row.zip", good, (name, text) =>
    name === "console.audit_event.copy" ? `${text}x` : text,
  );
  expect(await refusal(other)).toBe(damage);
});

test("refuses a newer format and a backup of a newer version", async () => {
  const format = { ...good, format: 2 } as unknown as Manifest;
  expect(await refusal(await forged("format.zip", format))).toMatch(
    /^The backup has format 2, .* a newer Switchboard\.$/,
  );
  const migrations = { ...good.migrations, console: [...(good.migrations.console ?? []), "9999_later"] };
  const newer = sealManifest({ ...content, migrations, product: "9.0.0" }, secret);
  expect(await refusal(await forged("newer.zip", newer))).toMatch(
    /^The backup was made by a newer Switchboard, version 9/,
  );
});

test("leaves the place empty when the rows differ after they were loaded", async () => {
  const tables = content.tables.map((table) => (table.name === "audit_event" ? { ...table, sum: "1" } : table));
  const file = await forged("sum.zip", sealManifest({ ...content, tables }, secret));
  expect(await refusal(file)).toBe("Table console.audit_event differs from the backup, so nothing was restored.");
});

test("refuses a place that has data, and changes nothing there", async () => {
  const { database: filled } = await restored(path);
  const count = "select count(*) from console.audit_event";
  const before = await filled.pool.query(count);
  const backup = await openBackup(path);
  const restoring = restoreBackup({ url: filled.url, secret, backup }).finally(backup.close);
  await expect(restoring).rejects.toThrow(/^There is data of Switchboard in this place already/);
  expect((await filled.pool.query(count)).rows).toEqual(before.rows);
});

test("refuses to back up a database without Switchboard's data", async () => {
  const writing = writeBackup({ url: target.url, secret, path: join(folder, "none.zip") });
  await expect(writing).rejects.toThrow("This database has no data of Switchboard.");
});

test.each(["stopped", "disconnected"])("leaves no file when it is %s early", async (how) => {
  const { pool, url } = await freshDatabase();
  await pool.query(
    "insert into console.list_number select 1, row, '\\x00', md5(row::text), 0 from generate_series(1, 100000) as row",
  );
  const own = join(folder, how);
  mkdirSync(own);
  const stopping = new AbortController();
  const disconnect = () =>
    pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'switchboard backup'`,
    );
  const onStep = (step: string) => {
    if (step === "copy console.list_number")
      setTimeout(() => (how === "stopped" ? stopping.abort() : disconnect()), 20);
  };
  const options = { url, secret, path: join(own, "a.zip"), signal: stopping.signal, onStep };
  await expect(writeBackup(options)).rejects.toThrow();
  expect(readdirSync(own)).toEqual([]);
});

test("does not wait for a copy when the connection was lost before it began", async () => {
  const client = createClient({ connectionString: database.url });
  await client.connect();
  await closeClient(client);
  const rows = client.query(copyTo("copy console.audit_event to stdout"));
  // The rows are read a moment later, as by the archive.
  await expect(copyWith(client, rows, (stream) => sleep(50).then(() => text(stream)))).rejects.toThrow();
});

test("has tables that a backup can hold: no large objects or circles", async () => {
  const { pool } = await freshDatabase();
  const client = await pool.connect();
  expect((await listTables(client, ["console", "platform"])).length).toBeGreaterThan(40);
  const { rows } = await client.query(
    `select relname, attname from pg_attribute join pg_class as class on class.oid = attrelid
     where relnamespace in ('console'::regnamespace, 'platform'::regnamespace) and attnum > 0 and relkind in ('r', 'p')
       and atttypid = 'oid'::regtype`,
  );
  expect(rows).toEqual([]);
  await client.query("create schema circle; create table circle.a (id int primary key)");
  await client.query("create table circle.b (id int primary key, a int references circle.a)");
  await client.query("alter table circle.a add b int references circle.b");
  await expect(listTables(client, ["circle"])).rejects.toThrow("refer to each other in a circle");
  client.release();
});
