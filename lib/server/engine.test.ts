import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { createAuditTrail } from "@/lib/audit/audit-trail";
import { createConnectionSetting } from "@/lib/console/connection-setting";
import type { Person } from "@/lib/contract/actor";
import { listCredentials } from "@/lib/contract/api/credentials";
import { listAudit } from "@/lib/contract/console/audit";
import { getConnection } from "@/lib/contract/console/connection";
import { changeConnection, revertConnection, tryConnection } from "@/lib/contract/console/connection-change";
import { forgetRecord, listSaved, type SavedRecord, saveRecord } from "@/lib/contract/console/saved";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation } from "@/lib/contract/operation";
import { openDatabase } from "@/lib/db/database";
import { readEnv } from "@/lib/env";
import { createMeasures } from "@/lib/gateway/measures";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { type FaultUpstream, startFaultUpstream } from "@/lib/testing/fault-upstream";
import { guardedBy } from "@/lib/testing/healthy-platform";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createEngines, type EngineOptions } from "./engine";

const keys = { demo: "demo_key_4477aa", own: "canary_key_own_91c2", other: "canary_key_other_5be0" };
const lines: string[] = [];
let platforms: Record<keyof typeof keys, FaultUpstream>;
let options: EngineOptions;
const mara: Person = { id: "p1", name: "Mara", email: "mara@fernhill.example", role: "admin", sessionId: "s1" };
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [demo, own, other] = await Promise.all(Object.values(keys).map((key) => startFaultUpstream(guardedBy(key))));
  if (!demo || !own || !other) throw new Error("The platforms did not start.");
  platforms = { demo, own, other };
  const database = await freshDatabase();
  const secret = "a secret of thirty-two characters or more";
  const env = {
    ...readEnv({ VOICE_API_BASE_URL: demo.baseUrl, VOICE_API_KEY: keys.demo, SWITCHBOARD_PLATFORM_PORT: "4010" }),
    secret,
  };
  const log = pino({ level: "trace" }, { write: (line) => lines.push(line) });
  const reads = openDatabase(database.url, { connections: 8 });
  const strangers = openDatabase(database.url, { connections: 2 });
  options = { env, origin: "http://127.0.0.1:1", database, reads, strangers, measures: createMeasures(), log };
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await Promise.all([
    options.reads.close(),
    options.strangers.close(),
    ...Object.values(platforms).map((engines) => engines.close()),
  ]);
});

async function startEngines(env: Partial<EngineOptions["env"]> = {}, overrides: Partial<EngineOptions> = {}) {
  const engines = await createEngines({ ...options, ...overrides, env: { ...options.env, ...env } });
  closing.push(engines.close);
  const ask = async <Op extends Operation>(op: Op, input: InputOf<Op>) =>
    (await engines.current().gateway.call(op, input, { person: mara, requestId: randomUUID(), address: null }))
      .raw as never;
  return { ...engines, ask };
}

const hostOf = ({ baseUrl }: FaultUpstream) => new URL(baseUrl).host;
const inputFor = (name: keyof typeof keys, key = keys[name]) => ({ address: platforms[name].baseUrl, key });

test("tests a new connection, uses it without a restart and reverts it", async () => {
  const engines = await startEngines();
  const replica = await startEngines();
  expect(await engines.ask(getConnection, {})).toMatchObject({ source: "demo", previous: null });
  expect(await engines.ask(tryConnection, inputFor("own"))).toMatchObject({ message: "works" });
  expect(await engines.ask(tryConnection, inputFor("own", "wrong_key_0000"))).toMatchObject({
    message: "refused, 401",
  });
  expect(engines.current().connection.source).toBe("demo");

  await expect(engines.ask(changeConnection, inputFor("own", "wrong_key_0000"))).rejects.toThrow(
    /^Nothing was changed/,
  );
  expect(engines.current().connection.source).toBe("demo");

  const before = engines.current();
  const response = Object.assign(new EventEmitter(), {}) as unknown as ServerResponse;
  expect(engines.forResponse(response)).toBe(before);
  await engines.ask(changeConnection, inputFor("own"));
  // The answer comes after the switch, so the next page is not one of the old connection.
  expect(engines.current().connection.baseUrl).toBe(platforms.own.baseUrl);
  for (const { current } of [engines, replica])
    await expect.poll(() => current().connection.baseUrl).toBe(platforms.own.baseUrl);
  expect(await engines.ask(getConnection, {})).toMatchObject({
    ...{ source: "set", host: hostOf(platforms.own), key_last_four: "91c2", set_by: "Mara" },
    address: expect.stringContaining(hostOf(platforms.own)),
    previous: { host: null, key_last_four: null },
  });
  // A response that began on the old connection ends on it.
  await before.gateway.call(listCredentials, {}, { person: mara, requestId: "r", address: null });
  response.emit("close");
  platforms.own.seen.length = 0;
  await engines.ask(listCredentials, {});
  expect(platforms.own.seen.some(({ url }) => url.includes("credentials"))).toBe(true);

  await engines.ask(changeConnection, inputFor("other"));
  await expect.poll(() => engines.current().connection.baseUrl).toBe(platforms.other.baseUrl);
  expect(await engines.ask(getConnection, {})).toMatchObject({ previous: { key_last_four: "91c2" } });
  await engines.ask(revertConnection, { to: "previous" });
  expect(await engines.ask(getConnection, {})).toMatchObject({ host: hostOf(platforms.own), is_switching: false });
  const { data } = (await engines.ask(listAudit, {})) as {
    data: { action: string; target: string | null; outcome: string }[];
  };
  const changes = data.filter(({ action }) => action === changeConnection.id);
  expect(changes.map(({ target, outcome }) => [target, outcome])).toEqual([
    [platforms.other.baseUrl, "ok"],
    [platforms.own.baseUrl, "ok"],
    [platforms.own.baseUrl, "refused"],
  ]);
});

