import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";

test("it ends when the process that started it goes before it has begun", async () => {
  const child = fork("lib/server/server.ts", {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});
