import { pino } from "pino";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { type Finding, redactSecret } from "@/lib/audit/redact-secret";
import { keyFor } from "@/lib/env";
import { createSecretFilter } from "@/lib/gateway/secret-filter";
import { sentenceOf, withDatabase } from "./support/operator-database";
import { noKeyOption, readKey } from "./support/read-key";
import { runCommand, type ValuesOf } from "./support/run-command";

const usage = `npm run secrets:redact -- [--apply] [--ask]
  Looks for the platform's key in everything that Switchboard keeps, however it is escaped or encoded, and tells in which
  table and column it stands. Nothing is changed without --apply. With it, the key is replaced by [key]; a line of the audit
  log keeps its place, and a new line says that a key was removed from it, so that npm run audit:verify still holds.
  The key is VOICE_API_KEY. With --ask, or without one, it is asked for, or read from standard input: an old key, say.
  DATABASE_URL, DATA_DIR and SWITCHBOARD_SECRET are read as npm start reads them, from the environment or .env.
  The exit code is 0 when the key is nowhere, or was removed, 1 when it stands somewhere, 2 when that cannot be told.`;

const off = { type: "boolean", default: false } as const;
const options = { apply: off, ask: off, key: { type: "string" } } as const;

async function read({ apply, ask, key }: ValuesOf<typeof options>) {
  if (key !== undefined) throw new Error(noKeyOption);
  const secret = (ask ? undefined : keyFor(undefined)) ?? (await readKey());
  if (!secret || secret.length < 8) throw new Error("Give the key to look for; it has at least 8 characters.");
  return { apply, secret };
}

/** Finds and removes a key that an earlier version stored. Never prints the key. */
async function run({ apply, secret }: Awaited<ReturnType<typeof read>>) {
  const findings = await withDatabase((database, auditSecret) =>
    redactSecret({
      database,
      key: auditKeyOf(auditSecret),
      filter: createSecretFilter(secret),
      apply,
      log: pino({ base: null }),
    }),
  );
  console.log(textOf(findings, apply));
  return findings.length === 0 || apply ? 0 : 1;
}

function textOf(findings: readonly Finding[], isApplied: boolean) {
  if (findings.length === 0) return "The key stands nowhere in the console's tables.";
  const lines = findings.map(
    ({ table, column, rows }) => `  ${table}.${column}: ${rows === 1 ? "1 row" : `${rows} rows`}`,
  );
  const next = isApplied
    ? "It was removed. Backups still hold it, and so may the database's own files until VACUUM FULL: revoke the key at the platform."
    : "Nothing was changed. Run it again with --apply to remove it, and revoke the key at the platform.";
  return [`The key ${isApplied ? "stood" : "stands"} in`, ...lines, next].join("\n");
}

runCommand({ usage, options, read, run, failed: 2, describeError: sentenceOf });
