import { expect, test, vi } from "vitest";
import type { Person } from "@/lib/contract/actor";
import { getAssistant } from "@/lib/contract/api/assistants";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import {
  type ConnectionCheck,
  getConnection,
  getConnectionStatus,
  type Probe,
  testConnection,
} from "@/lib/contract/console/connection";
import { listDrift } from "@/lib/contract/console/drift";
import { documentedMeanings, forgetMeaning, listMeanings, setMeaning } from "@/lib/contract/console/meanings";
import { defaultPreferences, getMe, savePreferences } from "@/lib/contract/console/people/me";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { cookieOf, freshConsole, mara, password, personWith } from "@/lib/testing/console";

let probes = 0;
const answering: Probe = {
  operation: "phone-numbers.list",
  path: "/v1/phone-numbers",
  status: 200,
  ms: 18,
  problem: null,
};
const checked: ConnectionCheck = {
  id: "phone-numbers.list",
  name: "GET /v1/phone-numbers",
  outcome: "ok",
  message: "Answered 200 in 18 ms.",
  notes: [],
  probe: answering,
};
let checks: ConnectionCheck[] = [checked];
const { console, database, run, signIn } = await freshConsole({
  admin: { email: mara.email, password },
  probe: async () => {
    probes += 1;
    return [answering];
  },
  examine: async function* () {
    for (const check of checks)
      yield { ...check, drift: [{ path: "items[].status", kind: "unknown-word", came: "porting", times: 2 }] };
  },
});
const ask = <Op extends Operation>(op: Op, input: Record<string, unknown>, person: Person = personWith("admin")) =>
  run(op, input, person) as Promise<OutputOf<Op>>;

const observation = {
  op: getAssistant,
  input: { assistant_id: "a1" },
  person: personWith("admin"),
  at: new Date("2026-11-20T10:00:00Z"),
  ms: 20,
};

test("probes an unused connection once when several requests ask for its status", async () => {
  const statuses = await Promise.all([ask(getConnectionStatus, {}), ask(getConnectionStatus, {})]);
  expect(probes).toBe(1);
  expect(statuses[0]).toMatchObject({ host: "voice-api.example", source: "environment", is_answering: true });
});

test("shows a fault of the platform until its next response", async () => {
  console.observe({
    ...observation,
    status: null,
    problem: new Problem("upstream-unreachable"),
  });
  expect(await ask(getConnectionStatus, {})).toMatchObject({
    is_answering: false,
    is_faulty: false,
    last_problem: "The platform could not be reached.",
  });
  console.observe({ ...observation, status: 404, problem: new Problem("not_found") });
  expect(await ask(getConnectionStatus, {})).toMatchObject({
    is_answering: true,
    last_problem: null,
    last_answer_at: "2026-11-20T10:00:00.000Z",
  });
});

test.each([
  [401, new Problem("upstream-auth")],
  [500, new Problem("upstream-fault", "The platform answered 500.")],
  [200, new Problem("upstream-unreadable", "The answer could not be read.")],
])("shows a faulty connection for status %s with %s", async (status, problem) => {
  console.observe({ ...observation, status, problem });
  expect(await ask(getConnectionStatus, {})).toMatchObject({
    is_answering: false,
    is_faulty: true,
    last_problem: problem.message,
  });
  console.observe({ ...observation, status: 200, problem: null, raw: {} });
});

test("returns the last sixty requests of each endpoint and the key's last four", async () => {
  for (let ms = 1; ms <= 70; ms += 1)
    console.observe({ ...observation, op: listPhoneNumbers, input: {}, ms, status: 200, problem: null, raw: {} });
  console.observe({
    ...observation,
    op: startCampaign,
    input: { campaign_id: "c1" },
    status: 409,
    problem: new Problem("rejected", "No."),
  });
  const connection = await ask(getConnection, {});
  expect(connection.key_last_four).toBe("9f2c");
  expect(connection.endpoints.length).toBe(21);
  expect(connection.endpoints.find(({ operation }) => operation === "campaigns.start")).toMatchObject({
    request: "POST /v1/campaigns/{campaign_id}/start",
    status: 409,
  });
  expect(connection.endpoints.find(({ operation }) => operation === "phone-numbers.list")).toMatchObject({
    ...{ median_ms: 40, slow_ms: 67, times: 60, failed: 0 },
  });
});

test("returns each check of a connection test and counts its reads", async () => {
  expect((await ask(testConnection, {})).checks).toEqual([checked]);
  const { endpoints } = await ask(getConnection, {});
  expect(endpoints.find(({ operation }) => operation === "phone-numbers.list")?.status).toBe(200);
});

