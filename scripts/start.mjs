import { ensureBuilt, isBuilt } from "./support/build.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { checkPort, readEnvFile } from "./support/launch.mjs";
import { launchBuilt } from "./support/launch-built.mjs";
import { main, noOptions } from "./support/main.mjs";
import { inRoot } from "./support/root.mjs";

main(start, noOptions("npm start"));

async function start() {
  readEnvFile();
  await ensureInstalled();
  if (!isBuilt()) {
    await checkSettings();
    await ensureBuilt();
  }
  return launchBuilt();
}

/** Runs before a build, which is slow and would replace the files of a running instance on the same port. */
async function checkSettings() {
  const { tsImport } = await import("tsx/esm/api");
  const { readEnv } = await tsImport(inRoot("lib", "env.ts"), import.meta.url);
  const { port, host } = readEnv();
  await checkPort(port, host);
}