test("says that it is switching while another process has already set a connection", async () => {
  const engines = await startEngines();
  await engines.ask(revertConnection, { to: "demo" });
  expect(await engines.ask(getConnection, {})).toMatchObject({
    ...{ source: "demo", set_by: "Mara", set_at: expect.any(String), is_switching: false },
    previous: { host: hostOf(platforms.own), key_last_four: "91c2" },
  });
  // Without the notification, as a process sees it that has not been reached yet.
  const { pool } = options.database;
  await pool.query("update console.connection set set_at = set_at + interval '1 second' where slot = 'now'");
  expect(await engines.ask(getConnection, {})).toMatchObject({ is_switching: true, previous: null });
  await pool.query("update console.connection set set_at = set_at - interval '1 second' where slot = 'now'");
  expect(await engines.ask(getConnection, {})).toMatchObject({ is_switching: false });
  await engines.ask(revertConnection, { to: "previous" });
});

test("keeps saved records per platform account", async () => {
  const engines = await startEngines();
  await engines.ask(saveRecord, { resource: "campaigns", ref: "c-own", label: "Winter" });
  const saved = async () => {
    const { data } = (await engines.ask(listSaved, {})) as { data: { ref: string; label: string | null }[] };
    return data.map(({ ref, label }) => [ref, label]);
  };
  expect(await saved()).toEqual([["c-own", "Winter"]]);
  await engines.ask(changeConnection, inputFor("other"));
  await expect.poll(() => engines.current().connection.baseUrl).toBe(platforms.other.baseUrl);
  expect(await saved()).toEqual([]);
  await engines.ask(saveRecord, { resource: "campaigns", ref: "c-own", label: "Another" });
  await engines.ask(revertConnection, { to: "previous" });
  await expect.poll(() => engines.current().connection.baseUrl).toBe(platforms.own.baseUrl);
  expect(await saved()).toEqual([["c-own", "Winter"]]);
});

test("assigns records saved before accounts existed to the current account", async () => {
  await options.database.pool.query(
    "insert into console.saved_record (key_print, resource, ref) values ('', 'tools', 't-before')",
  );
  const later = await startEngines();
  expect(await later.ask(listSaved, { resource: "tools" })).toMatchObject({ data: [{ ref: "t-before" }] });
});

test("keeps a set key across a restart, and stores and logs it nowhere in plain text", async () => {
  const again = await startEngines();
  expect(again.current().connection).toMatchObject({ source: "set", key: keys.own });
  const { rows } = await options.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'console'",
  );
  let stored = "";
  for (const { name } of rows)
    stored += JSON.stringify((await options.database.pool.query(`select * from console."${name}"`)).rows);
  for (const text of [stored, lines.join("\n"), JSON.stringify(await again.ask(getConnection, {}))]) {
    expect(text.length).toBeGreaterThan(100);
    for (const key of [keys.own, keys.other]) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(Buffer.from(key).toString("base64").slice(0, 16));
    }
  }
});

const otherSecret = "another secret of thirty-two characters";

test("sends no request when the key is sealed with another secret, until it is set again", async () => {
  // Earlier engines still have the key and would go on polling.
  for (const close of closing.splice(0)) await close();
  for (const platform of Object.values(platforms)) platform.seen.length = 0;
  const secret = otherSecret;
  const trail = createAuditTrail(options.database.db, { key: auditKeyOf(secret), log: options.log });
  await trail.start({ acceptsOtherSecret: true });
  await trail.close();
  const other = await startEngines({ secret });
  await expect(other.ask(listCredentials, {})).rejects.toThrow(/sealed with another SWITCHBOARD_SECRET/);
  expect(Object.values(platforms).flatMap(({ seen }) => seen)).toEqual([]);
  expect(await other.ask(getConnection, {})).toMatchObject({ source: "set", host: hostOf(platforms.own) });
  await expect(other.ask(revertConnection, { to: "previous" })).rejects.toMatchObject({ code: "not_possible" });
  await other.ask(changeConnection, inputFor("own"));
  await expect.poll(() => other.current().connection.fault).toBe(undefined);
  await other.ask(listCredentials, {});
  // Its lists match those of the earlier account, so it is recognized as the same.
  expect(await other.ask(listSaved, { resource: "campaigns" })).toMatchObject({ data: [{ ref: "c-own" }] });
});

