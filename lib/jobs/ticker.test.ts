import { expect, test } from "vitest";
import { startTicker } from "./ticker";

const silent = { warn: () => undefined };

test("runs again and again, never twice at a time, and not after it was stopped", async () => {
  let running = 0;
  let mostRunning = 0;
  let runs = 0;
  const ticker = startTicker({
    name: "test",
    everyMs: 1,
    async run() {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      runs += 1;
    },
    log: silent,
  });
  await expect.poll(() => runs).toBeGreaterThan(2);
  await ticker.stop();
  const runsAtStop = runs;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([running, mostRunning, runs]).toEqual([0, 1, runsAtStop]);
});

test("goes on after a failure, and logs a series of failures once", async () => {
  let runs = 0;
  const warnings: unknown[] = [];
  const ticker = startTicker({
    name: "test",
    everyMs: 1,
    async run() {
      runs += 1;
      if (runs % 4 !== 0) throw new Error("fails three times of four");
    },
    log: { warn: (...line: unknown[]) => void warnings.push(line) },
  });
  await expect.poll(() => runs).toBeGreaterThanOrEqual(8);
  await ticker.stop();
  expect(warnings).toHaveLength(Math.ceil(runs / 4));
});
