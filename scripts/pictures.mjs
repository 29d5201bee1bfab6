import { findChromium } from "./support/chromium.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { main } from "./support/main.mjs";
import { runStep } from "./support/step.mjs";

main(
  async () => {
    await ensureInstalled();
    const env = { CHROMIUM_PATH: await findChromium() };
    return runStep(process.execPath, ["--import", "tsx", "scripts/take-pictures.ts"], { env });
  },
  { usage: "npm run pictures" },
);
