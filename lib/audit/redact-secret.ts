import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { OpenDatabase } from "@/lib/db/database";
import { type RewriteOptions, rewriteTexts, textTables } from "@/lib/db/rewrite-texts";
import { AuditHead } from "./audit-head";
import { begunLine, finishedLine } from "./audit-lines";
import { type AppendLines, redactLines } from "./redact-lines";

/** Number of rows with the secret in a column. */
export type Finding = { table: string; column: string; rows: number };

type RedactionOptions = {
  database: OpenDatabase;
  /** Key of the audit log. */
  key: string;
  /** Returns the text without the secret. */
  filter: (text: string) => string;
  apply: boolean;
  log: Logger;
};

/** Searches all text and JSON columns of the console's tables for a secret. With `apply`, it writes the filtered texts. */
export async function redactSecret({ database, key, filter, apply, log }: RedactionOptions): Promise<Finding[]> {
  const head = new AuditHead(database.db, { key, log });
  const append: AppendLines = async (lines, check) =>
    head.moveTo(await database.db.transaction((tx) => head.append(tx, lines, { check })));
  const entry = randomUUID();
  const about = { person: operator, requestId: entry, address: null };
  if (apply) await append([begunLine(entry, "secrets.redact", about)]);
  const changed = await redactLines(database.db, {
    ...{ key, filter, by: operator, append: apply ? append : undefined },
    message: "The platform's key was removed from this line of the audit log.",
  });
  const findings = [...findingsOf("audit_event", changed), ...(await redactTables(database, { filter, apply }))];
  const ending = { outcome: "ok", status: null, message: null, body: null, detail: { held: findings } } as const;
  if (apply) await append([finishedLine(entry, ending)]);
  await head.close();
  return findings;
}

const operator = { name: "npm run secrets:redact", email: "" };

async function redactTables({ pool }: OpenDatabase, { filter, apply }: Pick<RedactionOptions, "filter" | "apply">) {
  const rewrite: RewriteOptions["rewrite"] = (row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, text]) => {
        const left = filter(text ?? "");
        return left === (text ?? "") ? [] : [[name, left]];
      }),
    );
  const client = await pool.connect();
  try {
    const findings: Finding[] = [];
    for (const table of await textTables(client)) {
      await client.query("begin");
      findings.push(...findingsOf(table.table, await rewriteTexts(client, table, { rewrite, word: "[key]", apply })));
      await client.query("commit");
    }
    return findings;
  } finally {
    // Closes the session instead of returning it to the pool, so that an open transaction ends.
    client.release(true);
  }
}

function findingsOf(table: string, changed: readonly string[][]): Finding[] {
  const counts = new Map<string, number>();
  for (const column of changed.flat()) counts.set(column, (counts.get(column) ?? 0) + 1);
  return [...counts].map(([column, rows]) => ({ table, column, rows }));
}
