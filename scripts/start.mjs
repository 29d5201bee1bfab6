import { ensureBuilt, isBuilt } from "./support/build.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { checkPort, launch, readEnvFile } from "./support/launch.mjs";
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
  const { readEnv } = await import(inRoot("dist", "env.js"));
  const files = Object.fromEntries(
    ["server", "platform", "supervisor"].map((name) => [name, inRoot("dist", `${name}.js`)]),
  );
  const checks = await import(inRoot("dist", "start-checks.js"));
  return launch({ env: readEnv(), checks, mode: "production", files, execArgv: ["--enable-source-maps"] });
}

/** Runs before a build, which is slow and would replace the files of a running instance on the same port. */
async function checkSettings() {
  const { tsImport } = await import("tsx/esm/api");
  const { readEnv } = await tsImport(inRoot("lib", "env.ts"), import.meta.url);
  const { port, host } = readEnv();
  await checkPort(port, host);
}
