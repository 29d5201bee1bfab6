import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { takeChunkModules } from "./chunk-modules.mjs";
import { inRoot } from "./root.mjs";
import { runTimed } from "./step.mjs";

const entries = {
  server: "lib/server/server.ts",
  "answer-worker": "lib/gateway/answer-worker.ts",
  "versions-worker": "lib/collector/records/versions-worker.ts",
  "log-worker": "lib/collector/webhook-log/log-worker.ts",
  platform: "platform/main.ts",
  supervisor: "lib/db/supervisor.ts",
  env: "lib/env.ts",
  "start-checks": "lib/db/start-checks.ts",
};
const sources = [
  "app",
  "components",
  "lib",
  "platform",
  "public",
  "instrumentation-client.ts",
  "next.config.mjs",
  "tsconfig.json",
  "package.json",
];

const stamp = inRoot("dist", "stamp");

/** True if dist/ was built from exactly these sources. */
export const isBuilt = (sourcesHash = fingerprint()) =>
  existsSync(inRoot(".next", "BUILD_ID")) && existsSync(stamp) && readFileSync(stamp, "utf8") === sourcesHash;

/** Builds pages and processes unless they are up to date. `run` executes the build command. */
export async function ensureBuilt(run = (...command) => runTimed("Building", ...command)) {
  const sourcesHash = fingerprint();
  if (isBuilt(sourcesHash)) return;

  rmSync(inRoot("dist"), { recursive: true, force: true });
  const next = inRoot("node_modules", "next", "dist", "bin", "next");
  const code = await run(process.execPath, [next, "build"], { env: { NODE_ENV: "production" } });
  if (code !== 0) throw new Error("The pages could not be built: see the message above.");
  const present = Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(inRoot(path))));
  const modules = takeChunkModules(inRoot(".next", "static"));
  await Promise.all([bundle(present, "dist"), pack(inRoot(".next", "static"))]);
  mkdirSync(inRoot("dist"), { recursive: true });
  writeFileSync(inRoot("dist", "chunk-modules.json"), JSON.stringify(modules));
  writeFileSync(stamp, sourcesHash);
}

/** Bundles TypeScript entries (`{ name: path }`) into one file each. Packages stay external. */
export async function bundle(entryPoints, outdir) {
  const { build, stop } = await import("esbuild");
  await build({
    absWorkingDir: inRoot(),
    entryPoints,
    outdir,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
  await stop();
}

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Writes compressed copies of browser files, so that the server need not compress them. */
async function pack(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(css|js|svg)$/.test(name),
  );
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const text = readFileSync(path);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      await Promise.all([
        toBrotli(text, { params }).then((packed) => writeFile(`${path}.br`, packed)),
        toGzip(text, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
      ]);
    }),
  );
}

function fingerprint() {
  const hash = createHash("sha256").update(`${process.version} ${process.platform} ${process.arch}`);
  for (const path of [...sources, "package-lock.json", "scripts/support/build.mjs", "scripts/support/chunk-modules.mjs"]
    .flatMap(filesIn)
    .sort())
    hash.update(`\0${path}\0`).update(readFileSync(inRoot(path)));
  return hash.digest("hex");
}

function filesIn(path) {
  const stats = statSync(inRoot(path), { throwIfNoEntry: false });
  if (!stats || /\.test\.tsx?$/.test(path)) return [];
  return stats.isDirectory() ? readdirSync(inRoot(path)).flatMap((name) => filesIn(join(path, name))) : [path];
}
