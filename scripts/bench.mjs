import { bundle, ensureBuilt } from "./support/build.mjs";
import { findChromium } from "./support/chromium.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { main } from "./support/main.mjs";
import { inRoot } from "./support/root.mjs";
import { runStep } from "./support/step.mjs";

const processes = [
  "bare-proxy",
  "fsync-server",
  "gateway",
  "load",
  "phone-check",
  "receiver",
  "upstream",
  "workbook-read",
];
const browserParts = ["pages", "desk", "import"];
/** Parts that do not need a build. */
const partsWithoutBuild = ["import", "workbook", "deliveries", "inbox"];

/** Measures speed as ratios, side by side in one run. The measured code is built like the product. */
main(async () => {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith("-"));
  const isSelected = (name) => names.length === 0 || names.includes(name);
  await ensureInstalled();
  if (names.length === 0 || names.some((name) => !partsWithoutBuild.includes(name))) await ensureBuilt();
  const own = processes.map((name) => [name, `scripts/bench/processes/${name}.ts`]);
  const worker = ["answer-worker", "lib/gateway/answer-worker.ts"];
  await bundle(Object.fromEntries([["bench", "scripts/bench/bench.ts"], worker, ...own]), "dist/bench");
  if (isSelected("import")) await bundleImportPage();
  const env = {
    NODE_ENV: "production",
    ...(browserParts.some(isSelected) ? { CHROMIUM_PATH: await findChromium() } : {}),
  };
  return runStep(process.execPath, ["--enable-source-maps", inRoot("dist", "bench", "bench.js"), ...args], { env });
});

/** Bundles the scripts of the bare page that checks a contact list, for a browser. */
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
