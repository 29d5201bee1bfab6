import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { measureSlowdown } from "./machine-speed.mjs";
import { inRoot } from "./root.mjs";
import { captureStep, runStep } from "./step.mjs";
import { closingLines, readEvents, testResults } from "./test-results.mjs";
import { playwright, vitest } from "./tools.mjs";

const reporters = {
  // Once, as in the browser: the run ends with the names of those that passed only then.
  vitest: ["--retry=1", "--reporter=default", `--reporter=${inRoot("scripts", "testing", "vitest-results.ts")}`],
  playwright: [`--reporter=list,${inRoot("scripts", "testing", "playwright-results.ts")}`],
};

/**
 * Runs steps `{ name, run, needs, hasTests, counts }`, as many at a time as `slots`, in their order as far as `needs` (names
 * of other steps) allows. `run` resolves to an exit code if `hasTests`; otherwise it throws if the step failed. Prints
 * times, slowest tests, failures and counts, also when the run is stopped. Resolves to the exit code.
 */
export async function runSteps(steps, { slots }) {
  const run = {
    steps,
    pending: [...steps],
    running: new Set(),
    totals: { passed: 0, failures: [], unsteady: [], notRun: [], slow: [] },
  };
  // On exit, so that a stopped run also prints its results.
  process.on("exit", () => printResults(run));
  for (;;) {
    const next = run.running.size < slots ? run.pending.find((step) => unmetNeeds(run, step).length === 0) : undefined;
    if (next) start(run, next);
    else if (run.running.size > 0) await Promise.race([...run.running].map(({ ended }) => ended));
    else return run.totals.failures.length === 0 ? 0 : 1;
  }
}

const unmetNeeds = ({ steps }, { needs = [] }) =>
  needs.filter((name) => !steps.find((step) => step.name === name)?.isDone);

function start(run, step) {
  run.pending.splice(run.pending.indexOf(step), 1);
  run.running.add(step);
  step.resultsFile = join(mkdtempSync(join(tmpdir(), "switchboard-results-")), "results.jsonl");
  step.ended = runAndRecord(run, step).finally(() => run.running.delete(step));
}

async function runAndRecord({ totals }, step) {
  console.log(`\n— ${step.name}`);
  const startedMs = performance.now();
  try {
    const code = await step.run(step);
    if (step.hasTests) addTests(totals, step, { ending: `ended with exit code ${code}`, isEnded: code === 0 });
    else if (step.counts !== false) totals.passed += 1;
    step.isDone = true;
  } catch (error) {
    console.error(error.message);
    totals.failures.push(`${step.name}: ${error.message.split("\n", 1)[0]}`);
  }
  step.took = seconds(performance.now() - startedMs);
  console.log(`— ${step.name} took ${step.took}`);
}

function addTests(totals, { name, resultsFile }, ending) {
  const results = testResults(readEvents(resultsFile), { step: name, ...ending });
  totals.passed += results.passed;
  for (const part of ["failures", "unsteady", "notRun", "slow"]) totals[part].push(...results[part]);
}

function printResults(run) {
  const { steps, running, pending, totals } = run;
  for (const step of running)
    if (step.hasTests) addTests(totals, step, { ending: "was stopped", isEnded: false });
    else totals.failures.push(`${step.name}: was stopped`);
  for (const step of pending)
    totals.notRun.push([step.name, ...unmetNeeds(run, step).map((name) => `without ${name}`)].join(", "));
  if (pending.length > 0 && totals.failures.length === 0)
    totals.failures.push("The run ended before all steps were taken");
  const times = steps.filter(({ took }) => took !== undefined).map(({ name, took }) => `${name} ${took}`);
  console.log(`\n${[...times, `${seconds(performance.now())} in all`].join(", ")}`);
  console.log(closingLines(totals).join("\n"));
  for (const { resultsFile } of steps) if (resultsFile) rmSync(dirname(resultsFile), { recursive: true, force: true });
}

/** Runs commands concurrently with others and prints their output when they have ended. Throws if one fails. */
export async function succeed(commands) {
  for (const [file, args] of commands)
    if ((await runAside(file, args)) !== 0) throw new Error("This step failed: see above.");
}

export async function runAside(file, args, options) {
  const { code, text } = await captureStep(file, args, options);
  if (text.trim() !== "") console.log(`\n${text.trim()}`);
  return code;
}

/** Runs Vitest or Playwright and records each test in the step's results file. Resolves to the exit code. */
export const runVitest = (step, args, env) => runTests(step, vitest("run", ...reporters.vitest, ...args), env);

export const runPlaywright = (step, args, env) =>
  runTests(step, playwright("test", ...reporters.playwright, ...args), env);

/** The machine's speed is measured before each kind of test, so that its current load counts. */
async function runTests({ resultsFile }, [file, args], env = {}) {
  const factor = await measureSlowdown();
  console.log(
    `This machine takes ${factor} times as long as a quiet one of two cores: so do the limits of single tests.`,
  );
  return runStep(file, args, { env: { TEST_TIMEOUT_FACTOR: String(factor), TEST_RESULTS_FILE: resultsFile, ...env } });
}

const seconds = (ms) => `${(ms / 1_000).toFixed(0)} s`;
