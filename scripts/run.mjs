import { ensureInstalled } from "./support/install.mjs";
import { readEnvFile } from "./support/launch.mjs";
import { main } from "./support/main.mjs";
import { runStep } from "./support/step.mjs";

main(async () => {
  const [script, ...args] = process.argv.slice(2);
  if (!script) throw new Error("Name a TypeScript file to run: node scripts/run.mjs scripts/doctor.ts");
  readEnvFile();
  await ensureInstalled();
  return runStep(process.execPath, ["--import", "tsx", script, ...args], { stdin: "inherit" });
});
