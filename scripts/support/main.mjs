import { readFileSync } from "node:fs";
import { inRoot } from "./root.mjs";

/** Runs a command; what it answers is the exit code, and what it throws is a sentence for the person at the screen. */
export async function main(command, { takesOptions = true } = {}) {
  if (!takesOptions && process.argv.length > 2) {
    console.error("This command takes no options. Its settings, such as PORT, are variables: see README.md.");
    process.exit(64);
  }
  try {
    checkNode();
    process.exit((await command()) ?? 0);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** An older Node fails later, in the words of whichever package meets it first. */
function checkNode() {
  const { engines } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const lowest = engines.node.replace(">=", "");
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [lowestMajor, lowestMinor] = lowest.split(".").map(Number);
  if (major > lowestMajor || (major === lowestMajor && minor >= lowestMinor)) return;
  throw new Error(`Switchboard needs Node ${lowest} or later; this is ${process.versions.node}.`);
}
