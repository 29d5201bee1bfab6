import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { eraseNumber, reportNumber } from "@/lib/contract/console/erasures";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { bodyTable, eventTable, foundCallTable } from "@/lib/db/console/tables/inbox";
import { savedTable } from "@/lib/db/console/tables/registry";
import { readArrivals } from "@/lib/inbox/read-arrivals";
import { storeArrival } from "@/lib/inbox/store-arrival";
import { secret } from "@/lib/testing/backup";
import { freshConsole, personWith } from "@/lib/testing/console";
import { spellings } from "@/lib/testing/spellings";
import { ErasedPeople } from "./erased-people";

const accountId = "account";
const number = "+4930901820173";
const name = "Adelheid Sommerkorn";
const read = () => Promise.reject(new Problem("upstream-unreachable"));
const { console, database, run } = await freshConsole({ collect: { accountId, read } });
const { db } = database;
const ask = <Op extends Operation>(op: Op, input: InputOf<Op>) =>
  run(op, input, personWith("admin")) as Promise<OutputOf<Op>>;

const ownSpellings = spellings.flatMap(({ spelling, number: of }) => (of === number ? [spelling] : []));

type Event = { id: string; body?: Buffer; query?: string; headers?: Record<string, string> };

async function keep({ id, body = Buffer.alloc(0), query = "", headers = {} }: Event) {
  const at = new Date("2026-11-20T10:00:00Z");
  const arrival = {
    accountId,
    addressId: "a",
    kind: "event",
    verdict: "unsigned",
    method: "POST",
    isCut: false,
  } as const;
  await storeArrival(db, { ...arrival, id, at, query, headers, size: body.length, body });
}

const eventOf = (id: string, to_number: string, customer_name = name) => ({
  ...{ event: "call.ended", call_id: `call_${id}`, to_number, customer_name, status: "ended" },
});

const jsonOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const escaped = (value: unknown) =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

async function readAll() {
  const log = { error: (problem: unknown) => expect(problem).toBeUndefined() };
  const people = new ErasedPeople(db, secret);
  const eraser = people.arrivalEraser;
  const reading = {
    db,
    accountId,
    log,
    eraser,
    ownNumbers: async () => new Set<string>(),
    campaignsOf: async () => new Map(),
    blockedOf: async () => new Map(),
  };
  while ((await readArrivals(reading)).count > 0);
}

/** Rows of all tables with a text in them. */
async function rowsWith(...texts: string[]) {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'console' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name: table } of tables) {
    const select = table === "hook_body" ? "encode(body, 'escape') as body, arrival_id" : "*";
    const { rows } = await database.pool.query(`select ${select} from console."${table}"`);
    const lines = rows.map((row) => `${table}: ${JSON.stringify(row)}`);
    found.push(...lines.filter((line) => texts.some((text) => line.includes(text))));
  }
  return found;
}

test("erases number and name of events in every spelling, from bodies, queries, facts and calls", async () => {
  for (const [nth, spelling] of ownSpellings.entries()) {
    await keep({ id: `json_${nth}`, body: jsonOf(eventOf(`json_${nth}`, spelling)) });
    await keep({ id: `esc_${nth}`, body: Buffer.from(escaped(eventOf(`esc_${nth}`, spelling))) });
    const form = new URLSearchParams(eventOf(`form_${nth}`, spelling)).toString();
    await keep({ id: `form_${nth}`, body: Buffer.from(form) });
    await keep({ id: `query_${nth}`, query: new URLSearchParams(eventOf(`query_${nth}`, spelling)).toString() });
    await keep({ id: `x${nth}`, body: jsonOf({ ...eventOf("", spelling), call_id: `c${nth}` }) });
    const isAscii = /\d{3}/.test(spelling);
    if (isAscii)
      await keep({ id: `wide_${nth}`, body: Buffer.from(JSON.stringify(eventOf(`wide_${nth}`, spelling)), "utf16le") });
  }
  await keep({ id: "bo", body: jsonOf(eventOf("bo", "+4930901820174", "Bo Other")) });
  await readAll();
  const calls = await db.$count(foundCallTable);
  expect((await rowsWith(name)).length).toBeGreaterThan(2 * ownSpellings.length);
  const report = await ask(reportNumber, { number });
  const erased = await ask(eraseNumber, { number, reason: "Asked by mail", last_four: "0173" });
  expect(erased.stored).toEqual(report.stored);
  expect(await rowsWith("Sommerkorn", "Adelheid", "901820173", "901820\\342\\200\\221173")).toEqual([]);
  expect(await db.$count(foundCallTable)).toBe(calls);
  expect(await db.$count(bodyTable)).toBe(1);
  expect((await rowsWith("Bo Other")).length).toBe(3);
  const left = await db.select().from(eventTable);
  expect(left.filter(({ contactName }) => contactName !== null).map(({ callRef }) => callRef)).toEqual(["call_bo"]);
  expect((await ask(reportNumber, { number })).stored).toEqual([]);
});

