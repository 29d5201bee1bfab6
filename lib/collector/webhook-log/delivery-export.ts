import { type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { eventKey } from "@/lib/contract/console/webhook-log/deliveries";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import type { FileAnswer } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { csvLine } from "@/lib/format/csv";
import { type FileTitle, rangeName } from "@/lib/format/export-name";
import { isPlainObject, parseJson, stringifyJson } from "@/lib/format/json";
import { csvValue } from "@/lib/http/file-export";
import { eventWords, isEventIn, shownEvents } from "./event-rows";
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
const ofEvents = ["arrived_here", "arrivals_here", "arrived_here_at", "event_id"] as const;

/** The entry is text, so that numbers keep their digits. Times are UTC. */
type Row = {
  key: string;
  /** Time in the order, as text with all its digits. */
  place: string | null;
  entry: string;
  webhook_url: string | null;
  late_by_seconds: number | null;
  /** `yes`, or a state of the delivery or the event; null for a webhook that is not ours. */
  arrived_here: string | null;
  arrivals_here: number | null;
  arrived_here_at: string | null;
  /** The ID of an event that is in no log; null for a delivery. */
  event_id: string | null;
} & Record<(typeof times)[number], string | null>;

/**
 * Exports the matching rows that were stored when it began, newest first, as fast as the client reads. No transaction outlives a
 * page. Each row is written once, because its place in the order never changes.
 */
export const createDeliveryExport =
  (db: Database) =>
  (query: LogQuery, format: Format): FileAnswer => ({
    title: titleOf(query.filter, format),
    contentType: contentTypes[format],
    send: (write) => sendAll(db, { query, format, write }),
  });

type ExportInput = { query: LogQuery; format: Format; write: Parameters<FileAnswer["send"]>[0] };

async function sendAll(db: Database, { query, format, write }: ExportInput): Promise<number> {
  const begun = sql`${clock.now().toISOString()}::timestamptz`;
  const isMatch = allOf(matchCondition(query), sql`first_seen_at <= ${begun}`);
  const isEvent = eventCondition(query, begun);
  const others = format === "csv" ? await otherFields(db, isMatch) : [];
  const lineOf = format === "csv" ? csvLineFor(others) : jsonLine;
  if (format === "csv")
    await write(
      `${csvLine([...columns, "delivered_at", "delivered_at_as_sent", "late_by_seconds", ...times.slice(1), ...ofEvents, ...others])}\r\n`,
    );
  let count = 0;
  for await (const rows of pagesOf(db, query, { isMatch, isEvent })) {
    if (rows.length > 0) await write({ rows, lineOf, valuesOf });
    count += rows.length;
  }
  return count;
}

/** Conditions of deliveries, and of events without one; undefined if none is a row. */
type Matches = { isMatch: SQL; isEvent: SQL | undefined };

async function* pagesOf(db: Database, { accountId }: LogQuery, matches: Matches): AsyncGenerator<Row[]> {
  for (let after: SQL | undefined; ; ) {
    const rows = await read<Row>(db, rowsAfter(accountId, matches, after));
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerFetch) return;
    after =
      last.place === null
        ? sql`key > ${last.key}`
        : sql`(at <= ${last.place}::timestamptz and (at < ${last.place}::timestamptz or key > ${last.key}))`;
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

function eventCondition({ accountId, events, span }: LogQuery, begun: SQL): SQL | undefined {
  const isShown = shownEvents(events);
  return isShown && allOf(sql`key_print = ${accountId}`, isShown, isEventIn(span), sql`first_at <= ${begun}`);
}

async function otherFields(db: Database, isMatch: SQL): Promise<string[]> {
  const names = sql`select distinct jsonb_object_keys(raw) as name from console.delivery where ${isMatch} order by name`;
  const rows = await read<{ name: string }>(db, names);
  return rows.map(({ name }) => name).filter((name) => !knownFields.has(name));
}

/** One page in the order of the list. Each half is read in the order of an index. */
function rowsAfter(accountId: string, { isMatch, isEvent }: Matches, after: SQL | undefined): SQL {
  const place = sql`order by at desc nulls last, key limit ${rowsPerFetch}`;
  const deliveries = sql`select * from (select key, at, ${deliveryColumns(accountId)} from console.delivery as entry where ${isMatch}) as delivery
    where ${after ?? sql`true`} ${place}`;
  const events = isEvent
    ? sql`union all (select * from (select ${eventKey("")} || id as key, first_at as at, ${eventColumns} from console.hook_event
        where ${isEvent}) as event where ${after ?? sql`true`} ${place})`
    : sql``;
  return sql`select page.*, page.at::text as place from ((${deliveries}) ${events}) as page ${place}`;
}

const inUtc = (time: SQL) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function deliveryColumns(accountId: string): SQL {
  const columnOf = (name: string) => sql.identifier(name === "first_tried_at" ? "at" : name);
  const moments = times.map((name) => sql`${inUtc(sql`entry.${columnOf(name)}`)} as ${sql.identifier(name)}`);
  return sql`raw::text as entry, (
      select record ->> 'url' from console.record_version as webhook
      where webhook.key_print = ${accountId} and webhook.resource = 'webhooks' and webhook.ref = webhook_id
      order by id desc limit 1) as webhook_url,
    case when delivered_at > at then extract(epoch from delivered_at - at)::float8 end as late_by_seconds, ${sql.join(moments, sql`, `)},
    case arrivals_here when 0 then 'not here' when -1 then 'not compared yet' else case when arrivals_here > 0 then 'yes' end end as arrived_here,
    nullif(greatest(arrivals_here, -1), -1) as arrivals_here, ${inUtc(sql`entry.arrived_here_at`)} as arrived_here_at, null as event_id`;
}

/** An event in no log has nothing of what the platform would say. */
const eventColumns = sql`jsonb_build_object('event', name)::text as entry, null as webhook_url, null::float8 as late_by_seconds,
  ${sql.join(
    times.map((name) => sql`null as ${sql.identifier(name)}`),
    sql`, `,
  )}, ${eventWords} as arrived_here, arrivals as arrivals_here, ${inUtc(sql`first_at`)} as arrived_here_at, id::text as event_id`;

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
      ...[...times.slice(1), ...ofEvents].map((name) => csvValue(at[name])),
      ...others.map((name) => csvValue(raw[name])),
    ];
    return `${csvLine(cells)}\r\n`;
  };

