import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { DeliveryFilter } from "@/lib/contract/console/deliveries";
import type { FileAnswer } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { csvLine } from "@/lib/format/csv";
import { formatRaw } from "@/lib/format/format-raw";
import { isPlainObject, parseJson } from "@/lib/format/json";
import { createFileExports, fileName, rangeName } from "@/lib/http/file-export";
import {
  allOf,
  conditions,
  type DeliveryQuery,
  entries,
  hasText,
  isTextInKey,
  isTextInValues,
  isWithin,
  spanOf,
} from "./delivery-filter";

type Format = "csv" | "jsonl";

const rowsPerFetch = 200;
const statementTimeoutMs = 120_000;
/** A client that reads nothing for this long loses the database transaction. */
const idleTimeoutMs = 120_000;

const contentTypes: Record<Format, string> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
};

const knownFields = new Set(["id", "webhook_id", "event", "status", "attempts", "delivered_at"]);
const columns = ["id", "webhook_id", "webhook_url", "event", "status", "attempts"] as const;
const times = ["delivered_at", "first_seen_at", "not_seen_at", "changed_at", "gone_at"] as const;

/** The entry is text, so that numbers keep their digits. Times are UTC. */
type Row = { entry: string; webhook_url: string | null } & Record<(typeof times)[number], string | null>;

/** Exports all matching entries through a cursor, as fast as the client reads. At most some hundred entries are in memory. */
export function createDeliveryExport(db: Database) {
  const limited = createFileExports();
  return (query: DeliveryQuery, format: Format): FileAnswer =>
    limited({
      name: nameOf(query.filter, format),
      contentType: contentTypes[format],
      send: (write) =>
        db.transaction((tx) => sendAll(tx, { query, format, write }), {
          isolationLevel: "repeatable read",
          accessMode: "read only",
        }),
    });
}

type ExportInput = { query: DeliveryQuery; format: Format; write: (text: string) => Promise<void> };

async function sendAll(tx: Pick<Database, "execute">, { query, format, write }: ExportInput): Promise<number> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true),
    set_config('idle_in_transaction_session_timeout', ${String(idleTimeoutMs)}, true)`);
  const isMatch = matchCondition(query);
  const others = format === "csv" ? await otherFields(tx, isMatch) : [];
  const lineFor = format === "csv" ? csvLineFor(others) : jsonLine;
  if (format === "csv")
    await write(`${csvLine([...columns, "delivered_at", "delivered_at_as_sent", ...times.slice(1), ...others])}\r\n`);
  await tx.execute(sql`declare entries no scroll cursor for ${entriesOf(query, isMatch)}`);
  for (let count = 0; ; ) {
    const { rows } = await tx.execute<Row>(sql`fetch ${sql.raw(String(rowsPerFetch))} from entries`);
    if (rows.length > 0) await write(rows.map(lineFor).join(""));
    count += rows.length;
    if (rows.length < rowsPerFetch) return count;
  }
}

function matchCondition(query: DeliveryQuery): SQL {
  const ofText = hasText(query) ? sql`(${isTextInValues(query)} or ${isTextInKey(query)})` : undefined;
  const { fromMs, toMs } = spanOf(query.filter);
  const inTime = isWithin(sql`at`, fromMs, toMs);
  return allOf(sql`key_print = ${query.accountId}`, inTime, ...Object.values(conditions(query)), ofText);
}

/** Names of further fields in the matching entries. */
async function otherFields(tx: Pick<Database, "execute">, isMatch: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select distinct jsonb_object_keys(raw) as name from ${entries} where ${isMatch} order by name`);
  return rows.map(({ name }) => name).filter((name) => !knownFields.has(name));
}

function entriesOf({ accountId }: DeliveryQuery, isMatch: SQL): SQL {
  const inUtc = times.map(
    (name) =>
      sql`to_char(${sql.identifier(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.identifier(name)}`,
  );
  return sql`
    select raw::text as entry, (
      select record ->> 'url' from console.record_version as webhook
      where webhook.key_print = ${accountId} and webhook.resource = 'webhooks' and webhook.ref = webhook_id
      order by id desc limit 1) as webhook_url, ${sql.join(inUtc, sql`, `)}
    from ${entries} where ${isMatch} order by at desc, key`;
}

const csvLineFor =
  (others: readonly string[]) =>
  ({ entry, webhook_url, ...at }: Row) => {
    const raw = recordIn(entry);
    const cells = [
      ...columns.map((name) => (name === "webhook_url" ? webhook_url : cellOf(raw[name]))),
      at.delivered_at,
      cellOf(raw.delivered_at),
      ...times.slice(1).map((name) => at[name]),
      ...others.map((name) => cellOf(raw[name])),
    ];
    return `${csvLine(cells)}\r\n`;
  };

/** The entry unchanged from the platform's response, with the times that Switchboard recorded. */
const jsonLine = ({ entry, ...rest }: Row) => `{"entry":${entry},${JSON.stringify(rest).slice(1)}\n`;

function recordIn(entry: string): Record<string, unknown> {
  const raw = parseJson(entry);
  return isPlainObject(raw) ? raw : {};
}

const cellOf = (value: unknown) => {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" || typeof value === "number" ? value : formatRaw(value);
};

/** Describes the content of the file: `webhook-log_2026-11-19T0641Z-to-2026-11-20T0641Z_status-failed.csv`. */
function nameOf({ webhook, from, to, status, event, attempts, view, text, delivered }: DeliveryFilter, format: Format) {
  const parts = [
    "webhook-log",
    webhook?.replace(/^!/, "not "),
    rangeName({ from, to }, clock.now()),
    view,
    delivered && (delivered === "yes" ? "delivered" : "not delivered"),
    status && `status ${status.replace(/^!/, "not ")}`,
    event && `event ${event.replace(/^!/, "not ")}`,
    attempts && `attempts ${attempts.replace(/\.\.$/, " or more").replace("..", " to ")}`,
    text && `text ${text}`,
  ];
  return fileName(parts, format);
}
