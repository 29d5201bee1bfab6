import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";

test("exits when its parent process is gone before it has started", async () => {
  const child = fork("lib/server/server.ts", {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});
