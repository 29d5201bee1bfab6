import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { timeoutMs } from "./lib/testing/timeout-ms.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

// Tests that start no process and stub nothing share their modules: importing them anew for each file takes longer than the tests.
const pure = ["lib/client", "lib/contacts", "lib/contract", "lib/format", "components"]
  .flatMap((folder) => readdirSync(root + folder, { recursive: true }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.test\.tsx?$/.test(file) && !/\bvi\b/.test(readFileSync(root + file, "utf8")));

export default defineConfig({
  // Screens are drawn by React as it is shipped.
  oxc: { jsx: { development: false } },
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  test: {
    environment: "node",
    pool: "forks",
    // One more than there are processors: many tests wait for processes, sockets and the clock.
    maxWorkers: 3,
    // These end what hangs, and nothing else: a slow or busy machine never meets them.
    testTimeout: timeoutMs(300_000),
    hookTimeout: timeoutMs(180_000),
    teardownTimeout: timeoutMs(60_000),
    expect: { poll: { timeout: timeoutMs(30_000) } },
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          globalSetup: ["./lib/testing/postgres.ts"],
          include: ["lib/**/*.test.{ts,tsx}", "components/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}"],
          exclude: pure,
        },
      },
      { extends: true, test: { name: "pure", include: pure, isolate: false } },
    ],
  },
});
