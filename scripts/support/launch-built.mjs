import { launch } from "./launch.mjs";
import { inRoot } from "./root.mjs";

/** Runs Switchboard from the files in dist/ and .next/. */
export async function launchBuilt() {
  const { readEnv } = await import(inRoot("dist", "env.js"));
  const files = Object.fromEntries(
    ["server", "platform", "supervisor"].map((name) => [name, inRoot("dist", `${name}.js`)]),
  );
  const checks = await import(inRoot("dist", "start-checks.js"));
  return launch({ env: readEnv(), checks, mode: "production", files, execArgv: ["--enable-source-maps"] });
}
