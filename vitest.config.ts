import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { timeoutMs } from "./lib/testing/timeout-ms.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  // Screens are drawn by React as it is shipped.
  oxc: { jsx: { development: false } },
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  test: {
    environment: "node",
    env: { NODE_ENV: "production" },
    include: [
      "lib/**/*.test.{ts,tsx}",
      "platform/**/*.test.ts",
      "components/**/*.test.{ts,tsx}",
      "scripts/**/*.test.{ts,mjs}",
    ],
    globalSetup: ["./lib/testing/database/postgres.ts"],
    setupFiles: ["./lib/testing/setup.ts"],
    // The style sheet, for the test of its classes.
    css: { include: [/app\/globals\.css/] },
    pool: "forks",
    // Importing all modules anew for each file would take longer than the tests.
    isolate: false,
    // One more than there are processors: many tests wait for processes, sockets and the clock.
    maxWorkers: 3,
    // These end what hangs, and nothing else: a slow or busy machine never meets them.
    testTimeout: timeoutMs(300_000),
    hookTimeout: timeoutMs(180_000),
    teardownTimeout: timeoutMs(60_000),
    expect: { poll: { timeout: timeoutMs(30_000) } },
  },
});
