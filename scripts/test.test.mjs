import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

test("a run that is told to stop names the steps it was in and those it never began, and ends with the counts", async () => {
  const { npm_lifecycle_event, ...env } = process.env;
  const run = spawn(process.execPath, ["scripts/test.mjs"], { env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  run.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await expect.poll(() => said).toContain("— Lint");
  run.kill("SIGTERM");
  const [code] = await once(run, "close");
  expect(code).toBe(1);
  expect(said).toContain("  failed       Lint: was stopped\n");
  expect(said).toMatch(
    / {2}did not run {2}Unit and integration tests\n[\s\S]* {2}did not run {2}Browser tests, without Build, without Chromium\n/,
  );
  expect(said).toMatch(/\n1 passed, 2 failed\n$/);
});
