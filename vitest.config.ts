import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { timeoutMs } from "./lib/testing/timeout-ms.ts";

export default defineConfig({
  // Screens are drawn by React as it is shipped.
  oxc: { jsx: { development: false } },
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: ["lib/**/*.test.{ts,tsx}", "components/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}"],
    globalSetup: ["./lib/testing/postgres.ts"],
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    // These end what hangs, and nothing else: a slow or busy machine never meets them.
    testTimeout: timeoutMs(300_000),
    hookTimeout: timeoutMs(180_000),
    teardownTimeout: timeoutMs(60_000),
    expect: { poll: { timeout: timeoutMs(30_000) } },
  },
});
