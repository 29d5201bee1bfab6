import { ensureInstalled } from "./support/install.mjs";
import { lockfileFaults } from "./support/lockfile.mjs";
import { main } from "./support/main.mjs";
import { captureStep, runStep } from "./support/step.mjs";
import { lintStep, typeSteps, unusedStep, vitest } from "./support/tools.mjs";

/** Checks lint, types, unused code, lockfile and unit tests, but runs no browser. */
main(async () => {
  await ensureInstalled();
  const quick = await Promise.all([
    show("lint", captureStep(...lintStep)),
    show("unused", captureStep(...unusedStep)),
    show("types", types()),
    show("lockfile", lockfile()),
  ]);
  const tests = await runStep(...vitest("run", ...process.argv.slice(2)));
  return quick.every(({ code }) => code === 0) && tests === 0 ? 0 : 1;
});

async function types() {
  for (const step of typeSteps()) {
    const { code, text } = await captureStep(...step);
    if (code !== 0) return { code, text };
  }
  return { code: 0, text: "" };
}

async function lockfile() {
  const faults = lockfileFaults();
  return { code: faults.length === 0 ? 0 : 1, text: [...faults, "npm audit: not run here"].join("\n") };
}

async function show(name, running) {
  const { code, text } = await running;
  console.log(`${code === 0 ? "✓" : "✗"} ${name}${text.trim() ? `\n${text.trim()}` : ""}`);
  return { code };
}
