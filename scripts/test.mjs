import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ensureBuilt } from "./support/build.mjs";
import { findChromium } from "./support/chromium.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { lockfileFaults } from "./support/lockfile.mjs";
import { measureSlowdown } from "./support/machine-speed.mjs";
import { main } from "./support/main.mjs";
import { inRoot } from "./support/root.mjs";
import { captureStep, runStep } from "./support/step.mjs";
import { closingLines, readEvents, testResults } from "./support/test-results.mjs";
import { lintStep, playwright, typeSteps, unusedStep, vitest } from "./support/tools.mjs";

const resultsFile = join(mkdtempSync(join(tmpdir(), "switchboard-results-")), "results.jsonl");
let chromiumPath;

const steps = [
  { name: "Packages", run: ensureInstalled, counts: false },
  { name: "Lint", run: () => succeed([lintStep]), needs: ["Packages"] },
  { name: "Unused", run: () => succeed([unusedStep]), needs: ["Packages"] },
  { name: "Types", run: () => succeed(typeSteps()), needs: ["Packages"] },
  { name: "Lockfile", run: checkLockfile },
  { name: "Unit and integration tests", run: unitTests, needs: ["Packages"], hasTests: true },
  { name: "Build", run: () => ensureBuilt(runAside), needs: ["Packages"] },
  { name: "Chromium", run: getChromium, needs: ["Packages"], counts: false },
  { name: "Browser tests", run: browserTests, needs: ["Build", "Chromium"], hasTests: true, isAlone: true },
];
const totals = { passed: 0, failures: [], unsteady: [], notRun: [] };
const running = new Set();

/**
 * Runs all checks and tests, two steps at a time, because many tests leave a processor idle. There is no total time limit,
 * because each test has its own.
 */
main(async () => {
  // On exit, so that a stopped run also prints its results.
  process.on("exit", printResults);
  const pendingSteps = [...steps];
  while (pendingSteps.length > 0 || running.size > 0) {
    const next = pendingSteps.findIndex(canStart);
    if (next >= 0) start(pendingSteps.splice(next, 1)[0]);
    else if (running.size > 0) await Promise.race([...running].map(({ ended }) => ended));
    else break;
  }
  return totals.failures.length === 0 ? 0 : 1;
});

function unmetNeeds({ needs = [] }) {
  return needs.filter((name) => !steps.find((step) => step.name === name).isDone);
}

function canStart(step) {
  const hasSlot = step.isAlone ? running.size === 0 : running.size < 2;
  return hasSlot && unmetNeeds(step).length === 0;
}

function start(step) {
  running.add(step);
  step.ended = runAndRecord(step).finally(() => running.delete(step));
}

async function runAndRecord(step) {
  console.log(`\n— ${step.name}`);
  const startedMs = performance.now();
  try {
    const code = await step.run();
    if (step.hasTests) addTests(step, `ended with exit code ${code}`, code === 0);
    else if (step.counts !== false) totals.passed += 1;
    step.isDone = true;
  } catch (error) {
    console.error(error.message);
    totals.failures.push(`${step.name}: ${error.message.split("\n", 1)[0]}`);
  }
  step.took = seconds(performance.now() - startedMs);
  console.log(`— ${step.name} took ${step.took}`);
}

function addTests({ name }, ending, isEnded) {
  const { passed, failures, unsteady, notRun } = testResults(readEvents(resultsFile), { step: name, ending, isEnded });
  totals.passed += passed;
  totals.failures.push(...failures);
  totals.unsteady.push(...unsteady);
  totals.notRun.push(...notRun);
  rmSync(resultsFile, { force: true });
}

function printResults() {
  for (const step of running)
    if (step.hasTests) addTests(step, "was stopped", false);
    else totals.failures.push(`${step.name}: was stopped`);
  const pendingSteps = steps.filter((step) => !running.has(step) && step.took === undefined);
  totals.notRun.push(
    ...pendingSteps.map((step) => [step.name, ...unmetNeeds(step).map((name) => `without ${name}`)].join(", ")),
  );
  if (pendingSteps.length > 0 && totals.failures.length === 0)
    totals.failures.push("npm test: ended before all steps were taken");
  const times = steps.filter(({ took }) => took !== undefined).map(({ name, took }) => `${name} ${took}`);
  console.log(`\n${[...times, `${seconds(performance.now())} in all`].join(", ")}`);
  console.log(closingLines(totals).join("\n"));
  rmSync(dirname(resultsFile), { recursive: true, force: true });
}

async function succeed(commands) {
  for (const [file, args] of commands)
    if ((await runAside(file, args)) !== 0) throw new Error("This step failed: see above.");
}

/** Runs a command concurrently with others and prints its output when it has ended. */
async function runAside(file, args, options) {
  const { code, text } = await captureStep(file, args, options);
  if (text.trim() !== "") console.log(`\n${text.trim()}`);
  return code;
}

function checkLockfile() {
  const faults = lockfileFaults();
  console.log("npm audit: not run here");
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

async function getChromium() {
  chromiumPath = await findChromium();
}

async function unitTests() {
  const [file, args] = vitest("run", "--reporter=default", "--reporter=./scripts/testing/vitest-results.ts");
  return runStep(file, args, { env: await testEnv() });
}

async function browserTests() {
  const [file, args] = playwright("test", `--reporter=list,${inRoot("scripts", "testing", "playwright-results.ts")}`);
  return runStep(file, args, { env: { ...(await testEnv()), CHROMIUM_PATH: chromiumPath } });
}

/** Measured before each kind of test, so that the machine's current load counts. */
async function testEnv() {
  const factor = await measureSlowdown();
  console.log(
    `This machine takes ${factor} times as long as a quiet one of two cores: so do the limits of single tests.`,
  );
  return { TEST_TIMEOUT_FACTOR: String(factor), TEST_RESULTS_FILE: resultsFile };
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(0)} s`;
}