test("stores a later event without the name, however it spells the number, and keeps others of its list", async () => {
  const items = [eventOf("late_1", "030/901820-173"), eventOf("late_2", "+4930901820174", "Cy Third")];
  await keep({ id: "late_list", body: jsonOf(items) });
  await keep({ id: "late_query", query: new URLSearchParams(eventOf("late_3", "+49 30 901820\u2011173")).toString() });
  await readAll();
  expect(await rowsWith("Sommerkorn", "901820-173")).toEqual([]);
  expect((await rowsWith("Cy Third")).length).toBe(3);
});

test.each([
  ["under a key", (items: unknown[]) => jsonOf({ events: items, count: 2 })],
  ["in lines", (items: unknown[]) => Buffer.concat(items.flatMap((item) => [jsonOf(item), Buffer.from("\n")]))],
])("keeps the others of a list %s when one person of it was erased", async (where, bodyOf) => {
  const ids = [`${where[0]}1`, `${where[0]}2`].map((id) => `wrap_${id}`);
  const items = [eventOf(ids[0] ?? "", "+4930901820175", "Di Fourth"), eventOf(ids[1] ?? "", "030/901820-173")];
  await keep({ id: `list_${where}`, body: bodyOf(items) });
  await readAll();
  expect(await rowsWith("Sommerkorn", "901820-173")).toEqual([]);
  const left = await db
    .select()
    .from(eventTable)
    .where(
      inArray(
        eventTable.callRef,
        ids.map((id) => `call_${id}`),
      ),
    )
    .orderBy(eventTable.callRef);
  expect(left.map(({ contact, contactName }) => [contact, contactName])).toEqual([
    ["4930901820175", "Di Fourth"],
    [null, null],
  ]);
  const [stored] = await db
    .select()
    .from(bodyTable)
    .where(eq(bodyTable.arrivalId, `list_${where}`));
  expect(JSON.parse(String(stored?.body))).toEqual([items[0], {}]);
});

test.each([
  ["Brazil", "+5511987654321", "+55 11 8765-4321", "4321"],
  ["Chile", "+56652350009", "+56 65 35 0009", "0009"],
  ["Argentina", "+542966123456", "+54 2966 15 12-3456", "3456"],
  ["San Marino", "+3780549886377", "+378 886377", "6377"],
])("erases a person of %s from events that spell the line otherwise", async (country, today, former, last_four) => {
  const person = `Eva ${country}`;
  await keep({ id: `line_${country}`, body: jsonOf(eventOf(`line_${country}`, former, person)) });
  await readAll();
  expect((await rowsWith(person)).length).toBeGreaterThan(0);
  await ask(eraseNumber, { number: today, reason: "Asked by mail", last_four });
  expect(await rowsWith(person, former)).toEqual([]);
});

test("erases what was read before an erasure and is stored after it", async () => {
  const other = "+4930901820999";
  const record = { id: "camp_1", name: `Call back ${other}`, status: "running" };
  const request = { op: getCampaign, input: { campaign_id: "camp_1" }, person: personWith("admin"), at: new Date() };
  const slow = await database.pool.connect();
  await slow.query("begin");
  await slow.query("lock table console.saved_record in exclusive mode");
  console.observe({ ...request, ms: 1, status: 200, problem: null, raw: { success: true, data: record } });
  await ask(eraseNumber, { number: other, reason: "Asked by mail", last_four: "0999" });
  await slow.query("commit");
  slow.release();
  const names = async () => (await db.select().from(savedTable)).map((row) => row.name);
  await expect.poll(names).toEqual(["Call back [erased]"]);
  expect(await rowsWith("901820999")).toEqual([]);
});
