import { sql } from "drizzle-orm";
import type { ClientBase } from "pg";
import { pino } from "pino";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { AuditHead } from "@/lib/audit/audit-head";
import { type Actor, itself } from "@/lib/audit/audit-lines";
import { redactLines } from "@/lib/audit/redact-lines";
import { versionHash } from "@/lib/collector/records/store-versions";
import type { StoredKind } from "@/lib/contract/console/erasures";
import { hashArray } from "@/lib/db/console/number-hashes";
import type { Transaction } from "@/lib/db/database";
import { rewriteTexts, textTables } from "@/lib/db/rewrite-texts";
import { eraseBodies } from "./erase-bodies";
import { eraseLeftOut } from "./erase-left-out";
import type { ErasureRecord } from "./erasure-records";
import { erasedWord } from "./find-erased";
import { clearFacts, findEvents } from "./find-events";
import type { IsErased } from "./number-forms";
import { patternsOf } from "./number-pattern";
import { type Person, rewriteOf, textsErased } from "./rewrite-rows";

export type Erasure = {
  secret: string;
  isErased: IsErased;
  /** The number, if it is known. Without it, the texts with any number are read. */
  number?: string | undefined;
  sent: readonly string[];
  by?: Actor;
  apply: boolean;
};

/** A transaction in progress, with the connection that it runs on. */
export type Session = { client: ClientBase; tx: Transaction };

export type StoredRows = Partial<Record<StoredKind, number>>;

/** To erase again what earlier erasures removed. */
export const erasureOf = (secret: string, records: readonly ErasureRecord[], isErased: IsErased): Erasure => ({
  ...{ secret, isErased, apply: true },
  sent: records.flatMap(({ sent }) => sent?.split(" ") ?? []),
});

/**
 * Counts the rows that hold a number, and with `apply` removes it from them, A row that is also
 * about others keeps all but the number and the name beside it. The do-not-call list is left as it is.
 */
export async function eraseNumbers(session: Session, erasure: Erasure): Promise<StoredRows> {
  const stored = await eraseOnce(session, erasure);
  // A row that another process changed meanwhile can be missed.
  if (erasure.apply) for (let pass = 1; pass < 3 && sumOf(await eraseOnce(session, erasure)) > 0; pass += 1);
  return stored;
}

const sumOf = (stored: StoredRows) => Object.values(stored).reduce((sum, rows) => sum + rows, 0);

async function eraseOnce({ client, tx }: Session, erasure: Erasure): Promise<StoredRows> {
  const { apply, sent } = erasure;
  await client.query(
    `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
      set_config('lock_timeout', '30000', true)`,
  );
  const patterns = patternsOf(erasure.number);
  const person: Person = { isErased: erasure.isErased, refs: new Set(), names: new Set() };
  const tables = await textTables(client);
  for (const table of tables.filter(({ table }) => tablesOfCalls.has(table)))
    await rewriteTexts(client, table, {
      pattern: patterns.texts,
      rewrite: rewriteOf(person),
      word: erasedWord,
      apply: false,
    });
  const events = await findEvents(tx, person, patterns);
  const pattern = [patterns.texts, ...[...person.refs].map(escapePattern)].join("|");
  const stored: StoredRows = {};
  const count = (kind: StoredKind, rows: number) =>
    rows > 0 && Object.assign(stored, { [kind]: (stored[kind] ?? 0) + rows });
  for (const table of tables.filter(({ table }) => !skipped.has(table))) {
    const rows = await rewriteTexts(client, table, { pattern, rewrite: rewriteOf(person), word: erasedWord, apply });
    count(kinds[table.table] ?? "other", rows.length);
  }
  const cleared = await clearFacts(tx, events, apply);
  count("events", cleared.events);
  count("calls", cleared.calls);
  count("bodies", await eraseBodies(tx, person, { pattern: patterns.bytes, apply }));
  count("left_out", await eraseLeftOut(tx, erasure));
  count("sent", await eraseSent(tx, sent, apply));
  if (apply && stored.versions) await updateHashes(tx, person);
  count("audit", await eraseInAudit(tx, person, { ...erasure, pattern }));
  return stored;
}

const tablesOfCalls = new Set(["found_call", "hook_event", "record_version"]);
/** The audit log, hashes and what was erased. */
const skipped = new Set(["audit_head", "audit_checkpoint", "erasure"]);

const kinds: Readonly<Record<string, StoredKind>> = {
  delivery: "deliveries",
  delivery_change: "deliveries",
  record_version: "versions",
  hook_event: "events",
  hook_arrival: "events",
  found_call: "calls",
  alert: "alerts",
  alert_message: "alerts",
  alert_snooze: "alerts",
  saved_record: "records",
  planned_action: "automatic",
  calling_hours: "automatic",
  alert_rule: "alerts",
};

const escapePattern = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");

/** So that the next poll of a record finds no change. */
const updateHashes = (tx: Transaction, { refs }: Person) =>
  tx.execute(sql`update console.record_version set hash = ${versionHash}
    where (record::text like ${`%${erasedWord}%`} or (resource = 'calls' and ref = any(${sql.param([...refs])}::text[])))
      and hash <> ${versionHash}`);

async function eraseSent(tx: Transaction, sent: readonly string[], apply: boolean) {
  if (sent.length === 0) return 0;
  const isSent = sql`number = any(${hashArray(sent.map((hash) => Buffer.from(hash, "hex")))})`;
  if (apply) {
    await tx.execute(sql`delete from console.blocked_contact where ${isSent}`);
    return (await tx.execute(sql`delete from console.list_number where ${isSent}`)).rowCount ?? 0;
  }
  const { rows } = await tx.execute<{ rows: string }>(
    sql`select count(*) as rows from console.list_number where ${isSent}`,
  );
  return Number(rows[0]?.rows ?? 0);
}

type AuditErasure = Pick<Erasure, "secret" | "by" | "apply"> & { pattern: string };

/** Last, because other processes cannot write the audit log from here to the end of the transaction. */
async function eraseInAudit(tx: Transaction, person: Person, { secret, by = itself, apply, pattern }: AuditErasure) {
  const key = auditKeyOf(secret);
  const head = new AuditHead(tx, { key, log: pino({ level: "silent" }) });
  const lines = await redactLines(tx, {
    ...{ key, by, message: "A person was erased from this line of the audit log." },
    where: sql`concat_ws(' ', target, request, message, body, detail) ~ ${pattern}`,
    filter: (text, column, { target, request, message, body, detail }) =>
      texts.has(column) ? textsErased(person, { target, request, message, body, detail }, text) : text,
    append: apply ? (added, check) => head.append(tx, added, { check }) : undefined,
  });
  await head.close();
  return lines.length;
}

const texts = new Set(["target", "request", "message", "body", "detail"]);
