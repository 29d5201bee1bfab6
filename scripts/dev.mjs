import { ensureInstalled } from "./support/install.mjs";
import { launch, readEnvFile } from "./support/launch.mjs";
import { main, noOptions } from "./support/main.mjs";
import { inRoot } from "./support/root.mjs";

main(start, noOptions("npm run dev"));

async function start() {
  readEnvFile();
  await ensureInstalled();
  const { tsImport } = await import("tsx/esm/api");
  const { readEnv } = await tsImport(inRoot("lib", "env.ts"), import.meta.url);
  const checks = await tsImport(inRoot("lib", "db", "start-checks.ts"), import.meta.url);
  const files = {
    server: inRoot("lib", "server", "server.ts"),
    platform: inRoot("platform", "main.ts"),
    supervisor: inRoot("lib", "db", "supervisor.ts"),
  };
  return launch({ env: readEnv(), checks, mode: "development", files, execArgv: ["--import", "tsx"] });
}
