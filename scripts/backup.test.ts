import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { secret } from "@/lib/testing/backup";
import { freshConsole } from "@/lib/testing/console";
import { recordSends } from "@/lib/testing/record-sends";
import { scriptRunner } from "@/lib/testing/run-script";
import { testFolder } from "@/lib/testing/test-folder";

const folder = testFolder("backup");
const runScript = scriptRunner();

function run(script: string, args: string[], env: Record<string, string>) {
  const { DATABASE_URL: _url, SWITCHBOARD_SECRET: _secret, ...rest } = process.env;
  return runScript(script, args, { env: { ...rest, ...env } });
}

function dataDir(name: string) {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, "secret"), `${secret}\n`);
  return path;
}

test("backs up a running console, restores into a new DATA_DIR, and backs that up", async () => {
  const { console, database } = await freshConsole();
  await recordSends(console, 2);
  const file = join(folder, "first.zip");
  const written = await run("backup", [file], { DATABASE_URL: database.url, SWITCHBOARD_SECRET: secret });
  expect(written).toMatchObject({
    out: expect.stringMatching(/first\.zip was written and checked: \d+ rows/),
    err: "",
  });
  expect(written.code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const DATA_DIR = dataDir("restored");
  const restored = await run("restore", [file], { DATA_DIR });
  expect(restored).toMatchObject({
    out: expect.stringContaining("The audit log is intact: 6 lines"),
    err: "",
    code: 0,
  });
  expect(await run("audit-verify", [], { DATA_DIR })).toMatchObject({
    out: expect.stringContaining("8 lines"),
    code: 0,
  });
  const again = await run("restore", [file], { DATA_DIR });
  expect(again).toMatchObject({ out: "", err: expect.stringContaining("There is data of Switchboard"), code: 2 });
  expect((await run("backup", [join(folder, "second.zip")], { DATA_DIR })).code).toBe(0);

  writeFileSync(join(DATA_DIR, "postgres", "standby.signal"), "");
  const third = await run("backup", [join(folder, "third.zip")], { DATA_DIR });
  expect(third).toMatchObject({ out: "", err: expect.stringContaining("This server is a standby"), code: 2 });
  expect(existsSync(join(folder, "third.zip"))).toBe(false);
});

test("explains that a folder for the file, or for the database, cannot be used", async () => {
  const { database } = await freshConsole();
  const env = { DATABASE_URL: database.url, SWITCHBOARD_SECRET: secret };
  const nowhere = await run("backup", [join(folder, "none", "first.zip")], env);
  const sentence = `The folder ${join(folder, "none")} does not exist. Create it, or choose another. No backup was written.`;
  expect(nowhere).toMatchObject({ out: "", err: expect.stringContaining(sentence), code: 2 });
  const inFolder = await run("backup", [folder], env);
  expect(inFolder).toMatchObject({ out: "", err: expect.stringContaining(`${folder} is a folder.`), code: 2 });
  const file = join(folder, "good.zip");
  expect((await run("backup", [file], env)).code).toBe(0);
  const onFile = await run("restore", [file], { DATA_DIR: file, SWITCHBOARD_SECRET: secret });
  expect(onFile).toMatchObject({ out: "", err: expect.stringContaining("is not a folder"), code: 2 });
});

test("makes no database when the backup or the secret is not the right one", async () => {
  const { database } = await freshConsole();
  const file = join(folder, "other.zip");
  await run("backup", [file], { DATABASE_URL: database.url, SWITCHBOARD_SECRET: secret });
  const DATA_DIR = join(folder, "nowhere");
  const SWITCHBOARD_SECRET = "another secret of thirty-two characters";
  const [wrong, missing, none, misused] = await Promise.all([
    run("restore", [file], { DATA_DIR, SWITCHBOARD_SECRET }),
    run("restore", [join(folder, "none.zip")], { DATA_DIR, SWITCHBOARD_SECRET }),
    run("restore", [file], { DATA_DIR }),
    run("backup", [], { DATA_DIR }),
  ]);
  expect(wrong).toMatchObject({ out: "", err: expect.stringContaining("made with another secret"), code: 2 });
  expect(missing).toMatchObject({
    out: "",
    err: expect.stringContaining("none.zip does not exist. Check its name."),
    code: 2,
  });
  expect(none).toMatchObject({ out: "", err: expect.stringContaining("Set SWITCHBOARD_SECRET"), code: 2 });
  expect(misused).toMatchObject({ out: "", err: expect.stringContaining("npm run backup -- FILE"), code: 64 });
  expect(existsSync(DATA_DIR)).toBe(false);
});
