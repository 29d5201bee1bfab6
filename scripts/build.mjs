import { bundle, ensureBuilt } from "./support/build.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { main, noOptions } from "./support/main.mjs";

const commands = ["admin", "audit-verify", "backup", "doctor", "import-check", "restore", "secrets-redact"];

/** Builds all that runs without development packages: Switchboard, and the commands as dist/NAME.js. */
main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  await bundle(Object.fromEntries(commands.map((name) => [name, `scripts/${name}.ts`])), "dist");
}, noOptions("npm run build"));
