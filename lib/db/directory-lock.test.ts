import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { lockDirectory, refuseIfRunning } from "./directory-lock";

function freshDirectory() {
  const directory = mkdtempSync(join(tmpdir(), "switchboard-lock-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test("locks with the file alone when the file system has no sockets", async () => {
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
    process.nextTick(() => this.emit("error", Object.assign(new Error("listen EPERM"), { code: "EPERM" })));
    return this;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const directory = freshDirectory();
  const unlock = await lockDirectory(directory);
  expect(readdirSync(directory)).toEqual(["switchboard.lock"]);
  await expect(lockDirectory(directory)).rejects.toThrow(/^Switchboard already runs on/);
  await expect(refuseIfRunning(directory)).rejects.toThrow(/^Switchboard already runs on/);
  unlock();
  (await lockDirectory(directory))();
  expect(readdirSync(directory)).toEqual([]);
});

test("names the process and its host when it refuses, and waits for one that is ending", async () => {
  const directory = freshDirectory();
  let isEnding = false;
  const unlock = await lockDirectory(directory, { isEnding: () => isEnding });
  await expect(lockDirectory(directory)).rejects.toThrow(/\(process \d+ on \S+\)/);
  await expect(refuseIfRunning(directory)).rejects.toThrow(/\(process \d+ on \S+\)/);
  isEnding = true;
  await refuseIfRunning(directory);
  setTimeout(unlock, 300);
  (await lockDirectory(directory))();
  expect(readdirSync(directory)).toEqual([]);
});
