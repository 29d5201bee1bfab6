import { bundle, ensureBuilt } from "./support/build.mjs";
import { findChromium } from "./support/chromium.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { main } from "./support/main.mjs";
import { inRoot } from "./support/root.mjs";
import { runStep } from "./support/step.mjs";

const processes = ["bare-proxy", "gateway", "load", "upstream"];

/** Speed as ratios measured side by side in one run; what is measured is built as the product itself is. */
main(async () => {
  const args = process.argv.slice(2);
  await ensureInstalled();
  await ensureBuilt();
  const own = processes.map((name) => [name, `scripts/bench/processes/${name}.ts`]);
  await bundle(Object.fromEntries([["bench", "scripts/bench/bench.ts"], ...own]), "dist/bench");
  const opensPages = args.includes("pages") || !args.some((each) => !each.startsWith("-"));
  const env = { NODE_ENV: "production", ...(opensPages ? { CHROMIUM_PATH: await findChromium() } : {}) };
  return runStep(process.execPath, ["--enable-source-maps", inRoot("dist", "bench", "bench.js"), ...args], { env });
});