/** The entry unchanged from the platform's response, with the times that Switchboard recorded. */
const jsonLine = ({ entry, key: _key, at: _at, place: _place, ...rest }: FileRow) =>
  `{"entry":${typeof entry === "string" ? entry : stringifyJson(entry)},${JSON.stringify(rest).slice(1)}\n`;

function recordIn(entry: unknown): Record<string, unknown> {
  const raw = typeof entry === "string" ? parseJson(entry) : entry;
  return isPlainObject(raw) ? raw : {};
}

/** Names range and filters: `webhook-log_…_2026-11-19T0641Z-to-2026-11-20T0641Z_status-failed_….csv`. */
function titleOf(filter: DeliveryFilter, extension: Format): FileTitle {
  const { webhook, from, to, status, event, attempts, late, view, here, call_id, campaign_id, text } = filter;
  const parts = [
    "webhook-log",
    webhook?.replace(/^!/, "not "),
    rangeName({ from, to }, clock.now()),
    view,
    status && `status ${status.replace(/^!/, "not ")}`,
    event && `event ${event.replace(/^!/, "not ")}`,
    attempts && `attempts ${attempts.replace(/\.\.$/, " or more").replace("..", " to ")}`,
    late && `late by ${late.replace("..", "")} min or more`,
    here && `here ${here.replaceAll("_", " ")}`,
    call_id && `call ${call_id}`,
    campaign_id && `campaign ${campaign_id}`,
    text && `text ${text}`,
  ];
  return { parts, extension };
}
