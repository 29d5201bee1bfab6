import { pino } from "pino";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { type Finding, redactSecret } from "@/lib/audit/redact-secret";
import { keyFor } from "@/lib/env";
import { createSecretFilter } from "@/lib/gateway/secret-filter";
import { sentenceOf, withDatabase } from "./support/operator-database";
import { noKeyOption, readKey } from "./support/read-key";
import { runCommand, type ValuesOf } from "./support/run-command";

const usage = `npm run secrets:redact -- [--apply] [--ask]
  Searches all data of Switchboard for the platform's key, also in escaped or encoded form, and lists the tables and columns
  with it. Nothing is changed without --apply. With it, the key is replaced by [key]. A changed line of the audit log keeps
  its place, and a new line records the change, so that npm run audit:verify still succeeds.
  The key is VOICE_API_KEY. With --ask, or without VOICE_API_KEY, enter it when asked, or pass it on standard input.
  DATABASE_URL, DATA_DIR and SWITCHBOARD_SECRET come from the environment or .env, as for npm start.
  The exit code is 0 if the key was not found or was removed, 1 if it was found, 2 if the search failed.`;

const off = { type: "boolean", default: false } as const;
const options = { apply: off, ask: off, key: { type: "string" } } as const;

async function read({ apply, ask, key }: ValuesOf<typeof options>) {
  if (key !== undefined) throw new Error(noKeyOption);
  const secret = (ask ? undefined : keyFor(undefined)) ?? (await readKey());
  if (!secret || secret.length < 8) throw new Error("Enter the key to search for. It must have at least 8 characters.");
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
  if (findings.length === 0) return "The key was not found in the console's tables.";
  const lines = findings.map(
    ({ table, column, rows }) => `  ${table}.${column}: ${rows === 1 ? "1 row" : `${rows} rows`}`,
  );
  const next = isApplied
    ? "It was removed. Revoke the key on the platform, because backups still contain it, and database files may until VACUUM FULL."
    : "Nothing was changed. To remove the key, run this again with --apply. Then revoke the key on the platform.";
  return [`The key ${isApplied ? "was" : "is"} in`, ...lines, next].join("\n");
}

runCommand({ usage, options, read, run, failed: 2, describeError: sentenceOf });
