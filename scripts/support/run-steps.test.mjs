import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

test("lists stopped, failed and unstarted steps and ends with the counts when a run is stopped", async () => {
  const run = spawn(process.execPath, ["scripts/testing/stand-ins/steps.mjs"], { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  run.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await expect.poll(() => /— Endless\n[\s\S]*— Broken took|— Broken took[\s\S]*— Endless\n/.test(output)).toBe(true);
  run.kill("SIGTERM");
  const [code] = await once(run, "close");
  expect(code).toBe(1);
  expect(output).toContain("  failed       Broken: This step failed: see above.\n");
  expect(output).toContain("  failed       Endless: was stopped\n");
  expect(output).toContain("  did not run  Barred, without Broken, without Endless\n");
  expect(output).toMatch(/\n1 passed, 2 failed\n$/);
});
