import { defineConfig } from "@playwright/test";
import { timeoutMs } from "./lib/testing/timeout-ms";

/** Debian's Chromium in CI and wherever Playwright's own cannot be had. */
const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

// The nightly run has the long tests, and the walk, which is longer at night.
const testMatch = process.env.NIGHTLY ? ["e2e/nightly/*.spec.ts", "e2e/walk.spec.ts"] : "e2e/*.spec.ts";

export default defineConfig({
  testDir: "e2e",
  testMatch,
  globalSetup: "./e2e/support/global-setup.ts",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 2,
  // Once: the run ends with the names of those that passed only then.
  retries: 1,
  // These end what hangs, and nothing else: a slow or busy machine never meets them.
  timeout: timeoutMs(300_000),
  expect: { timeout: timeoutMs(30_000) },
  reporter: [["list"]],
  // The many short tests of the walk come last, so that no worker is left alone with a long one.
  projects: [
    { name: "paths", testIgnore: "**/walk.spec.ts" },
    { name: "walk", testMatch: "**/walk.spec.ts" },
  ],
  use: {
    // A control that never comes fails its test soon, and by its name.
    actionTimeout: timeoutMs(60_000),
    navigationTimeout: timeoutMs(60_000),
    launchOptions: {
      executablePath,
      timeout: timeoutMs(120_000),
      // No page here needs a graphics card, nor a program that stands in for one.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-software-rasterizer",
        "--disable-quic",
        "--disable-background-networking",
      ],
    },
    viewport: { width: 1440, height: 900 },
    // Pages are written as the browser asks: these ask for days before months and 24 hours.
    locale: "en-GB",
    screenshot: "only-on-failure",
  },
});
