import { spawn } from "node:child_process";
import { once } from "node:events";
import { inRoot } from "./root.mjs";

/** What the work below takes on the reference: two quiet cores and an ordinary disk. */
const referenceMs = 1_000;
const rounds = 2;
const atOnce = 2;

/** How many times longer than on the reference the same small work takes here and now. */
export async function measureSlowdown() {
  const begun = performance.now();
  for (let round = 0; round < rounds; round += 1) await Promise.all(Array.from({ length: atOnce }, work));
  return slowdown(performance.now() - begun);
}

/** To one decimal, between 1 and 10: a quicker machine needs no shorter limits, and a moment's stall is not the machine. */
export const slowdown = (tookMs) => Math.min(10, Math.max(1, Math.round((tookMs / referenceMs) * 10) / 10));

async function work() {
  const child = spawn(process.execPath, [inRoot("scripts", "support", "machine-work.mjs")], { stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The work that measures this machine's speed ended with ${code}.`);
}
