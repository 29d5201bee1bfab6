import { sql } from "drizzle-orm";
import { deliveries as operationsOf } from "@/lib/collector/webhook-log/deliveries";
import { createLogReader } from "@/lib/collector/webhook-log/log-reader";
import { exportDeliveries, listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { summarizeDeliveries } from "@/lib/contract/console/webhook-log/summary";
import type { DeliveryFilter } from "@/lib/contract/inputs/webhook-log";
import type { FileAnswer, Operation } from "@/lib/contract/operation";
import { type OpenDatabase, openDatabase } from "@/lib/db/database";
import { startEmbedded } from "@/lib/db/embedded";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { formatCount } from "@/lib/format/format-count";
import { fileStream } from "@/lib/gateway/masked-answer";
import { median } from "./numbers";
import { type BenchOptions, comparison, type Row, single } from "./table";
import { onTidy, temporaryDirectory } from "./tidy";

const accountId = "bench";
const rounds = 7;
const batchSize = 100_000;
const mebibyte = 1024 * 1024;

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const filters: [what: string, filter: DeliveryFilter][] = [
  ["all that is kept", {}],
  ["the last 24 hours", { from: ago(24) }],
  ["the last 7 days", { from: ago(7 * 24) }],
  ["twenty minutes of yesterday", { from: ago(24), to: ago(23.67) }],
  ["not delivered", { view: "not_delivered" }],
  ["three rare words at once", { status: "expired", event: "campaign.finished", attempts: "6" }],
  ["what nothing matches", { status: "expired", event: "nothing" }],
  ["a part of an ID", { text: "3f2a9" }],
  ["a part of an event", { text: "transfer" }],
];

/** The stored log with a million deliveries: first page and counts of each filter, compared with the plainest SQL. */
export async function deliveries({ isSmall }: BenchOptions): Promise<Row[]> {
  const count = isSmall ? 100_000 : 1_000_000;
  const database = await filledDatabase(count);
  const operations = operationsOf(
    database.db,
    accountId,
    createLogReader({ db: database.db, accountId, events: { viewed() {}, onPolled: () => () => undefined } }),
  );
  const ask = async (op: Operation, input: Record<string, unknown>) => {
    const operation = operations.find((candidate) => candidate.op.id === op.id);
    const person = { id: "p", name: "Bench", email: "", role: "admin", sessionId: "s" } as const;
    return operation?.run(input, { person, address: null, requestId: "r" });
  };
  const plain = {
    list: await medianMs(() =>
      database.db.execute(sql`select * from console.delivery where key_print = ${accountId} order by at desc limit 50`),
    ),
    counts: await medianMs(() =>
      database.db.execute(sql`select status, count(*) from console.delivery where key_print = ${accountId} group by 1`),
    ),
  };
  const rows: Row[] = [single(`${formatCount(count)} deliveries kept`, "", "")];
  for (const [what, filter] of filters) {
    const list = await medianMs(() => ask(listDeliveries, filter));
    const counts = await medianMs(() => ask(summarizeDeliveries, filter));
    rows.push(
      comparison(
        `${what}: first page (newest 50, plain)`,
        { yardstick: plain.list, ours: list, unit: "ms" },
        "≤ 150 ms",
      ),
      comparison("  all counts (count by status, plain)", { yardstick: plain.counts, ours: counts, unit: "ms" }, ""),
    );
  }
  for (const format of ["csv", "jsonl"]) {
    const file = (await ask(exportDeliveries, { format })) as FileAnswer;
    const { ms, bytes, mostMb } = await measureExport(file);
    const result = `${(ms / 1000).toFixed(1)} s, ${(bytes / mebibyte).toFixed(0)} MiB`;
    rows.push(
      single(`exported as ${format}`, result, ""),
      single("  most memory beyond that before it", `${mostMb.toFixed(0)} MiB`, "≤ 100 MiB"),
    );
  }
  return rows;
}

async function medianMs(run: () => Promise<unknown>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    await run();
    times.push(performance.now() - startedMs);
  }
  return median(times);
}

async function measureExport(file: FileAnswer) {
  const [startedMs, before] = [performance.now(), process.memoryUsage.rss()];
  let [bytes, most] = [0, before];
  await fileStream(file).send(async (text) => {
    bytes += Buffer.byteLength(text);
    most = Math.max(most, process.memoryUsage.rss());
  });
  return { ms: performance.now() - startedMs, bytes, mostMb: (most - before) / mebibyte };
}

/** A database with deliveries of thirty days to twelve webhooks, 1.5 % of them not delivered. */
async function filledDatabase(count: number): Promise<OpenDatabase> {
  const postgres = await startEmbedded(temporaryDirectory(), { fsync: "off" });
  onTidy(postgres.stop);
  const database = openDatabase(postgres.url);
  onTidy(database.close);
  await migrate(database.pool, consoleMigrations);
  const client = await database.pool.connect();
  await client.query("set statement_timeout = 0");
  for (let from = 0; from < count; from += batchSize)
    await client.query(fill, [accountId, from, from + batchSize - 1, count]);
  await client.query("vacuum analyze");
  client.release(true);
  return database;
}

const made = `
  select 'log_' || left(md5(nth::text), 12) as id, 'wh_' || left(md5((nth * 7 % 12)::text), 8) as webhook,
    (array['call.started', 'call.ended', 'end-of-call-report', 'call.started', 'call.ended', 'end-of-call-report',
      'campaign.finished', 'transfer.requested'])[1 + nth * 31 % 8] as event,
    case when nth * 37 % 1000 < 985 then 'delivered' when nth * 37 % 1000 < 995 then 'failed'
      when nth * 37 % 1000 < 998 then 'retrying' else 'expired' end as status,
    case when nth * 37 % 1000 >= 985 then 6 when nth % 20 = 0 then 2 else 1 end as attempts,
    now() - nth * interval '30 days' / $4::int as at
  from generate_series($2::int, $3::int) as nth`;

/** One in twenty arrived two minutes late. Those that did not arrive were tried for an hour. */
const fill = `
  with made as (${made})
  insert into console.delivery (key_print, key, webhook_id, event, status, attempts, outcome, late, delivered_at, at, begins_at,
    last_at, raw, first_seen_at, changed_at, outcome_at)
  select $1, made.id, webhook, event, status, attempts, case attempts when 6 then 'given_up' else 'arrived' end,
    case attempts when 6 then -1 when 2 then 1 else 0 end, case when made.attempts < 6 then last_at end, at, at - interval '15 s' * (made.attempts > 1)::int, last_at,
    jsonb_build_object('id', made.id, 'webhook_id', webhook, 'event', made.event, 'status', made.status, 'attempts', made.attempts,
      'delivered_at', at), at, at, at
  from made cross join lateral (select at + case made.attempts when 6 then interval '1 hour' when 2 then interval '2 min'
      else interval '0' end as last_at) as span`;
