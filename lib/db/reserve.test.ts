import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { watchDisk } from "./disk-watch";
import { createReserve } from "./reserve";

const mebibyte = 1024 * 1024;

test("gives its file back to a nearly full disk, and makes it again once there is plenty", async () => {
  const directory = mkdtempSync(join(tmpdir(), "switchboard-reserve-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const reserve = createReserve(directory, mebibyte);
  let free = 1_000 * mebibyte;
  // Nothing listens there: the reserve must not wait for PostgreSQL.
  const url = "postgresql://nobody@127.0.0.1:9/none";
  const watch = watchDisk({ url, freeBytes: () => free, log: () => {}, reserve, everyMs: 3_600_000 });
  const path = join(directory, "reserve");
  await watch.check();
  expect(statSync(path).size).toBe(mebibyte);
  free = 120 * mebibyte;
  await watch.check();
  expect(existsSync(path)).toBe(false);
  free = 300 * mebibyte;
  await watch.check();
  expect(existsSync(path)).toBe(false);
  free = 500 * mebibyte;
  await watch.check();
  expect(existsSync(path)).toBe(true);
  await watch.stop();
});
