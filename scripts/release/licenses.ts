import { countOf } from "@/lib/format/format-count";
import { runCommand } from "../support/run-command";
import { productionPackages } from "./production-packages";

const usage = `npm run licenses
  Lists the packages that Switchboard runs with by their license. The exit code is 1 if a license is not allowed.`;

/** Licenses that allow use, change and distribution in a product under the MIT license. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Unlicense",
]);

/** Other licenses, each for packages that are used as they are, without a change. */
const allowedFor: Record<string, RegExp> = {
  // Data on browsers. Needs a credit.
  "CC-BY-4.0": /^caniuse-lite$/,
  // A library that Next loads for images, which Switchboard does not use. It can be exchanged.
  "LGPL-3.0-or-later": /^@img\/sharp-/,
};

const isAllowed = (name: string, license: string) =>
  license.split(" AND ").every((part) => allowed.has(part) || allowedFor[part]?.test(name));

async function run() {
  const byLicense = new Map<string, string[]>();
  const refused: string[] = [];
  for (const { name, version, license } of productionPackages()) {
    byLicense.set(license, [...(byLicense.get(license) ?? []), `${name} ${version}`]);
    if (!isAllowed(name, license)) refused.push(`${name} ${version}: ${license || "no license"}`);
  }
  for (const [license, names] of [...byLicense].sort(([, one], [, other]) => other.length - one.length))
    console.log(`${license || "no license"} (${countOf(names.length, "package")})\n  ${names.join("\n  ")}`);
  if (refused.length > 0) console.error(`Not allowed:\n  ${refused.join("\n  ")}`);
  return refused.length > 0 ? 1 : 0;
}

runCommand({ usage, options: {}, read: () => undefined, run, failed: 2 });
