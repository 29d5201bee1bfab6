import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import type { FileAnswer } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { csvLine } from "@/lib/format/csv";
import { isPlainObject, parseJson, stringifyJson } from "@/lib/format/json";
import { csvValue, fileName, rangeName } from "@/lib/http/file-export";
import { isMatching, isOlderView, type LogQuery, partsIn } from "./log-query";
import { allOf } from "./log-sql";

type Format = "csv" | "jsonl";

const rowsPerFetch = 200;
const statementTimeoutMs = 120_000;

const contentTypes: Record<Format, string> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
};

const knownFields = new Set<string>(["id", "webhook_id", "event", "status", "attempts", "delivered_at"]);
const columns = ["id", "webhook_id", "webhook_url", "event", "status", "attempts"] as const;
const times = ["delivered_at", "first_tried_at", "first_seen_at", "not_seen_at", "changed_at", "gone_at"] as const;

/** The entry is text, so that numbers keep their digits. Times are UTC. */
type Row = {
  key: string;
  at: string | null;
  entry: string;
  webhook_url: string | null;
  late_by_seconds: number | null;
} & Record<(typeof times)[number], string | null>;

/**
 * Exports the matching entries that were stored when it began, newest first, as fast as the client reads. No transaction outlives a
 * page. Each entry is written once, because its place in the order never changes.
 */
export const createDeliveryExport =
  (db: Database) =>
  (query: LogQuery, format: Format): FileAnswer => ({
    name: nameOf(query.filter, format),
    contentType: contentTypes[format],
    send: (write) => sendAll(db, { query, format, write }),
  });

type ExportInput = { query: LogQuery; format: Format; write: Parameters<FileAnswer["send"]>[0] };

async function sendAll(db: Database, { query, format, write }: ExportInput): Promise<number> {
  const isStored = sql`first_seen_at <= ${clock.now().toISOString()}::timestamptz`;
  const isMatch = allOf(matchCondition(query), isStored);
  const others = format === "csv" ? await otherFields(db, isMatch) : [];
  const lineOf = format === "csv" ? csvLineFor(others) : jsonLine;
  if (format === "csv")
    await write(
      `${csvLine([...columns, "delivered_at", "delivered_at_as_sent", "late_by_seconds", ...times.slice(1), ...others])}\r\n`,
    );
  let count = 0;
  for await (const rows of pagesOf(db, query, isMatch)) {
    if (rows.length > 0) await write({ rows, lineOf, valuesOf });
    count += rows.length;
  }
  return count;
}

async function* pagesOf(db: Database, query: LogQuery, isMatch: SQL): AsyncGenerator<Row[]> {
  for (let after: SQL | undefined; ; ) {
    const rows = await read<Row>(db, entriesOf(query, allOf(isMatch, after)));
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerFetch) return;
    after =
      last.at === null
        ? sql`key > ${last.key}`
        : sql`(at <= ${last.at}::timestamptz and (at < ${last.at}::timestamptz or key > ${last.key}))`;
  }
}

const read = <Found>(db: Database, query: SQL): Promise<Found[]> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`);
      return (await tx.execute(query)).rows as Found[];
    },
    { accessMode: "read only" },
  );

function matchCondition(query: LogQuery): SQL {
  const parts = isOlderView(query) ? [sql`at is null`] : partsIn(query.span).map(({ where }) => where);
  return allOf(sql`key_print = ${query.accountId}`, sql`(${sql.join(parts, sql` or `)})`, isMatching(query));
}

async function otherFields(db: Database, isMatch: SQL): Promise<string[]> {
  const names = sql`select distinct jsonb_object_keys(raw) as name from console.delivery where ${isMatch} order by name`;
  const rows = await read<{ name: string }>(db, names);
  return rows.map(({ name }) => name).filter((name) => !knownFields.has(name));
}

/** The order names its table, because the bare `at` is the text that is selected. */
function entriesOf({ accountId }: LogQuery, isMatch: SQL): SQL {
  const columnOf = (name: string) => sql.identifier(name === "first_tried_at" ? "at" : name);
  const inUtc = times.map(
    (name) =>
      sql`to_char(${columnOf(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.identifier(name)}`,
  );
  return sql`
    select key, at::text as at, raw::text as entry, (
      select record ->> 'url' from console.record_version as webhook
      where webhook.key_print = ${accountId} and webhook.resource = 'webhooks' and webhook.ref = webhook_id
      order by id desc limit 1) as webhook_url,
      case when delivered_at > at then extract(epoch from delivered_at - at)::float8 end as late_by_seconds, ${sql.join(inUtc, sql`, `)}
    from console.delivery as entry where ${isMatch}
    order by entry.at desc nulls last, entry.key limit ${rowsPerFetch}`;
}

type FileRow = Readonly<Record<string, unknown>>;

/** The entry as values, so that each is masked by its key. */
const valuesOf = ({ entry, ...row }: FileRow): FileRow => ({ ...row, entry: parseJson(String(entry)) });

const csvLineFor =
  (others: readonly string[]) =>
  ({ entry, webhook_url, late_by_seconds, ...at }: FileRow) => {
    const raw = recordIn(entry);
    const cells = [
      ...columns.map((name) => csvValue(name === "webhook_url" ? webhook_url : raw[name])),
      csvValue(at.delivered_at),
      csvValue(raw.delivered_at),
      csvValue(late_by_seconds),
      ...times.slice(1).map((name) => csvValue(at[name])),
      ...others.map((name) => csvValue(raw[name])),
    ];
    return `${csvLine(cells)}\r\n`;
  };

/** The entry unchanged from the platform's response, with the times that Switchboard recorded. */
const jsonLine = ({ entry, key: _key, at: _at, ...rest }: FileRow) =>
  `{"entry":${typeof entry === "string" ? entry : stringifyJson(entry)},${JSON.stringify(rest).slice(1)}\n`;

function recordIn(entry: unknown): Record<string, unknown> {
  const raw = typeof entry === "string" ? parseJson(entry) : entry;
  return isPlainObject(raw) ? raw : {};
}

/** Describes the content of the file: `webhook-log_2026-11-19T0641Z-to-2026-11-20T0641Z_status-failed.csv`. */
function nameOf(filter: DeliveryFilter, format: Format) {
  const { webhook, from, to, status, event, attempts, late, view, here, text } = filter;
  const parts = [
    "webhook-log",
    webhook?.replace(/^!/, "not "),
    rangeName({ from, to }, clock.now()),
    view,
    status && `status ${status.replace(/^!/, "not ")}`,
    event && `event ${event.replace(/^!/, "not ")}`,
    attempts && `attempts ${attempts.replace(/\.\.$/, " or more").replace("..", " to ")}`,
    late && `late by ${late.replace("..", "")} min or more`,
    here && `here ${here}`,
    text && `text ${text}`,
  ];
  return fileName(parts, format);
}
