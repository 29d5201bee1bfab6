import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolesMarkdown } from "../lib/contract/roles-table";
import { faults } from "../lib/testing/faults";

const file = join(import.meta.dirname, "../README.md");

/** Generates the README's tables from the code. */
export function readmeWithTables(text: string) {
  return between(between(text, "roles", rolesMarkdown()), "faults", faultsMarkdown());
}

function faultsMarkdown() {
  const head = "| the platform | a read is answered | a send is told |\n|---|---|---|";
  const lines = Object.values(faults).map(({ what, read, status, send }) => {
    const answered = read === "ok" ? "the answer, read as far as it goes" : `${status} \`${read}\``;
    return `| ${what} | ${answered} | ${send === "ok" ? "the answer" : `outcome ${send}`} |`;
  });
  return [head, ...lines].join("\n");
}

const between = (text: string, name: string, table: string) =>
  text.replace(
    new RegExp(`(<!-- ${name} -->)[^]*(<!-- /${name} -->)`),
    (_whole, start, end) => `${start}\n${table}\n${end}`,
  );

if (process.argv[1]?.endsWith("readme.ts")) writeFileSync(file, readmeWithTables(readFileSync(file, "utf8")));
