import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditKeyOf } from "@/lib/console/audit/audit-chain";
import { createAuditTrail } from "@/lib/console/audit/audit-trail";
import { createConnectionSetting } from "@/lib/console/connection-setting";
import type { Person } from "@/lib/console/console-types";
import { listCredentials } from "@/lib/contract/api/credentials";
import { listAudit } from "@/lib/contract/console/audit";
import { getConnection } from "@/lib/contract/console/connection";
import { changeConnection, revertConnection, tryConnection } from "@/lib/contract/console/connection-change";
import { listSaved, saveRecord } from "@/lib/contract/console/saved";
import type { InputOf, Operation } from "@/lib/contract/operation";
import { openDatabase } from "@/lib/db/database";
import { freshDatabase } from "@/lib/db/testing";
import { readEnv } from "@/lib/env";
import { createMeasures } from "@/lib/gateway/measures";
import { type FaultUpstream, startFaultUpstream } from "@/lib/testing/fault-upstream";
import { guardedBy } from "@/lib/testing/healthy-platform";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createEngines, type EngineParts } from "./engine";

const keys = { demo: "demo_key_4477aa", own: "canary_key_own_91c2", other: "canary_key_other_5be0" };
const lines: string[] = [];
let platforms: Record<keyof typeof keys, FaultUpstream>;
let parts: EngineParts;
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
  parts = { env, origin: "http://127.0.0.1:1", database, reads, strangers, measures: createMeasures(), log };
});

afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await Promise.all([
    parts.reads.close(),
    parts.strangers.close(),
    ...Object.values(platforms).map((each) => each.close()),
  ]);
});

async function started(given: Partial<EngineParts["env"]> = {}, on: Partial<EngineParts> = {}) {
  const engines = await createEngines({ ...parts, ...on, env: { ...parts.env, ...given } });
  closing.push(engines.close);
  const ask = async <Op extends Operation>(op: Op, input: InputOf<Op>) =>
    (await engines.now().gateway.call(op, input, { person: mara, requestId: randomUUID(), address: null }))
      .raw as never;
  return { ...engines, ask };
}

const hostOf = ({ baseUrl }: FaultUpstream) => new URL(baseUrl).host;
const give = (name: keyof typeof keys, key = keys[name]) => ({ address: platforms[name].baseUrl, key });

test("an address and a key are tested, used without a restart, and can be gone back from", async () => {
  const one = await started();
  const replica = await started();
  expect(await one.ask(getConnection, {})).toMatchObject({ source: "demo", previous: null });
  expect(JSON.stringify(await one.ask(tryConnection, give("own")))).toContain('"outcome":"ok"');
  expect(one.now().wanted.source).toBe("demo");

  await expect(one.ask(changeConnection, give("own", "wrong_key_0000"))).rejects.toThrow(/^Nothing was changed/);
  expect(one.now().wanted.source).toBe("demo");

  const before = one.now();
  const answering = Object.assign(new EventEmitter(), {}) as unknown as ServerResponse;
  expect(one.during(answering)).toBe(before);
  await one.ask(changeConnection, give("own"));
  for (const each of [one, replica]) await expect.poll(() => each.now().wanted.baseUrl).toBe(platforms.own.baseUrl);
  expect(await one.ask(getConnection, {})).toMatchObject({
    ...{ source: "set", host: hostOf(platforms.own), key_last_four: "91c2", set_by: "Mara" },
    previous: { host: null, key_last_four: null },
  });
  // What had begun on the old connection ends on it.
  await before.gateway.call(listCredentials, {}, { person: mara, requestId: "r", address: null });
  answering.emit("close");
  platforms.own.seen.length = 0;
  await one.ask(listCredentials, {});
  expect(platforms.own.seen.some(({ url }) => url.includes("credentials"))).toBe(true);

  await one.ask(changeConnection, give("other"));
  await expect.poll(() => one.now().wanted.baseUrl).toBe(platforms.other.baseUrl);
  expect(await one.ask(getConnection, {})).toMatchObject({ previous: { key_last_four: "91c2" } });
  await one.ask(revertConnection, { to: "previous" });
  await expect.poll(() => one.now().wanted.baseUrl).toBe(platforms.own.baseUrl);
  const { data } = (await one.ask(listAudit, {})) as {
    data: { action: string; target: string | null; outcome: string }[];
  };
  const changes = data.filter(({ action }) => action === changeConnection.id);
  expect(changes.map(({ target, outcome }) => [target, outcome])).toEqual([
    [platforms.other.baseUrl, "ok"],
    [platforms.own.baseUrl, "ok"],
    [platforms.own.baseUrl, "refused"],
  ]);
});

