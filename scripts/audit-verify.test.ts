import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { openDatabase } from "@/lib/db/database";
import { startEmbedded } from "@/lib/db/embedded";
import { freshConsole, personWith } from "@/lib/testing/console";
import { emptyDatabase, freshDatabase } from "@/lib/testing/database/fresh-database";
import { headOf, recordSends, tampering, triggers } from "@/lib/testing/record-sends";
import { scriptRunner } from "@/lib/testing/run-script";
import { testFolder } from "@/lib/testing/test-folder";

const secret = "a secret of thirty-two characters or more";
const directory = testFolder("audit");

const run = scriptRunner();

function verify(env: Record<string, string>, ...args: string[]) {
  const { DATABASE_URL: _url, SWITCHBOARD_SECRET: _secret, ...rest } = process.env;
  return run("audit-verify", args, { env: { ...rest, DATA_DIR: directory, ...env } });
}

/** The log's own first entry adds two lines. */
const whole = { out: expect.stringContaining("The audit log is intact: 5 lines verified."), err: "", code: 0 };

async function consoleWithThreeLines(options?: Parameters<typeof freshConsole>[0]) {
  const { console, database } = await freshConsole({ secret, ...options });
  const sent = { person: personWith("admin"), op: startCampaign, target: "c1", request: "POST /v1/campaigns/c1/start" };
  const begin = () => console.audit.begin({ ...sent, requestId: randomUUID(), address: null });
  await console.audit.finish(await begin(), { outcome: "ok", status: 200, message: "Campaign started", body: null });
  await begin();
  return { console, database };
}

test("counts the lines of a valid log, and reports the first edited line", async () => {
  const database = await freshDatabase();
  const { url } = database;
  const { pool } = (await consoleWithThreeLines({ database })).database;
  const env = { DATABASE_URL: url, SWITCHBOARD_SECRET: secret };
  expect(await verify(env)).toMatchObject(whole);

  await pool.query("alter table console.audit_event disable trigger user");
  await pool.query("update console.audit_event set message = 'nothing happened' where id = 4");
  const output = "Line 4 of the audit log was edited or inserted.\n3 lines before it are valid.\n";
  expect(await verify(env)).toEqual({ out: output, err: "", code: 1 });
  const { out, code } = await verify(env, "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ is_whole: false, lines_that_hold: 3, fault: { id: 4, fault: "edited" } });
});

test("reads the database in DATA_DIR while Switchboard runs on it, and after", async () => {
  writeFileSync(join(directory, "secret"), `${secret}\n`);
  const postgres = await startEmbedded(directory, { fsync: "off" });
  const database = openDatabase(postgres.url);
  const { console } = await consoleWithThreeLines({ database });
  expect(await verify({})).toMatchObject(whole);
  await console.close();
  await database.close();
  await postgres.stop();
  expect(await verify({})).toMatchObject(whole);
  expect(await verify({})).toMatchObject(whole);
});

test("detects by a checkpoint that an older copy replaced the audit log", async () => {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => lines.push(line) });
  const database = await freshDatabase();
  const { url } = database;
  const { console } = await freshConsole({ secret, database, log });
  await recordSends(console, 2);
  const old = await headOf(database.pool);
  await recordSends(console, 3);
  await console.close();
  const env = { DATABASE_URL: url, SWITCHBOARD_SECRET: secret };
  const file = join(directory, "switchboard.log");
  writeFileSync(file, lines.join(""));
  const newest = /"audit_checkpoint":"(12:[^"]+)"/.exec(lines.join(""))?.[1] ?? "";
  expect(await verify(env, "--expect", newest, "--checkpoints", file)).toMatchObject({
    out: expect.stringContaining("It contains every given checkpoint."),
    code: 0,
  });

  const older = [
    tampering.after(old.last_id),
    tampering.head(old),
    `${tampering.checkpoints} where id > ${old.last_id}`,
  ];
  await database.pool.query([triggers("disable"), ...older].join(";"));
  const withoutCheckpoint = {
    out: expect.stringMatching(/is intact: 6 lines(.|\n)*restored from an older copy/),
    code: 0,
  };
  expect(await verify(env)).toMatchObject(withoutCheckpoint);
  const withCheckpoint = { out: expect.stringContaining("cut off at line 7, and its head was reset"), code: 1 };
  expect(await verify(env, "--expect", newest)).toMatchObject(withCheckpoint);
  expect(await verify(env, "--checkpoints", file)).toMatchObject(withCheckpoint);
  expect(await verify(env, "--expect", "12:x")).toMatchObject({ err: expect.stringContaining("ID:HASH"), code: 64 });
});

test("reports an unreadable log in a sentence, and creates nothing", async () => {
  const { url } = await emptyDatabase();
  const nowhere = join(directory, "nowhere");
  const [unreachable, withoutLog, noSecret, noDatabase, wrongOption] = await Promise.all([
    verify({ DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", SWITCHBOARD_SECRET: secret }),
    verify({ DATABASE_URL: url, SWITCHBOARD_SECRET: secret }),
    verify({ DATABASE_URL: url, DATA_DIR: nowhere }),
    verify({ DATA_DIR: nowhere, SWITCHBOARD_SECRET: secret }),
    verify({}, "--jsno"),
  ]);
  expect(unreachable).toMatchObject({
    out: "",
    err: expect.stringContaining("The database does not answer: "),
    code: 2,
  });
  expect(withoutLog).toMatchObject({
    out: "",
    err: expect.stringContaining("This database has no Switchboard audit log"),
    code: 2,
  });
  expect(noSecret).toMatchObject({ out: "", err: expect.stringContaining("Set SWITCHBOARD_SECRET"), code: 2 });
  expect(noDatabase).toMatchObject({ out: "", err: expect.stringContaining("There is no database in"), code: 2 });
  expect(wrongOption).toMatchObject({ out: "", err: expect.stringContaining("npm run audit:verify"), code: 64 });
  expect(await verify({}, "--help")).toMatchObject({ out: expect.stringContaining("exit code"), code: 0 });
});
