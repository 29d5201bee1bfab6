import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { timeoutFactor, timeoutMs } from "./timeout-ms";

afterEach(() => vi.unstubAllEnvs());

test("a limit grows with the factor that npm test measured, and never shrinks", () => {
  vi.stubEnv("TEST_TIMEOUT_FACTOR", "2.5");
  expect(timeoutMs(1_001)).toBe(2_503);
  vi.stubEnv("TEST_TIMEOUT_FACTOR", "0.2");
  expect(timeoutMs(1_000)).toBe(1_000);
});

test.each([undefined, "", "fast", "NaN", "-3", "Infinity"])(
  "without a measured factor (%s) a limit is its base",
  (text) => expect(timeoutFactor(text)).toBe(1),
);

test("no test waits for a fixed time: every limit is scaled, or left to the configuration", () => {
  const root = join(import.meta.dirname, "../..");
  const fixed = /\b(timeout: [\d_]+|(set(Default)?(Navigation)?Timeout|waitForTimeout)\([\d_]+)/;
  const tests = ["lib", "components", "scripts", "e2e"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
    )
    .filter(
      (file) =>
        /\.test\.(tsx?|mjs)$|\/testing[-./].*\.ts$|^e2e\/.*\.ts$/.test(file) &&
        file !== "lib/testing/timeout-ms.test.ts",
    );
  const found = tests.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, at) => (fixed.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
