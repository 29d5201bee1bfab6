import { ensureBuilt } from "./support/build.mjs";
import { findChromium, installPackages } from "./support/chromium.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { main } from "./support/main.mjs";
import { getProxies } from "./support/proxies.mjs";
import { runAside, runPlaywright, runSteps, runVitest, succeed } from "./support/run-steps.mjs";

const otherBrowsers = {
  "firefox-esr": "/usr/bin/firefox-esr",
  "webkit2gtk-driver": "/usr/bin/WebKitWebDriver",
  xvfb: "/usr/bin/Xvfb",
  "poppler-utils": "/usr/bin/pdftotext",
};
const isNightly = { NIGHTLY: "1" };
const chosen = process.argv.slice(2);
const container = [process.execPath, ["scripts/container-check.mjs"]];
const guards = ["lib/http", "lib/server", "lib/auth", "lib/gateway"];

const steps = [
  { name: "packages", run: ensureInstalled, counts: false },
  { name: "build", run: () => ensureBuilt(runAside), needs: ["packages"], counts: false },
  { name: "proxies", run: getProxies, counts: false },
  { name: "seeds", run: (step) => runVitest(step, [], isNightly), needs: ["packages", "proxies"], hasTests: true },
  // Only by name, because `npm test` and "paths" contain it.
  ...(chosen.includes("security") ? [{ name: "security", run: attacks, needs: ["build"], hasTests: true }] : []),
  { name: "paths", run: longPaths, needs: ["build"], hasTests: true },
  { name: "browsers", run: inOtherBrowsers, needs: ["build"], hasTests: true },
  { name: "container", run: () => succeed([container]), needs: ["packages"] },
].filter(({ name, counts }) => counts === false || chosen.length === 0 || chosen.includes(name));

/**
 * Runs what `npm test` leaves out because it takes long: property tests with many random seeds, killed processes, floods, a
 * full disk, a million rows, layouts at all widths, the other two browsers, and the container. Arguments name the steps to run.
 */
main(() => runSteps(steps, { slots: 1 }));

async function attacks(step) {
  const guarded = await runVitest(step, guards);
  const env = { ...isNightly, CHROMIUM_PATH: await findChromium() };
  return guarded || runPlaywright(step, ["--workers=1", "security.spec.ts"], env);
}

async function longPaths(step) {
  const env = { ...isNightly, CHROMIUM_PATH: await findChromium() };
  return runPlaywright(step, ["--workers=1"], env);
}

async function inOtherBrowsers(step) {
  await installPackages(otherBrowsers);
  return runPlaywright(step, ["--config=e2e/browsers"]);
}
