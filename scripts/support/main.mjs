import { readFileSync } from "node:fs";
import { inRoot } from "./root.mjs";

export const misused = 64;

/**
 * Runs a command that resolves to its exit code or throws a sentence for people. --help prints the usage, if there is one.
 * A command without options exits with 64 if it gets any.
 */
export async function main(command, { usage, takesOptions = true } = {}) {
  const args = process.argv.slice(2);
  if (usage && args.some((arg) => arg === "--help" || arg === "-h")) {
    console.log(usage);
    process.exit(0);
  }
  if (!takesOptions && args.length > 0) {
    console.error(usage);
    process.exit(misused);
  }
  try {
    checkNode();
    process.exit((await command()) ?? 0);
  } catch (error) {
    console.error(error.message);
    process.exit(error.exitCode ?? 1);
  }
}

/** Options of `main` for a command without options. */
export const noOptions = (command) => ({
  usage: `${command} takes no options. Its settings, such as PORT, are variables: see .env.example.`,
  takesOptions: false,
});

/** An older Node would fail later with an unclear message of some package. */
function checkNode() {
  const { engines } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const lowest = engines.node.replace(">=", "");
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [lowestMajor, lowestMinor] = lowest.split(".").map(Number);
  if (major > lowestMajor || (major === lowestMajor && minor >= lowestMinor)) return;
  throw new Error(`Switchboard needs Node ${lowest} or later; this is ${process.versions.node}.`);
}
