import { resolve } from "node:path";
import { writeBackup } from "@/lib/backup/write-backup";
import { countOf, formatBytes } from "@/lib/format/format-count";
import { operatorSecret, sentenceOf, withDatabaseUrl } from "./support/operator-database";
import { runCommand } from "./support/run-command";

const usage = `npm run backup -- FILE
  Writes all data of Switchboard to FILE, a ZIP, from one moment and while Switchboard runs or is stopped. FILE is read again
  and checked before it gets its name. An earlier FILE is replaced only then.
  The secret is not in it. Keep a copy of SWITCHBOARD_SECRET, or of the file secret in DATA_DIR, in another place: a backup can
  be restored only with it.
  DATABASE_URL, DATA_DIR and SWITCHBOARD_SECRET come from the environment or .env, as for npm start.
  The exit code is 0 if the backup was written, 2 if not.`;

function read(_: unknown, [file, ...more]: readonly string[]) {
  if (!file || more.length > 0) throw new Error("Enter the name of the file to write.");
  return resolve(process.env.INIT_CWD ?? ".", file);
}

async function run(path: string) {
  const { bytes, tables, rows } = await withDatabaseUrl(operatorSecret(), (url, secret) =>
    writeBackup({ url, secret, path }),
  );
  console.log(
    `${path} was written and checked: ${countOf(rows, "row")} of ${countOf(tables, "table")}, ${formatBytes(bytes)}.`,
  );
  return 0;
}

runCommand({ usage, options: {}, takesWords: true, read, run, failed: 2, describeError: sentenceOf });
