import { and, desc, lte, ne, or, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { exportAudit } from "@/lib/contract/console/audit";
import type { ConsoleContext } from "@/lib/contract/console/context";
import type { AuditFilter } from "@/lib/contract/inputs/audit";
import type { FileAnswer } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { csvLine } from "@/lib/format/csv";
import { rangeName } from "@/lib/format/export-name";
import { csvLineOf } from "@/lib/http/file-export";
import { begun, type Entry, entries, isBefore, matches } from "./audit-entries";

const batchSize = 100;

const columns = {
  time: (entry: Entry) => entry.at,
  finished: (entry) => entry.finished_at,
  who: (entry) => entry.actor_name,
  email: (entry) => entry.actor_email,
  role: (entry) => entry.role,
  what_happened: (entry) => whatHappened(entry),
  note: (entry) => entry.note,
  result: (entry) => resultWords[entry.outcome],
  action: (entry) => entry.action,
  record: (entry) => entry.record?.name,
  record_id: (entry) => entry.target,
  request: (entry) => entry.request,
  status: (entry) => entry.status,
  message: (entry) => entry.message,
  ip_address: (entry) => entry.address,
  request_id: (entry) => entry.request_id,
  entry: (entry) => Number(entry.id),
  hash: (entry) => entry.hash,
} satisfies Record<string, (entry: Entry) => string | number | null | undefined>;

const rowOf = (entry: Entry) => Object.fromEntries(Object.entries(columns).map(([name, cell]) => [name, cell(entry)]));

const resultWords = { ok: "done", refused: "refused", unknown: "not known" };

const whatHappened = ({ words, record, target }: Entry) => words.join(record?.name ?? record?.ref ?? target ?? "");

/** Exports all matching entries, newest first, as fast as the client reads. Skips entries written during the export. */
export function createAuditExport(db: Database, origin: string) {
  return (filter: AuditFilter, { requestId }: Pick<ConsoleContext, "requestId">): FileAnswer => ({
    // The log covers all platforms that were ever connected, so the installation is its source.
    title: { parts: partsOf(filter), extension: "csv", source: new URL(origin).host },
    contentType: "text/csv; charset=utf-8",
    send: (write) => sendAll(db, { filter, requestId }, write),
  });
}

type ExportInput = { filter: AuditFilter; requestId: string };

async function sendAll(db: Database, { filter, requestId }: ExportInput, write: Parameters<FileAnswer["send"]>[0]) {
  await write(`${csvLine(Object.keys(columns))}\r\n`);
  const [newest] = await db.select({ id: begun.id }).from(begun).orderBy(desc(begun.id)).limit(1);
  // Skips the entry of this export, which has no end yet.
  const isOther = or(ne(begun.action, exportAudit.id), sql`${begun.requestId} is distinct from ${requestId}`);
  const where = and(matches(db, filter), lte(begun.id, newest?.id ?? 0), isOther);
  for (let count = 0, before: string | undefined; ; ) {
    const rows = await entries(db, and(where, isBefore(before)), batchSize);
    if (rows.length > 0) await write({ rows: rows.map(rowOf), lineOf: csvLineOf(Object.keys(columns)) });
    count += rows.length;
    before = rows.at(-1)?.id;
    if (rows.length < batchSize) return count;
  }
}

function partsOf({ from, to, ...words }: AuditFilter) {
  const filters = Object.entries(words).map(([name, value]) => (value ? `${name} ${value}` : undefined));
  return ["audit-log", rangeName({ from, to }, clock.now()), ...filters];
}
