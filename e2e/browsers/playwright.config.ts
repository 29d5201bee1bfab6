import { defineConfig } from "@playwright/test";
import { timeoutMs } from "../../lib/testing/timeout-ms";

/** Playwright only runs these tests: their browsers are Debian's, which it cannot drive. */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  workers: 1,
  timeout: timeoutMs(300_000),
  expect: { timeout: timeoutMs(30_000) },
  reporter: [["list"]],
});
