import { readFileSync } from "node:fs";
import { inRoot } from "./root.mjs";

export const misused = 64;

/**
 * Runs a command; what it answers is the exit code, and what it throws is a sentence for the person at the screen. Where it
 * has a usage, --help prints that; one that takes no options ends with 64 where there are any.
 */
export async function main(command, { usage, takesOptions = true } = {}) {
  const given = process.argv.slice(2);
  if (usage && given.some((each) => each === "--help" || each === "-h")) {
    console.log(usage);
    process.exit(0);
  }
  if (!takesOptions && given.length > 0) {
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

/** What `main` is told of a command that takes no options. */
export const noOptions = (command) => ({
  usage: `${command} takes no options. Its settings, such as PORT, are variables: see .env.example.`,
  takesOptions: false,
});

/** An older Node fails later, in the words of whichever package meets it first. */
function checkNode() {
  const { engines } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const lowest = engines.node.replace(">=", "");
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [lowestMajor, lowestMinor] = lowest.split(".").map(Number);
  if (major > lowestMajor || (major === lowestMajor && minor >= lowestMinor)) return;
  throw new Error(`Switchboard needs Node ${lowest} or later; this is ${process.versions.node}.`);
}
