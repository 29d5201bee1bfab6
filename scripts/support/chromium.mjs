import { existsSync } from "node:fs";
import { runStep } from "./step.mjs";
import { playwright } from "./tools.mjs";

// The shell without a window's parts is what Playwright means by headless, and takes a third less time.
const usual = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Where a Chromium is, after getting one if there is none; throws a sentence when that is impossible too. */
export async function findChromium() {
  const found = process.env.CHROMIUM_PATH || (await present());
  if (found) return found;
  console.log("No Chromium here; getting one…");
  // Debian's own brings the libraries it needs; the one that Playwright downloads finds them only where they are already.
  for (const install of isDebianRoot() ? [installDebians, installDebians, download] : [download]) {
    await install();
    const installed = await present();
    if (installed) return installed;
  }
  throw new Error("The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.");
}

const isDebianRoot = () => process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

const download = () => runStep(...playwright("install", "chromium"));

/** Waits while another apt is at work; a mirror that is out for a moment costs one more try. */
function installDebians() {
  const apt = "apt-get -o DPkg::Lock::Timeout=-1 -o Acquire::Retries=3";
  const add = `${apt} install -y --no-install-recommends`;
  const install = `${apt} update && { ${add} chromium-headless-shell || ${add} chromium; }`;
  return runStep("sh", ["-c", install], { env: { DEBIAN_FRONTEND: "noninteractive" } });
}

async function present() {
  const { chromium } = await import("@playwright/test");
  return [...usual, chromium.executablePath()].find((path) => path && existsSync(path));
}
