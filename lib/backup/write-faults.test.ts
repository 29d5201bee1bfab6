import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { secret } from "@/lib/testing/backup";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { testFolder } from "@/lib/testing/test-folder";
import { checkMembers, openBackup } from "./backup-file";
import { writeBackup } from "./write-backup";

const folder = testFolder("backup");
const { url, pool } = await freshDatabase();

const sentence = (writing: Promise<unknown>) =>
  writing.then(
    () => "written",
    (error: Error) => error.message,
  );

test("refuses a second backup under a name while one is written, and leaves one whole file", async () => {
  const path = join(folder, "twice.zip");
  const blocker = await pool.connect();
  await blocker.query("begin; lock table console.audit_event");
  const steps: string[] = [];
  const first = sentence(writeBackup({ url, secret, path, onStep: (step) => steps.push(step) }));
  await expect.poll(() => steps).toContain("copy console.audit_event");
  expect(await sentence(writeBackup({ url, secret, path }))).toBe(
    `Another backup is writing ${path}. Wait until it ends, or enter another name.`,
  );
  await blocker.query("commit");
  blocker.release();
  expect(await first).toBe("written");
  expect(readdirSync(folder)).toEqual(["twice.zip"]);
  const backup = await openBackup(path);
  await checkMembers(backup).finally(backup.close);
  expect(await sentence(writeBackup({ url, secret, path }))).toBe("written");
});

test("writes one whole file when backups of two databases have one name", async () => {
  const path = join(folder, "both.zip");
  const other = await freshDatabase();
  const written = await Promise.all([url, other.url].map((each) => sentence(writeBackup({ url: each, secret, path }))));
  expect(written).toEqual(["written", "written"]);
  const backup = await openBackup(path);
  await checkMembers(backup).finally(backup.close);
});

/** A path whose temporary file is on a device that is always full. */
async function onFullDisk(name: string) {
  const own = join(folder, name);
  mkdirSync(own);
  const path = join(own, "a.zip");
  let partial = "";
  const onStep = (step: string) => {
    if (step === "sync") partial = readdirSync(own)[0] ?? "";
  };
  await writeBackup({ url, secret, path, onStep });
  symlinkSync("/dev/full", join(own, partial));
  return { own, path };
}

test.skipIf(!existsSync("/dev/full"))("says that the disk is full and that the earlier backup is whole", async () => {
  const { own, path } = await onFullDisk("full");
  const earlier = readFileSync(path);
  expect(await sentence(writeBackup({ url, secret, path }))).toBe(
    `The disk of ${own} is full. Free some space there, or choose another disk. The earlier backup is whole.`,
  );
  expect(readFileSync(path).equals(earlier)).toBe(true);
  expect(readdirSync(own)).toEqual(["a.zip"]);
});

test.each([
  [
    "a folder that does not exist",
    "none/a.zip",
    /^The folder \S+none does not exist\. Create it, or choose another\. No/,
  ],
  ["a file as a folder", "file/a.zip", /^\S+file is not a folder\. Choose another\. No backup was written\.$/],
  ["a folder as a file", ".", /^\S+ is a folder\. Enter the name of a file\.$/],
  [
    "too long a name",
    `${"a".repeat(300)}.zip`,
    /^The name a+\.zip is too long\. Enter a shorter one\. No backup was w/,
  ],
])("says what is wrong with %s", async (_what, name, expected) => {
  writeFileSync(join(folder, "file"), "");
  expect(await sentence(writeBackup({ url, secret, path: join(folder, name) }))).toMatch(expected);
});

test("leaves the words of a server that cannot be reached", async () => {
  const gone = "postgresql://nobody@/nothing?host=/nowhere";
  expect(await sentence(writeBackup({ url: gone, secret, path: join(folder, "gone.zip") }))).toMatch(/^connect ENOENT/);
});
