import { existsSync } from "node:fs";
import { runStep } from "./step.mjs";
import { playwright } from "./tools.mjs";

// The headless shell comes first, because it is Playwright's headless browser and a third faster.
const knownPaths = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The path of Chromium. Installs it if necessary, and throws if that is impossible. */
export async function findChromium() {
  const existing = process.env.CHROMIUM_PATH || (await findInstalled());
  if (existing) return existing;
  console.log("No Chromium here; getting one…");
  // Debian's package installs its libraries. Playwright's download needs them to be present.
  for (const install of isDebianRoot() ? [installChromium, installChromium, download] : [download]) {
    await install();
    const installed = await findInstalled();
    if (installed) return installed;
  }
  throw new Error("The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.");
}

const isDebianRoot = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

const download = () => runStep(...playwright("install", "chromium"));

const installChromium = () => runApt("chromium-headless-shell", "chromium");

/** Installs Debian packages, given as `{ package: file }`, of which a file is missing. Throws if that is impossible. */
export async function installPackages(packages) {
  const missing = () => Object.keys(packages).filter((name) => !existsSync(packages[name]));
  if (missing().length > 0 && isDebianRoot()) await runApt(missing().join(" "));
  if (missing().length > 0)
    throw new Error(`These Debian packages are missing: apt-get install ${missing().join(" ")}`);
}

/** Waits for another running apt, and retries when a mirror is temporarily unavailable. Tries each choice in turn. */
function runApt(...choices) {
  const apt = "apt-get -o DPkg::Lock::Timeout=-1 -o Acquire::Retries=3";
  const installs = choices.map((names) => `${apt} install -y --no-install-recommends ${names}`);
  const command = `${apt} update && { ${installs.join(" || ")}; }`;
  return runStep("sh", ["-c", command], { env: { DEBIAN_FRONTEND: "noninteractive" } });
}

async function findInstalled() {
  const { chromium } = await import("@playwright/test");
  return [...knownPaths, chromium.executablePath()].find((path) => path && existsSync(path));
}
