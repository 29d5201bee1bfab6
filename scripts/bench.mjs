import { bundle, ensureBuilt } from "./support/build.mjs";
import { findChromium } from "./support/chromium.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { main } from "./support/main.mjs";
import { inRoot } from "./support/root.mjs";
import { runStep } from "./support/step.mjs";

const processes = ["bare-proxy", "gateway", "load", "phone-check", "upstream", "workbook-read"];
const browserParts = ["pages", "desk", "import"];
/** Parts that measure nothing of what the build makes. */
const unbuilt = ["import", "workbook", "deliveries"];

/** Speed as ratios measured side by side in one run; what is measured is built as the product itself is. */
main(async () => {
  const args = process.argv.slice(2);
  const names = args.filter((each) => !each.startsWith("-"));
  const isAsked = (name) => names.length === 0 || names.includes(name);
  await ensureInstalled();
  if (names.length === 0 || names.some((name) => !unbuilt.includes(name))) await ensureBuilt();
  const own = processes.map((name) => [name, `scripts/bench/processes/${name}.ts`]);
  const worker = ["answer-worker", "lib/gateway/answer-worker.ts"];
  await bundle(Object.fromEntries([["bench", "scripts/bench/bench.ts"], worker, ...own]), "dist/bench");
  if (isAsked("import")) await bundleImportPage();
  const env = {
    NODE_ENV: "production",
    ...(browserParts.some(isAsked) ? { CHROMIUM_PATH: await findChromium() } : {}),
  };
  return runStep(process.execPath, ["--enable-source-maps", inRoot("dist", "bench", "bench.js"), ...args], { env });
});

/** The scripts of the bare page that a contact list is checked on: for a browser, with all that they need in them. */
async function bundleImportPage() {
  const { build, stop } = await import("esbuild");
  await build({
    absWorkingDir: inRoot(),
    entryPoints: {
      page: "scripts/bench/import-page/page.ts",
      "plain-worker": "scripts/bench/import-page/plain-worker.ts",
      "papaparse-worker": "scripts/bench/import-page/papaparse-worker.ts",
      "engine-worker": "lib/contacts/engine-worker.ts",
    },
    outdir: "dist/bench/import-page",
    bundle: true,
    splitting: true,
    minify: true,
    platform: "browser",
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
  await stop();
}
