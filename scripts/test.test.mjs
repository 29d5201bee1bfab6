import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

test("a stopped run lists interrupted and unstarted steps, and ends with the counts", async () => {
  const { npm_lifecycle_event, ...env } = process.env;
  const run = spawn(process.execPath, ["scripts/test.mjs"], { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  run.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await expect.poll(() => output).toContain("— Lint");
  run.kill("SIGTERM");
  const [code] = await once(run, "close");
  expect(code).toBe(1);
  expect(output).toContain("  failed       Lint: was stopped\n");
  expect(output).toMatch(
    / {2}did not run {2}Unit and integration tests\n[\s\S]* {2}did not run {2}Browser tests, without Build, without Chromium\n/,
  );
  expect(output).toMatch(/\n1 passed, 2 failed\n$/);
});
