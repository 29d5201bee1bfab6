import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { createFileExports, fileName, rangeName } from "@/lib/console/file-export";
import type { DeliveryFilter } from "@/lib/contract/console/deliveries";
import type { FileAnswer } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { csvLine } from "@/lib/format/csv";
import { formatRaw } from "@/lib/format/format-raw";
import { isPlainObject, parseJson } from "@/lib/format/json";
import {
  type Asked,
  both,
  conditions,
  entries,
  hasText,
  isTextInKey,
  isTextShared,
  isWithin,
  spanOf,
} from "./delivery-filter";

type Format = "csv" | "jsonl";

const rowsAtOnce = 200;
const mostFields = 300;
const statementMs = 120_000;
/** Who takes a file slower than this keeps what it is read from waiting no longer. */
const stallsMs = 120_000;

const contentTypes: Record<Format, string> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
};

const own = new Set(["id", "webhook_id", "event", "status", "attempts", "delivered_at"]);
const columns = ["id", "webhook_id", "webhook_url", "event", "status", "attempts"] as const;
const times = ["delivered_at", "first_seen_at", "not_seen_at", "changed_at", "gone_at"] as const;

/** The entry as text, so that its numbers keep their digits; times in UTC. */
type Row = { entry: string; webhook_url: string | null } & Record<(typeof times)[number], string | null>;

/** Everything that the filters match, read by a cursor as fast as it is taken: of a million entries some hundreds are held. */
export function createDeliveryExport(db: Database) {
  const limited = createFileExports();
  return (asked: Asked, format: Format): FileAnswer =>
    limited({
      name: nameOf(asked.filter, format),
      contentType: contentTypes[format],
      send: (write) =>
        db.transaction((tx) => sendAll(tx, { asked, format, write }), {
          isolationLevel: "repeatable read",
          accessMode: "read only",
        }),
    });
}

type Sending = { asked: Asked; format: Format; write: (text: string) => Promise<void> };

async function sendAll(tx: Pick<Database, "execute">, { asked, format, write }: Sending): Promise<number> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(statementMs)}, true),
    set_config('idle_in_transaction_session_timeout', ${String(stallsMs)}, true)`);
  const isAsked = isMatched(asked);
  const others = format === "csv" ? await otherFields(tx, isAsked) : [];
  const lineFor = format === "csv" ? csvLineFor(others) : jsonLine;
  if (format === "csv")
    await write(`${csvLine([...columns, "delivered_at", "delivered_at_as_sent", ...times.slice(1), ...others])}\r\n`);
  await tx.execute(sql`declare entries no scroll cursor for ${entriesOf(asked, isAsked)}`);
  for (let count = 0; ; ) {
    const { rows } = await tx.execute<Row>(sql`fetch ${sql.raw(String(rowsAtOnce))} from entries`);
    if (rows.length > 0) await write(rows.map(lineFor).join(""));
    count += rows.length;
    if (rows.length < rowsAtOnce) return count;
  }
}

function isMatched(asked: Asked): SQL {
  const ofText = hasText(asked) ? sql`(${isTextShared(asked)} or ${isTextInKey(asked)})` : undefined;
  const { fromMs, toMs } = spanOf(asked.filter);
  const inTime = isWithin(sql`at`, fromMs, toMs);
  return both(sql`key_print = ${asked.keyPrint}`, inTime, ...Object.values(conditions(asked)), ofText);
}

/** What entries hold beyond the fields that each of them has. */
async function otherFields(tx: Pick<Database, "execute">, isAsked: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select distinct jsonb_object_keys(raw) as name from ${entries} where ${isAsked} order by name`);
  return rows.map(({ name }) => name).filter((name) => !own.has(name));
}

function entriesOf({ keyPrint }: Asked, isAsked: SQL): SQL {
  const inUtc = times.map(
    (name) =>
      sql`to_char(${sql.identifier(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.identifier(name)}`,
  );
  return sql`
    select raw::text as entry, (
      select record ->> 'url' from console.record_version as webhook
      where webhook.key_print = ${keyPrint} and webhook.resource = 'webhooks' and webhook.ref = webhook_id
      order by id desc limit 1) as webhook_url, ${sql.join(inUtc, sql`, `)}
    from ${entries} where ${isAsked} order by at desc, key`;
}

/** Fields of which there are too many for columns stand together in the last. */
const csvLineFor = (others: string[]) => {
  const rest = others.splice(mostFields);
  if (rest.length > 0) others.push("other_fields");
  return ({ entry, webhook_url, ...at }: Row) => {
    const raw = recordIn(entry);
    const more = others.map((name) =>
      rest.length > 0 && name === "other_fields"
        ? formatRaw(Object.fromEntries(rest.map((each) => [each, raw[each]])))
        : cellOf(raw[name]),
    );
    const cells = [
      ...columns.map((name) => (name === "webhook_url" ? webhook_url : cellOf(raw[name]))),
      at.delivered_at,
      cellOf(raw.delivered_at),
      ...times.slice(1).map((name) => at[name]),
      ...more,
    ];
    return `${csvLine(cells)}\r\n`;
  };
};

/** The entry just as it was sent, beside what is known of it here. */
const jsonLine = ({ entry, ...known }: Row) => `{"entry":${entry},${JSON.stringify(known).slice(1)}\n`;

function recordIn(entry: string): Record<string, unknown> {
  const raw = parseJson(entry);
  return isPlainObject(raw) ? raw : {};
}

const cellOf = (value: unknown) =>
  value === undefined || value === null
    ? undefined
    : typeof value === "string"
      ? value
      : typeof value === "number"
        ? value
        : formatRaw(value);

/** Says what the file holds: `webhook-log_2026-11-19T0641Z-to-2026-11-20T0641Z_status-failed.csv`. */
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
