import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolesMarkdown } from "../lib/contract/roles-table";
import { faults } from "../lib/testing/faults";
import { programsMarkdown } from "./programs/page";

const generated = "`npm run tables` writes this file. A test fails when it is out of date.";

const aboutRoles = `One row per operation, from \`allow\` of its declaration in \`lib/contract\`. The gateway enforces this table. The pages only
reflect it. [Requests of programs](guide/programs.md) has path and fields of each operation that is open to tokens.`;

const aboutFaults = `How Switchboard reports each fault of the platform, from \`lib/testing/faults.ts\`. The tests produce every one of them over
real HTTP. Reads are retried at most twice. Sends are never retried. If the browser itself repeats a send after a broken
connection, the send still runs once. If nobody knows whether a send took effect, its outcome is \`unknown\`.`;

/** Documents that are generated from code, by path. */
export const tables: Readonly<Record<string, string>> = {
  "docs/roles.md": document("Roles: who may do what", aboutRoles, rolesMarkdown()),
  "docs/guide/programs.md": document("Requests of programs", programsMarkdown()),
  "docs/faults.md": document("Faults of the platform", aboutFaults, faultsMarkdown()),
};

function document(title: string, ...parts: readonly string[]) {
  return `${[`# ${title}`, ...parts, generated].join("\n\n")}\n`;
}

function faultsMarkdown() {
  const head = "| The platform | A read returns | A send is recorded as |\n|---|---|---|";
  const lines = Object.values(faults).map(({ what, read, status, send }) => {
    const returned = read === "ok" ? "the response, parsed as far as possible" : `${status} \`${read}\``;
    return `| ${what} | ${returned} | \`${send}\` |`;
  });
  return [head, ...lines].join("\n");
}

if (process.argv[1]?.endsWith("tables.ts"))
  for (const [path, text] of Object.entries(tables)) writeFileSync(join(import.meta.dirname, "..", path), text);
