import { ensureBuilt } from "./support/build.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { launch, readEnvFile } from "./support/launch.mjs";
import { main } from "./support/main.mjs";
import { inRoot } from "./support/root.mjs";

main(start, { takesOptions: false });

async function start() {
  readEnvFile();
  await ensureInstalled();
  await ensureBuilt();
  const { readEnv } = await import(inRoot("dist", "env.js"));
  const files = Object.fromEntries(
    ["server", "platform", "supervisor"].map((name) => [name, inRoot("dist", `${name}.js`)]),
  );
  const checks = await import(inRoot("dist", "start-checks.js"));
  return launch({ env: readEnv(), checks, mode: "production", files, execArgv: ["--enable-source-maps"] });
}
