import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { timeoutFactor, timeoutMs } from "./timeout-ms";

afterEach(() => vi.unstubAllEnvs());

test("multiplies a limit by the measured factor, and never shrinks it", () => {
  vi.stubEnv("TEST_TIMEOUT_FACTOR", "2.5");
  expect(timeoutMs(1_001)).toBe(2_503);
  vi.stubEnv("TEST_TIMEOUT_FACTOR", "0.2");
  expect(timeoutMs(1_000)).toBe(1_000);
});

test.each([undefined, "", "fast", "NaN", "-3", "Infinity"])(
  "keeps the base limit when the factor is not valid (%s)",
  (text) => expect(timeoutFactor(text)).toBe(1),
);

test("no test has an unscaled time limit", () => {
  const root = join(import.meta.dirname, "../..");
  const fixed = /\b(timeout: [\d_]+|(set(Default)?(Navigation)?Timeout|waitForTimeout)\([\d_]+)/;
  const tests = ["lib", "platform", "components", "scripts", "e2e"]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
    )
    .filter(
      (file) =>
        /\.test\.(tsx?|mjs)$|\/testing[-./].*\.ts$|^e2e\/.*\.ts$/.test(file) &&
        file !== "lib/testing/timeout-ms.test.ts",
    );
  const fixedLimits = tests.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (fixed.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(fixedLimits).toEqual([]);
});
