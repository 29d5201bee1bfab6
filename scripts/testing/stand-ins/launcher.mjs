import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { runTogether } from "../../support/processes.mjs";

const file = fileURLToPath(new URL("child.mjs", import.meta.url));
const [, , ...children] = process.argv;

console.log(JSON.stringify({ name: "launcher", pid: process.pid }));
const plan = async (start) => {
  for (const child of children) await start({ name: child, file, args: child.split(":"), env: process.env });
  console.log("all ready");
  if (process.env.NEEDS_ALL) {
    await once(process, "SIGTERM");
    throw new Error("What is needed is gone.");
  }
};
const graceMs = 2_000 * Number(process.env.TEST_TIMEOUT_FACTOR ?? 1);
process.exit(await runTogether(plan, { graceMs }));
