import { ensureBuilt } from "./support/build.mjs";
import { findChromium } from "./support/chromium.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { main } from "./support/main.mjs";
import { runStep } from "./support/step.mjs";
import { playwright } from "./support/tools.mjs";

/** What `npm test` tries in a short form, in full: floods of traffic, and a process that is killed again and again. */
main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const [file, args] = playwright("test", "--workers=1", "e2e/resilience", ...process.argv.slice(2));
  return runStep(file, args, { env: { CHROMIUM_PATH: await findChromium(), RESILIENCE: "full" } });
});
