import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { ensureInstalled } from "./support/install.mjs";
import { main, misused } from "./support/main.mjs";
import { inRoot } from "./support/root.mjs";
import { runStep } from "./support/step.mjs";

/** The folder with the tables and migrations of each schema. */
const folders = { console: "lib/db/console", platform: "platform" };
const usage = `npm run migrations -- ${Object.keys(folders).join("|")} [--name=WHAT_CHANGED]`;

main(writeMigration, { usage });

/** Generates the next migration of one owner from the changes of its tables. */
async function writeMigration() {
  const [owner, ...more] = process.argv.slice(2);
  if (!Object.hasOwn(folders, owner ?? ""))
    throw Object.assign(new Error(`Say whose tables changed: ${usage}`), { exitCode: misused });
  await ensureInstalled();
  const folder = folders[owner];
  const code = await runStep(
    process.execPath,
    [
      inRoot("node_modules", "drizzle-kit", "bin.cjs"),
      "generate",
      "--dialect=postgresql",
      `--schema=./${folder}/tables/*.ts`,
      `--out=./${folder}/migrations`,
      ...more,
    ],
    { stdin: "inherit" },
  );
  expectSchema(`${folder}/migrations`);
  return code;
}

// drizzle's migrator creates the schema first, for its own table, so a plain CREATE SCHEMA would fail.
function expectSchema(folder) {
  for (const name of readdirSync(inRoot(folder)).filter((name) => name.endsWith(".sql"))) {
    const path = inRoot(folder, name);
    const before = readFileSync(path, "utf8");
    const after = before.replaceAll('CREATE SCHEMA "', 'CREATE SCHEMA IF NOT EXISTS "');
    if (after !== before) writeFileSync(path, after);
  }
}
