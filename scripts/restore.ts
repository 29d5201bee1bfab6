import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { faultMessage } from "@/lib/audit/verify-audit";
import { openBackup } from "@/lib/backup/backup-file";
import { refuseForeign } from "@/lib/backup/manifest";
import { type Restored, restoreBackup } from "@/lib/backup/restore-backup";
import { readEnv } from "@/lib/env";
import { readErasureFile } from "@/lib/erasure/erasure-records";
import { attempt } from "@/lib/format/attempt";
import { countOf } from "@/lib/format/format-count";
import { operatorSecret, sentenceOf, withDatabaseUrl } from "./support/operator-database";
import { runCommand } from "./support/run-command";

const usage = `npm run restore -- FILE
  Restores a backup into an empty place: a new DATA_DIR, or an empty database in DATABASE_URL. Start Switchboard afterwards.
  It needs the secret that the backup was made with, in SWITCHBOARD_SECRET or as the file secret in DATA_DIR.
  People who were erased since the backup are erased again, from erasures.jsonl in DATA_DIR.
  Sign-ins, links, tokens, scheduled actions, hours of campaigns and waiting messages are ended, so that nothing is sent twice.
  Every page says that it is a restored copy, which sends nothing by itself until an admin puts it into use.
  DATABASE_URL, DATA_DIR and SWITCHBOARD_SECRET come from the environment or .env, as for npm start.
  The exit code is 0 if all was restored, 1 if all was restored and the audit log has a fault from before the backup, 2 if
  nothing was restored.`;

function read(_: unknown, [file, ...more]: readonly string[]) {
  if (!file || more.length > 0) throw new Error("Enter the name of the backup to restore.");
  return resolve(process.env.INIT_CWD ?? ".", file);
}

async function run(path: string) {
  const backup = await openBackup(path);
  try {
    const secret = operatorSecret();
    // Before a database is made in DATA_DIR.
    refuseForeign(backup.manifest, secret);
    const file = join(resolve(readEnv().dataDir), "erasures.jsonl");
    const run = async (url: string) =>
      restoreBackup({ url, secret, backup, by: accountName(), erasures: await readErasureFile(file) });
    const restored = await withDatabaseUrl(secret, run, { creates: true });
    console.log(textOf(restored, backup.manifest.made_at));
    return restored.audit.fault ? 1 : 0;
  } finally {
    await backup.close();
  }
}

/** A container's user can be one without a name. */
const accountName = () => attempt(() => userInfo().username) ?? "";

function textOf({ rows, tables, audit, erasures, ended }: Restored, madeAt: string) {
  return [
    `The backup of ${madeAt} was restored: ${countOf(rows, "row")} of ${countOf(tables, "table")}, each table as it was.`,
    audit.fault
      ? `The audit log had a fault before the backup was made. ${faultMessage(audit.fault)}`
      : `The audit log is intact: ${countOf(audit.rows, "line")} verified.`,
    ...(erasures > 0 ? [`${countOf(erasures, "erasure was", "erasures were")} done again.`] : []),
    `Ended, and listed in the audit log: ${countOf(ended.actions, "scheduled action")}, the hours of ${countOf(ended.hours, "campaign")}, ${countOf(ended.messages, "message")}.`,
    `Everybody must sign in again: ${countOf(ended.sessions, "session")} and ${countOf(ended.links, "link")} ended.`,
    `Programs need new tokens: ${countOf(ended.tokens, "token")} ended.`,
    "Every page says that this is a restored copy. It sends nothing by itself until an admin puts it into use there.",
  ].join("\n");
}

runCommand({ usage, options: {}, takesWords: true, read, run, failed: 2, describeError: sentenceOf });
