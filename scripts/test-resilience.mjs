import { ensureBuilt } from "./support/build.mjs";
import { findChromium } from "./support/chromium.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { main } from "./support/main.mjs";
import { runStep } from "./support/step.mjs";
import { playwright } from "./support/tools.mjs";

/** Runs the full resilience tests, of which `npm test` runs a short form: heavy traffic and repeated kills. */
main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const [file, args] = playwright("test", "--workers=1", "e2e/resilience", ...process.argv.slice(2));
  return runStep(file, args, { env: { CHROMIUM_PATH: await findChromium(), RESILIENCE: "full" } });
});
