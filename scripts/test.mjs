import { ensureBuilt } from "./support/build.mjs";
import { findChromium } from "./support/chromium.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { lockfileFaults } from "./support/lockfile.mjs";
import { main } from "./support/main.mjs";
import { getProxies } from "./support/proxies.mjs";
import { runAside, runPlaywright, runSteps, runVitest, succeed } from "./support/run-steps.mjs";
import { lintStep, typeSteps, unusedStep } from "./support/tools.mjs";

let chromiumPath;

// Longest first. Browser tests start as soon as the build is ready, beside the unit tests: each leaves a processor idle.
const steps = [
  { name: "Packages", run: ensureInstalled, counts: false },
  { name: "Build", run: () => ensureBuilt(runAside), needs: ["Packages"] },
  { name: "Proxies", run: getProxies, counts: false },
  { name: "Unit and integration tests", run: unitTests, needs: ["Packages", "Proxies"], hasTests: true },
  { name: "Chromium", run: getChromium, needs: ["Packages"], counts: false },
  { name: "Browser tests", run: browserTests, needs: ["Build", "Chromium"], hasTests: true },
  { name: "Types", run: () => succeed(typeSteps()), needs: ["Packages", "Build"] },
  { name: "Lint", run: () => succeed([lintStep]), needs: ["Packages"] },
  { name: "Unused", run: () => succeed([unusedStep]), needs: ["Packages"] },
  { name: "Lockfile", run: checkLockfile },
];

/** Runs all checks and tests. There is no total time limit, because each test has its own. */
main(() => runSteps(steps, { slots: 2 }));

function checkLockfile() {
  const faults = lockfileFaults();
  console.log("npm audit: not run here");
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

async function getChromium() {
  chromiumPath = await findChromium();
}

function unitTests(step) {
  return runVitest(step, []);
}

function browserTests(step) {
  return runPlaywright(step, [], { CHROMIUM_PATH: chromiumPath });
}
