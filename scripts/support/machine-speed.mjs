import { spawn } from "node:child_process";
import { once } from "node:events";
import { inRoot } from "./root.mjs";

/** Duration of the work below on the reference machine: two idle cores and an ordinary disk. */
const referenceMs = 1_000;
const rounds = 2;
const concurrency = 2;

/** Measures a fixed small amount of work and returns its duration relative to the reference machine. */
export async function measureSlowdown() {
  const startedMs = performance.now();
  for (let round = 0; round < rounds; round += 1) await Promise.all(Array.from({ length: concurrency }, work));
  return slowdown(performance.now() - startedMs);
}

/** Rounded to one decimal. At least 1, because limits never shrink, and at most 10, because of short stalls. */
export const slowdown = (tookMs) => Math.min(10, Math.max(1, Math.round((tookMs / referenceMs) * 10) / 10));

async function work() {
  const child = spawn(process.execPath, [inRoot("scripts", "support", "machine-work.mjs")], { stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The work that measures this machine's speed ended with ${code}.`);
}
