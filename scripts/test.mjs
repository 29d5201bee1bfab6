import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./support/build.mjs";
import { findChromium } from "./support/chromium.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { lockfileFaults } from "./support/lockfile.mjs";
import { main } from "./support/main.mjs";
import { inRoot } from "./support/root.mjs";
import { runStep } from "./support/step.mjs";
import { lintStep, playwright, typeSteps, vitest } from "./support/tools.mjs";

const deadline = Date.now() + 29 * 60_000;
const reports = mkdtempSync(join(tmpdir(), "switchboard-reports-"));
const totals = { passed: 0, failed: 0 };

/** Everything there is to test, each step shown; the last line says `N passed, N failed`. */
main(async () => {
  process.on("exit", () => rmSync(reports, { recursive: true, force: true }));
  await ensureInstalled();
  await asOneTest("Lint", () => succeed([lintStep]));
  await asOneTest("Types", () => succeed(typeSteps()));
  await asOneTest("Lockfile", checkLockfile);
  await unitTests();
  if (await asOneTest("Build", ensureBuilt)) await browserTests();
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed === 0 ? 0 : 1;
});

async function asOneTest(name, step) {
  title(name);
  try {
    await step();
    totals.passed += 1;
    return true;
  } catch (error) {
    console.error(error.message);
    totals.failed += 1;
    return false;
  }
}

async function succeed(steps) {
  for (const [file, args] of steps)
    if ((await runStep(file, args, { limitMs: left() })) !== 0) throw new Error("This step failed: see above.");
}

function checkLockfile() {
  const faults = lockfileFaults();
  console.log("npm audit: not run here");
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

async function unitTests() {
  title("Unit and integration tests");
  const report = join(reports, "vitest.json");
  const [file, args] = vitest("run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`);
  const code = await runStep(file, args, { limitMs: Math.min(left(), 12 * 60_000) });
  const { numPassedTests = 0, numFailedTests = 0 } = read(report);
  count(code, numPassedTests, numFailedTests);
}

async function browserTests() {
  title("Browser tests");
  if (!existsSync(inRoot("playwright.config.ts"))) return count(1, 0, 0);
  const report = join(reports, "playwright.json");
  const [file, args] = playwright("test", "--reporter=list,json");
  try {
    const env = { CHROMIUM_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const code = await runStep(file, args, { env, limitMs: left() });
    const { expected = 0, flaky = 0, unexpected = 0 } = read(report).stats ?? {};
    count(code, expected + flaky, unexpected);
  } catch (error) {
    console.error(error.message);
    count(1, 0, 0);
  }
}

// A run that fails without a failed test (a file that does not load, a limit reached) counts as one failure.
function count(code, passed, failed) {
  totals.passed += passed;
  totals.failed += code !== 0 && failed === 0 ? 1 : failed;
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8"));
  } catch {
    return {};
  }
}

const left = () => Math.max(deadline - Date.now(), 1_000);

const title = (name) => console.log(`\n— ${name}`);
