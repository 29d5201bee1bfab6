import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { timeoutMs } from "./lib/testing/timeout-ms.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

// Tests that change nothing for others share their modules: importing them anew for each file takes longer than the tests.
const alone = ["lib", "components", "scripts"]
  .flatMap((folder) => readdirSync(root + folder, { recursive: true }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.test\.(tsx?|mjs)$/.test(file) && changesOthers(root + file));

/** True if a test replaces a module or the clock, or uses test support with hooks that run once, when it is first imported. */
function changesOthers(file: string) {
  const test = readFileSync(file, "utf8");
  const supports = [...test.matchAll(/from "@\/(lib\/testing\/[\w/-]+)"/g)].map(([, path]) => `${root}${path}`);
  return (
    /\bvi\.(mock|doMock|hoisted|stub\w+|resetModules|useFakeTimers)\b/.test(test) ||
    supports.some((path) => /^(before|after)(All|Each)\(/m.test(readFileSync(`${path}.ts`, "utf8")))
  );
}

const globalSetup = ["./lib/testing/postgres.ts"];

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
          name: "shared",
          globalSetup,
          include: ["lib/**/*.test.{ts,tsx}", "components/**/*.test.{ts,tsx}", "scripts/**/*.test.{ts,mjs}"],
          exclude: alone,
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", globalSetup, include: alone } },
    ],
  },
});
