import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { secret } from "@/lib/testing/backup";
import { seededDatabase } from "@/lib/testing/database/fresh-database";
import { createBundler } from "@/lib/testing/run-script";
import { testFolder } from "@/lib/testing/test-folder";
import { openBackup } from "./backup-file";
import { writeBackup } from "./write-backup";

const folder = testFolder("backup");
const bundled = createBundler();

/** The files of a folder after a backup over an earlier one was killed before a step. */
async function afterKill(url: string, index: number) {
  const own = join(folder, String(index));
  mkdirSync(own);
  const path = join(own, "switchboard.zip");
  writeFileSync(path, "the earlier backup");
  const args = [await bundled("scripts/testing/killed-backup.ts"), url, secret, path, String(index)];
  const [, signal] = await once(spawn(process.execPath, args), "exit");
  return { signal, earlier: readFileSync(path, "utf8"), names: readdirSync(own).toSorted(), path };
}

test("leaves the earlier file whole and no other when it is killed at any of ten points", async () => {
  const { url } = await seededDatabase();
  const steps: string[] = [];
  await writeBackup({ url, secret, path: join(folder, "first.zip"), onStep: (step) => steps.push(step) });
  const last = steps.length - 1;
  expect(steps.slice(-5)).toEqual(["sequences", "manifest", "sync", "check", "rename"]);
  const points = [0, 1, 2, Math.floor(last / 3), Math.floor(last / 2), last - 4, last - 3, last - 2, last - 1, last];
  const kills = await Promise.all(points.map((index) => afterKill(url, index)));
  for (const { signal, earlier, names } of kills) {
    expect({ signal, earlier }).toEqual({ signal: "SIGKILL", earlier: "the earlier backup" });
    expect(names.filter((name) => !/^switchboard\.zip\.[\da-f]{8}\.partial$/.test(name))).toEqual(["switchboard.zip"]);
  }

  const path = kills.at(-1)?.path ?? "";
  await writeBackup({ url, secret, path });
  expect(readdirSync(dirname(path))).toEqual(["switchboard.zip"]);
  const { manifest, close } = await openBackup(path);
  await close();
  expect(manifest.tables.length).toBe(steps.filter((step) => step.startsWith("copy ")).length);
});