test("what was saved on one platform is not known on another, and is there again on the way back", async () => {
  const here = await started();
  await here.ask(saveRecord, { resource: "campaigns", ref: "c-own", label: "Winter", pinned: true });
  const saved = async () => {
    const { data } = (await here.ask(listSaved, {})) as { data: { ref: string; label: string | null }[] };
    return data.map(({ ref, label }) => [ref, label]);
  };
  expect(await saved()).toEqual([["c-own", "Winter"]]);
  await here.ask(changeConnection, give("other"));
  await expect.poll(() => here.now().wanted.baseUrl).toBe(platforms.other.baseUrl);
  expect(await saved()).toEqual([]);
  await here.ask(saveRecord, { resource: "campaigns", ref: "c-own", label: "Another" });
  await here.ask(revertConnection, { to: "previous" });
  await expect.poll(() => here.now().wanted.baseUrl).toBe(platforms.own.baseUrl);
  expect(await saved()).toEqual([["c-own", "Winter"]]);
});

test("what was saved before platforms were told apart belongs to the one that is connected then", async () => {
  await parts.database.pool.query(
    "insert into console.saved_record (key_print, resource, ref) values ('', 'tools', 't-before')",
  );
  const later = await started();
  expect(await later.ask(listSaved, { resource: "tools" })).toMatchObject({ data: [{ ref: "t-before" }] });
});

test("a key that was set outlives a restart, and stands nowhere in clear", async () => {
  const again = await started();
  expect(again.now().wanted).toMatchObject({ source: "set", key: keys.own });
  const { rows } = await parts.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'console'",
  );
  let kept = "";
  for (const { name } of rows)
    kept += JSON.stringify((await parts.database.pool.query(`select * from console."${name}"`)).rows);
  for (const text of [kept, lines.join("\n"), JSON.stringify(await again.ask(getConnection, {}))]) {
    expect(text.length).toBeGreaterThan(100);
    for (const key of [keys.own, keys.other]) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(Buffer.from(key).toString("base64").slice(0, 16));
    }
  }
});

const otherSecret = "another secret of thirty-two characters";

test("with another secret the key does not open, nothing is asked with it, and it can be set again", async () => {
  // The engines before it know the key, and read on.
  for (const close of closing.splice(0)) await close();
  for (const platform of Object.values(platforms)) platform.seen.length = 0;
  const secret = otherSecret;
  const trail = createAuditTrail(parts.database.db, { key: auditKeyOf(secret), log: parts.log });
  await trail.start({ acceptsOtherSecret: true });
  await trail.close();
  const other = await started({ secret });
  await expect(other.ask(listCredentials, {})).rejects.toThrow(/sealed with another SWITCHBOARD_SECRET/);
  expect(Object.values(platforms).flatMap(({ seen }) => seen)).toEqual([]);
  expect(await other.ask(getConnection, {})).toMatchObject({ source: "set", host: hostOf(platforms.own) });
  await expect(other.ask(revertConnection, { to: "previous" })).rejects.toMatchObject({ code: "conflict" });
  await other.ask(changeConnection, give("own"));
  await expect.poll(() => other.now().wanted.fault).toBe(undefined);
  await other.ask(listCredentials, {});
  // It lists what the account of before lists, so it is that one.
  expect(await other.ask(listSaved, { resource: "campaigns" })).toMatchObject({ data: [{ ref: "c-own" }] });
});

test("a process that could not follow another connection tries again", async () => {
  const database = await freshDatabase();
  const one = await started({}, { database });
  const setting = createConnectionSetting(database.db, parts.env.secret);
  await setting.replace({ baseUrl: platforms.other.baseUrl, key: keys.other }, "Mara");
  await expect.poll(() => one.now().wanted.baseUrl).toBe(platforms.other.baseUrl);
  lines.length = 0;
  // No engine can be made while it lacks its tables.
  await database.pool.query("alter table console.audit_head rename to audit_head_away");
  await setting.replace({ baseUrl: platforms.own.baseUrl, key: keys.own }, "Mara");
  await expect.poll(() => lines.join()).toContain("the connection stays as it was");
  await database.pool.query("alter table console.audit_head_away rename to audit_head");
  await expect.poll(() => one.now().wanted.baseUrl).toBe(platforms.own.baseUrl);
});

test("what the environment sets is changed there alone", async () => {
  const fixed = await started({ platformPort: undefined, secret: otherSecret });
  expect(fixed.now().wanted).toMatchObject({ source: "environment", key: keys.demo });
  await expect(fixed.ask(changeConnection, give("own"))).rejects.toThrow(/environment/);
  await expect(fixed.ask(revertConnection, { to: "demo" })).rejects.toThrow(/environment/);
});

test("another connection is collected at once, however long an answer on the one before may take", async () => {
  const database = await freshDatabase();
  const one = await started({}, { database });
  const collected = async () => {
    const { rows } = await database.pool.query(
      "select count(distinct key_print)::int as all from console.collector_task",
    );
    return rows[0].all;
  };
  await expect.poll(collected, { timeout: timeoutMs(8_000) }).toBe(1);
  const upload = new EventEmitter() as unknown as ServerResponse;
  one.during(upload);
  await one.ask(changeConnection, give("own"));
  await expect.poll(collected, { timeout: timeoutMs(8_000) }).toBe(2);
  upload.emit("close");
});
