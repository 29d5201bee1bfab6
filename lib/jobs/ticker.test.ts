import { expect, test } from "vitest";
import { startTicker } from "./ticker";

const silent = { warn: () => undefined };

test("runs repeatedly without overlap until it is stopped", async () => {
  let running = 0;
  let maxRunning = 0;
  let runs = 0;
  const ticker = startTicker({
    name: "test",
    everyMs: 1,
    async run() {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
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
  expect([running, maxRunning, runs]).toEqual([0, 1, runsAtStop]);
});

test("keeps running after a failure and logs a series of failures once", async () => {
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
