import { existsSync } from "node:fs";
import { readEnvFile } from "./support/launch.mjs";
import { launchBuilt } from "./support/launch-built.mjs";
import { main, noOptions } from "./support/main.mjs";
import { inRoot } from "./support/root.mjs";

/** Starts what `npm run build` made, for containers and services: it installs, builds and writes nothing beside DATA_DIR. */
main(async () => {
  if (!existsSync(inRoot("dist", "stamp"))) throw new Error("Nothing is built here. Run npm run build first.");
  readEnvFile();
  return launchBuilt();
}, noOptions("node scripts/start-built.mjs"));
