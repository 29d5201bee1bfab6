import { existsSync } from "node:fs";
import { runStep } from "./step.mjs";
import { playwright } from "./tools.mjs";

const usual = [
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
  await runStep(...playwright("install", "chromium"), { limitMs: 180_000 });
  const downloaded = await present();
  if (downloaded) return downloaded;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const install = "apt-get update && apt-get install -y --no-install-recommends chromium";
    await runStep("sh", ["-c", install], { env: { DEBIAN_FRONTEND: "noninteractive" }, limitMs: 300_000 });
  }
  const installed = await present();
  if (installed) return installed;
  throw new Error("The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.");
}

async function present() {
  const { chromium } = await import("@playwright/test");
  return [...usual, chromium.executablePath()].find((path) => path && existsSync(path));
}