test("retries a change of connection that failed", async () => {
  const database = await freshDatabase();
  const engines = await startEngines({}, { database });
  const setting = createConnectionSetting(database.db, options.env.secret);
  await setting.replace({ baseUrl: platforms.other.baseUrl, key: keys.other }, "Mara");
  await expect.poll(() => engines.current().connection.baseUrl).toBe(platforms.other.baseUrl);
  lines.length = 0;
  // No engine can be created without its tables.
  await database.pool.query("alter table console.audit_head rename to audit_head_away");
  await setting.replace({ baseUrl: platforms.own.baseUrl, key: keys.own }, "Mara");
  await expect.poll(() => lines.join()).toContain("the connection stays as it was");
  await database.pool.query("alter table console.audit_head_away rename to audit_head");
  await expect.poll(() => engines.current().connection.baseUrl).toBe(platforms.own.baseUrl);
});

test("refuses to change a connection that the environment sets", async () => {
  const fixed = await startEngines({ platformPort: undefined, secret: otherSecret });
  expect(fixed.current().connection).toMatchObject({ source: "environment", key: keys.demo });
  await expect(fixed.ask(changeConnection, inputFor("own"))).rejects.toThrow(/environment/);
  await expect(fixed.ask(revertConnection, { to: "demo" })).rejects.toThrow(/environment/);
});

test("polls a new connection at once while a response on the old one is open", async () => {
  const database = await freshDatabase();
  const engines = await startEngines({}, { database });
  const collected = async () => {
    const { rows } = await database.pool.query(
      "select count(distinct key_print)::int as all from console.collector_task",
    );
    return rows[0].all;
  };
  await expect.poll(collected, { timeout: timeoutMs(8_000) }).toBe(1);
  const upload = new EventEmitter() as unknown as ServerResponse;
  engines.forResponse(upload);
  await engines.ask(changeConnection, inputFor("own"));
  await expect.poll(collected, { timeout: timeoutMs(8_000) }).toBe(2);
  upload.emit("close");
});

test("keeps the demo's samples on the demo platform only, and a removed one stays removed", async () => {
  const database = await freshDatabase();
  const engines = await startEngines({}, { database });
  const sample = (resource: string, id: string) => ({ resource, id, name: `Sample ${id}` });
  const samples = [sample("campaigns", "c1"), sample("campaigns", "c2"), sample("calls", "k1"), sample("tools", "t1")];
  const known = async () => {
    const { data } = (await engines.ask(listSaved, {})) as { data: SavedRecord[] };
    return data.map(({ ref, named_by }) => `${ref} ${named_by?.resource}`).toSorted();
  };
  engines.storeSamples(samples);
  const all = ["c1 samples", "c2 samples", "k1 samples", "t1 samples"];
  await expect.poll(known).toEqual(all);

  await engines.ask(changeConnection, inputFor("own"));
  await expect.poll(() => engines.current().connection.source).toBe("set");
  expect(await known()).toEqual([]);
  engines.storeSamples([...samples, sample("calls", "k2")]);
  await engines.ask(revertConnection, { to: "demo" });
  await expect.poll(known).toEqual([...all, "k2 samples"].toSorted());
  const { rows } = await database.pool.query(
    "select count(distinct key_print)::int as accounts from console.saved_record",
  );
  expect(rows).toEqual([{ accounts: 1 }]);

  await engines.ask(forgetRecord, { resource: "tools", ref: "t1" });
  await engines.ask(saveRecord, { resource: "campaigns", ref: "c1", label: "Mine" });
  const now = [...samples.filter(({ id }) => !["c1", "c2"].includes(id)), sample("campaigns", "c3")];
  engines.storeSamples(now);
  const left = ["c1 samples", "c3 samples", "k1 samples"];
  await expect.poll(known).toEqual(left);

  const restarted = await startEngines({}, { database });
  restarted.storeSamples(now);
  restarted.storeSamples([...now, sample("calls", "k3")]);
  await expect.poll(known).toEqual([...left, "k3 samples"].toSorted());
});

test("gives no samples to a platform that the environment sets", async () => {
  const database = await freshDatabase();
  const fixed = await startEngines({ platformPort: undefined }, { database });
  fixed.storeSamples([{ resource: "campaigns", id: "c1", name: "Sample" }]);
  await fixed.ask(saveRecord, { resource: "campaigns", ref: "own", label: "own" });
  const { rows } = await database.pool.query("select ref from console.saved_record");
  expect(rows).toEqual([{ ref: "own" }]);
});
