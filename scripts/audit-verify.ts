import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DrizzleQueryError } from "drizzle-orm";
import { type AuditFault, type AuditVerdict, verifyAudit } from "@/lib/console/audit-chain";
import { auditKeyOf } from "@/lib/console/console";
import { openDatabase } from "@/lib/db/database";
import { isStorageFault } from "@/lib/db/is-storage-fault";
import { reachEmbedded } from "@/lib/db/reach-embedded";
import { type Env, readEnv } from "@/lib/env";

const usage = `npm run audit:verify -- [--json]
  Reads the whole audit log and finds the first line that was edited, deleted, slipped in or cut off.
  DATABASE_URL, DATA_DIR and SWITCHBOARD_SECRET are read as npm start reads them, from the environment or .env.
  Switchboard may run meanwhile or not. Where it does not, its own database is started for as long as this takes.
  The exit code is 0 when the log is whole, 1 when a line does not hold, 2 when the log cannot be read.`;

const exitCodes = { whole: 0, broken: 1, unread: 2 } as const;

async function main() {
  const { json, help } = readOptions();
  if (help) {
    console.log(usage);
    return exitCodes.whole;
  }
  const env = readEnv();
  const dataDir = resolve(env.dataDir);
  const key = auditKeyOf(secretOf(env, dataDir));
  const { url, leave } = env.databaseUrl ? { url: env.databaseUrl, leave: undefined } : await reachEmbedded(dataDir);
  const database = openDatabase(url, { connections: 1 });
  try {
    const verdict = await verifyAudit(database.db, key);
    console.log(json ? JSON.stringify({ at: new Date().toISOString(), ...told(verdict) }, null, 2) : saidOf(verdict));
    return verdict.fault ? exitCodes.broken : exitCodes.whole;
  } finally {
    await database.close();
    await leave?.();
  }
}

function readOptions() {
  try {
    const options = { json: { type: "boolean", default: false }, help: { type: "boolean", default: false } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Error(`${sentenceOf(error)}\n${usage}`);
  }
}

/** The one that the log was written with. A new one would make every line look edited, so none is made here. */
function secretOf({ secret }: Env, dataDir: string) {
  if (secret) return secret;
  const path = join(dataDir, "secret");
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    throw new Error(
      `${path} cannot be read, and the log can only be verified with the secret it was written with. Set SWITCHBOARD_SECRET, or DATA_DIR to where Switchboard keeps it.`,
    );
  }
}

const told = ({ rows, fault }: AuditVerdict) => ({ is_whole: !fault, lines_that_hold: rows, fault: fault ?? null });

const saidOf = ({ rows, fault }: AuditVerdict) =>
  fault
    ? `${says[fault.fault](fault.id)}\n${lines(rows)} before it ${rows === 1 ? "holds" : "hold"}.`
    : `The audit log is whole: ${lines(rows)} verified.`;

const lines = (count: number) => (count === 1 ? "1 line" : `${count.toLocaleString("en-US")} lines`);

const says: Record<AuditFault["fault"], (id: number) => string> = {
  edited: (id) =>
    `Line ${id} of the audit log was edited or slipped in.${id === 1 ? " Or the secret is not the one that the log was written with." : ""}`,
  missing: (id) => `Line ${id} of the audit log is missing.`,
  "cut-off": (id) => `The audit log is cut off at line ${id}.`,
};

function sentenceOf(error: unknown) {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  if ("code" in cause && cause.code === "42P01") return "This database holds no audit log of Switchboard.";
  if (!isStorageFault(error)) return cause.message;
  return `The database does not answer: ${cause.message || ("code" in cause ? cause.code : cause.name)}.`;
}

// Who has seen enough closes the pipe: `npm run audit:verify | head`.
process.stdout.on("error", () => process.exit());

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(sentenceOf(error));
    process.exitCode = exitCodes.unread;
  },
);
