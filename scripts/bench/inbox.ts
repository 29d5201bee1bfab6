import { fork } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { removeOld } from "@/lib/collector/retention";
import { type KeptKind, keptKinds } from "@/lib/contract/console/collecting";
import { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { listReceived } from "@/lib/contract/console/inbox/received";
import type { Operation } from "@/lib/contract/operation";
import { type Database, openDatabase } from "@/lib/db/database";
import { startEmbedded } from "@/lib/db/embedded";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { formatCount } from "@/lib/format/format-count";
import { hookPath, newHookToken } from "@/lib/hook-token";
import { ensureAddress } from "@/lib/inbox/addresses";
import { foundCalls } from "@/lib/inbox/found-calls";
import { received } from "@/lib/inbox/received";
import { median } from "./numbers";
import { type BenchOptions, comparison, type Row, single } from "./table";
import { onTidy, temporaryDirectory } from "./tidy";

const accountId = "bench";
const secret = "a secret of thirty-two characters or more";
const connections = 50;
const bodyBytes = 60 * 1024;

/** Events that are durable when they are answered, beside a bare server that syncs a file; and a million of them kept. */
export async function inbox({ isSmall }: BenchOptions): Promise<Row[]> {
  const postgres = await startEmbedded(temporaryDirectory());
  onTidy(postgres.stop);
  const database = openDatabase(postgres.url);
  onTidy(database.close);
  await migrate(database.pool, consoleMigrations);
  const token = newHookToken();
  await ensureAddress(database.db, { accountId, secret, name: "Bench", token, by: "Bench" });
  const plain = await startProcess("fsync-server", [join(temporaryDirectory(), "bodies")]);
  const ours = await startProcess("receiver", [postgres.url, secret, temporaryDirectory()]);
  const ms = isSmall ? 3_000 : 15_000;
  const rates = { plain: await rateOf(plain, "/", ms), ours: await rateOf(ours, hookPath(token), ms) };
  const rows: Row[] = [
    comparison(
      `durable events a second, ${connections} connections, 60 kB`,
      { yardstick: rates.plain, ours: rates.ours },
      "≥ 200",
    ),
  ];
  const count = isSmall ? 100_000 : 1_000_000;
  await fill(database.pool, count);
  const operations = [...received(database.db, accountId), ...foundCalls(database.db, accountId)];
  const ask = async (op: Operation, input: Record<string, unknown>) => {
    const person = { id: "p", name: "Bench", email: "", role: "admin", sessionId: "s" } as const;
    await operations.find((each) => each.op === op)?.run(input, { person, address: null, requestId: "r" });
  };
  rows.push(single(`${formatCount(count)} events kept`, "", ""));
  const reads: [string, Operation, Record<string, unknown>][] = [
    ["first page of arrivals", listReceived, {}],
    ["first page of arrivals by a part of a number", listReceived, { text: "9123456" }],
    ["first page of arrivals of an event and a campaign", listReceived, { event: "call.ended", campaign_id: "camp_3" }],
    ["first page of arrivals of a day four weeks ago", listReceived, fourWeeksAgo()],
    ["first page of arrivals without a match", listReceived, { text: "no such name" }],
    ["first page of calls", listFoundCalls, {}],
    ["calls in progress", listFoundCalls, { state: "live" }],
    ["first page of calls by a part of a number", listFoundCalls, { text: "9123456" }],
    ["first page of calls by a name", listFoundCalls, { text: "Person 3333" }],
    [
      "first page of calls by campaign and reason",
      listFoundCalls,
      { campaign_id: "camp_3", reason: "customer-ended-call" },
    ],
    ["first page of calls of a day four weeks ago", listFoundCalls, fourWeeksAgo()],
    ["first page of inbound calls", listFoundCalls, { direction: "in" }],
  ];
  for (const [what, op, input] of reads)
    rows.push(single(`  ${what}`, `${(await medianMs(() => ask(op, input))).toFixed(0)} ms`, "≤ 150 ms"));
  rows.push(await removalOf(database.db, () => ask(listReceived, {})));
  return rows;
}

async function startProcess(name: string, args: string[]): Promise<number> {
  const child = fork(join(import.meta.dirname, `${name}.js`), args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  onTidy(() => child.kill("SIGKILL"));
  return new Promise((resolve, reject) => {
    child.once("message", (port) => resolve(Number(port)));
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}.`)));
  });
}

/** Answers of 200 a second to as many senders as there are connections, each sending one after the other. */
async function rateOf(port: number, path: string, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const endMs = performance.now() + ms;
  let count = 0;
  async function sendOneByOne(sender: number) {
    for (let nth = 0; performance.now() < endMs; nth += 1) {
      const body = JSON.stringify({
        type: "call.ended",
        id: `${sender}-${nth}`,
        transcript: "word ".repeat(bodyBytes / 5),
      });
      if ((await post({ port, path, agent }, body)) === 200) count += 1;
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, sender) => sendOneByOne(sender)));
  agent.destroy();
  return (count * 1_000) / ms;
}

function post(target: { port: number; path: string; agent: Agent }, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...target, host: "127.0.0.1", method: "POST" }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject).end(body);
  });
}

async function medianMs(run: () => Promise<unknown>, rounds = 7) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    await run();
    times.push(performance.now() - startedMs);
  }
  return median(times);
}

const dayMs = 86_400_000;

function fourWeeksAgo() {
  const [from, to] = [28, 27].map((days) => new Date(Date.now() - days * dayMs).toISOString());
  return { from, to };
}

/** The time that retention takes for the oldest day of calls and events, and the slowest first page meanwhile. */
const kept400Days = Object.fromEntries(keptKinds.map((kind) => [kind, { days: 400 }])) as Record<
  KeptKind,
  { days: number }
>;

async function removalOf(db: Database, askPage: () => Promise<void>): Promise<Row> {
  const { rows } = await db.execute<{ first: string }>("select min(last_at)::text as first from console.hook_event");
  const now = new Date(Date.parse(rows[0]?.first ?? "") + 401 * dayMs);
  let isRemoving = true;
  let slowestMs = 0;
  const asking = (async () => {
    while (isRemoving) slowestMs = Math.max(slowestMs, await medianMs(askPage, 1));
  })();
  const ms = await medianMs(() => removeOld(db, kept400Days, now), 1);
  isRemoving = false;
  await asking;
  return single(
    "  retention removes a day",
    `${(ms / 1_000).toFixed(1)} s, first page meanwhile ≤ ${slowestMs.toFixed(0)} ms`,
    "",
  );
}

type Pool = ReturnType<typeof openDatabase>["pool"];

const filled = ["hook_event", "hook_arrival", "found_call"];

/** Three events for each call, of thirty days. Indexes are made after the rows, as a restore does. */
async function fill(pool: Pool, count: number) {
  const client = await pool.connect();
  await client.query("set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '256MB'");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not indisunique`,
    [filled.map((table) => `console.${table}`)],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(events, [accountId, count]);
  await client.query(arrivals, [accountId]);
  await client.query(calls, [accountId, Math.floor(count / 3)]);
  for (const { definition } of indexes) await client.query(definition);
  for (const table of filled) await client.query(`vacuum analyze console.${table}`);
  client.release(true);
}

const ago = (nth: string) => `now() - ${nth} * interval '2.5 s'`;
const contact = (nth: string) => `'4477' || lpad((${nth} * 7919 % 100000000)::text, 8, '0')`;

const events = `
  insert into console.hook_event (key_print, identity, address_id, first_at, last_at, arrivals, name, delivery_id, size, verdict, shape,
    is_over, call_ref, contact, contact_name, campaign_ref, status, paths)
  select $1, 'i' || nth, 'a', ${ago("nth")}, ${ago("nth")}, 1, (array['call.started', 'call.ended', 'end-of-call-report'])[1 + nth % 3],
    'log_' || nth, 600, 'unsigned', 's', nth % 3 > 0, 'call_' || nth / 3, ${contact("(nth::bigint / 3)")}, 'Person ' || nth / 3,
    'camp_' || nth % 40, 'ended', '{"call":{"path":"data.id","is_confirmed":true,"chosen_by":null}}'
  from generate_series($2::int, 1, -1) as nth`;

const arrivals = `
  insert into console.hook_arrival (id, key_print, address_id, at, kind, verdict, method, query, headers, size, is_cut, event_id)
  select 'rcv_' || id, $1, 'a', first_at, 'event', 'unsigned', 'POST', '', '{"content-type":"application/json"}', 600, false, id
  from console.hook_event order by id`;

const calls = `
  insert into console.found_call (key_print, ref, contact, contact_name, campaign_ref, status, reason, started_at, at, is_over,
    first_event_at, last_event_at, events)
  select $1, 'call_' || nth, ${contact("nth")}, 'Person ' || nth, 'camp_' || nth % 40, 'ended', 'customer-ended-call', ${ago("nth * 3")},
    ${ago("nth * 3")}, nth > 20, ${ago("nth * 3")}, ${ago("nth * 3")}, 3
  from generate_series($2::bigint, 1, -1) as nth`;