test("returns the last status when the platform is slow", async () => {
  const slow = await freshConsole({ probe: () => new Promise(() => undefined) });
  const status = slow.run(getConnectionStatus, {}, personWith("support"));
  await expect(status).resolves.toMatchObject({ is_answering: false, last_answer_at: null });
});

test("stores differences that a connection test found", async () => {
  await expect
    .poll(async () => (await ask(listDrift, {})).data)
    .toMatchObject([{ operation: "phone-numbers.list", kind: "unknown-word", came: "porting" }]);
});

test("shows an unreachable platform as not answering when no read was tried", async () => {
  checks = [{ ...checked, id: "connection", outcome: "fault", message: "Nothing listens there.", probe: null }];
  await ask(testConnection, {});
  expect(await ask(getConnectionStatus, {})).toMatchObject({
    is_answering: false,
    last_problem: "Nothing listens there.",
  });
  checks = [checked];
  await ask(testConnection, {});
  expect(await ask(getConnectionStatus, {})).toMatchObject({ is_answering: true, last_problem: null });
});

test("lists documented meanings and those that admins set", async () => {
  expect((await ask(listMeanings, {})).data.map(({ word }) => word)).toEqual(
    documentedMeanings.map(({ word }) => word),
  );
  const word = { resource: "campaigns", field: "status", word: "läuft / schnell" };
  await ask(setMeaning, { ...word, tone: "live" });
  await ask(setMeaning, { ...word, tone: "wait" });
  expect((await ask(listMeanings, {})).data.at(-1)).toEqual({ ...word, tone: "wait", set_by: "admin" });
  await ask(forgetMeaning, word);
  expect((await ask(listMeanings, {})).data.length).toBe(documentedMeanings.length);
  await expect(ask(forgetMeaning, word)).rejects.toMatchObject({ code: "not_found" });
});

test("refuses to change a documented meaning", async () => {
  const word = { resource: "calls", field: "status", word: "ended" };
  await expect(ask(setMeaning, { ...word, tone: "idle" })).rejects.toMatchObject({
    code: "not_possible",
    outcome: "refused",
  });
  const data = (await ask(listMeanings, {})).data.filter((meaning) => meaning.resource === "calls");
  expect(data).toEqual([{ ...word, tone: "done", set_by: null }]);
});

test("merges a person's preferences", async () => {
  const person = await console.personOf(cookieOf((await signIn(mara.email)).jar));
  if (!person) throw new Error("Nobody was signed in.");
  expect((await ask(getMe, {}, person)).preferences).toEqual(defaultPreferences);
  await ask(savePreferences, { theme: "dark", night: { campaigns: true } }, person);
  await ask(savePreferences, { zone: "local", night: { numbers: false } }, person);
  expect(await ask(getMe, {}, person)).toMatchObject({
    name: "mara",
    role: "admin",
    preferences: {
      theme: "dark",
      zone: "local",
      night: { campaigns: true, numbers: false },
    },
  });
});

test("fails the readiness check when the database is gone", async () => {
  await expect(console.ready()).resolves.toBeUndefined();
  const other = await freshConsole();
  await other.database.close();
  await expect(other.console.ready()).rejects.toThrow();
  const answer = await other.signIn(mara.email);
  expect(answer.json).toMatchObject({ status: 503, type: "urn:switchboard:problem:storage_down" });
});

test("fails the readiness check while the disk is too full for a send", async () => {
  const { console: full, database: onFullDisk, signIn: enter } = await freshConsole();
  await onFullDisk.pool.query(
    "create function console.full() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$",
  );
  await onFullDisk.pool.query(
    "create trigger is_full before insert on console.audit_event execute function console.full()",
  );
  expect((await enter(mara.email)).json).toMatchObject({ status: 503, type: "urn:switchboard:problem:disk_full" });
  await expect(full.ready()).rejects.toMatchObject({ code: "disk_full" });
  await expect(full.ready()).rejects.toMatchObject({ code: "disk_full" });
  await onFullDisk.pool.query("drop trigger is_full on console.audit_event");
  await expect(full.ready()).resolves.toBeUndefined();
  const probes = await onFullDisk.pool.query("select from console.audit_event where action = 'probe'");
  expect(probes.rowCount).toBe(0);
});

test("fails the readiness check when no process has led for a minute", async () => {
  const unreachable = { ...database, url: "postgresql://127.0.0.1:1/none" };
  const collect = { accountId: "print", read: () => Promise.reject(new Problem("upstream-unreachable")) };
  const other = await freshConsole({ database: unreachable, collect });
  await expect(other.console.ready()).resolves.toBeUndefined();
  const monotonic = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => monotonic() + 61_000);
  await expect(other.console.ready()).rejects.toThrow("No process is polling the platform");
  clock.mockRestore();
});
