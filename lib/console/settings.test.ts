import { expect, test, vi } from "vitest";
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
import { getMe, savePreferences, usualPreferences } from "@/lib/contract/console/me";
import { documentedMeanings, forgetMeaning, listMeanings, setMeaning } from "@/lib/contract/console/meanings";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Person } from "./console-types";
import { cookieOf, freshConsole, mara, password, personWith } from "./testing";

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
  says: "Answered 200 in 18 ms.",
  notes: [],
  probe: answering,
};
let found: ConnectionCheck[] = [checked];
const { console, database, run, signIn } = await freshConsole({
  admin: { email: mara.email, password },
  probe: async () => {
    probes += 1;
    return [answering];
  },
  examine: async function* () {
    for (const check of found)
      yield { ...check, drift: [{ path: "items[].status", kind: "unknown-word", came: "porting", times: 2 }] };
  },
});
const ask = <Op extends Operation>(op: Op, input: Record<string, unknown>, person: Person = personWith("admin")) =>
  run(op, input, person) as Promise<OutputOf<Op>>;

const seen = {
  op: getAssistant,
  input: { assistant_id: "a1" },
  person: personWith("admin"),
  at: new Date("2026-11-20T10:00:00Z"),
  ms: 20,
};

test("a line nothing has passed through yet is tried once, however many ask", async () => {
  const lines = await Promise.all([ask(getConnectionStatus, {}), ask(getConnectionStatus, {})]);
  expect(probes).toBe(1);
  expect(lines[0]).toMatchObject({ host: "voice-api.example", source: "environment", is_answering: true });
});

test("a fault of the platform shows on the line, and its next answer clears it", async () => {
  console.observe({
    ...seen,
    status: null,
    problem: new Problem("upstream-unreachable"),
  });
  expect(await ask(getConnectionStatus, {})).toMatchObject({
    is_answering: false,
    is_faulty: false,
    last_problem: "The platform could not be reached.",
  });
  console.observe({ ...seen, status: 404, problem: new Problem("not_found") });
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
])("%s with %s is trouble on the line", async (status, problem) => {
  console.observe({ ...seen, status, problem });
  expect(await ask(getConnectionStatus, {})).toMatchObject({
    is_answering: false,
    is_faulty: true,
    last_problem: problem.message,
  });
  console.observe({ ...seen, status: 200, problem: null, raw: {} });
});

test("the last sixty reads are kept, and each endpoint's last status, with no more of the key than four signs", async () => {
  for (let ms = 1; ms <= 70; ms += 1)
    console.observe({ ...seen, op: listPhoneNumbers, input: {}, ms, status: 200, problem: null, raw: {} });
  console.observe({
    ...seen,
    op: startCampaign,
    input: { campaign_id: "c1" },
    status: 409,
    problem: new Problem("rejected", "No."),
  });
  const found = await ask(getConnection, {});
  expect(found.key_last_four).toBe("9f2c");
  expect(found.reads.length).toBe(60);
  expect(found.reads.map(({ ms }) => ms).slice(0, 2)).toEqual([11, 12]);
  expect(found.endpoints.length).toBe(21);
  expect(found.endpoints.find(({ operation }) => operation === "campaigns.start")).toMatchObject({
    request: "POST /v1/campaigns/{campaign_id}/start",
    status: 409,
  });
  expect(found.endpoints.find(({ operation }) => operation === "phone-numbers.list")).toMatchObject({
    ...{ median_ms: 40, slow_ms: 67, times: 60, failed: 0 },
  });
});

test("testing the line gives each check, and its reads count as reads", async () => {
  const before = (await ask(getConnection, {})).reads.at(-1);
  expect((await ask(testConnection, {})).checks).toEqual([checked]);
  const { reads, endpoints } = await ask(getConnection, {});
  expect(reads.at(-1)).toMatchObject({ ms: 18, ok: true });
  expect(reads.at(-1)).not.toEqual(before);
  expect(endpoints.find(({ operation }) => operation === "phone-numbers.list")?.status).toBe(200);
});

test("a line that is slow to answer is not waited for", async () => {
  const slow = await freshConsole({ probe: () => new Promise(() => undefined) });
  const asked = slow.run(getConnectionStatus, {}, personWith("support"));
  await expect(asked).resolves.toMatchObject({ is_answering: false, last_answer_at: null });
});

test("what differed while the line was tested is kept as drift", async () => {
  await expect
    .poll(async () => (await ask(listDrift, {})).data)
    .toMatchObject([{ operation: "phone-numbers.list", kind: "unknown-word", came: "porting" }]);
});

test("a line that nobody answers is not answering, though no read was tried", async () => {
  found = [{ ...checked, id: "connection", outcome: "fault", says: "Nothing listens there.", probe: null }];
  await ask(testConnection, {});
  expect(await ask(getConnectionStatus, {})).toMatchObject({
    is_answering: false,
    last_problem: "Nothing listens there.",
  });
  found = [checked];
  await ask(testConnection, {});
  expect(await ask(getConnectionStatus, {})).toMatchObject({ is_answering: true, last_problem: null });
});

test("only the words of the document have a meaning until an admin sets one", async () => {
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

test("the document's own words cannot be set anew", async () => {
  const word = { resource: "calls", field: "status", word: "ended" };
  await expect(ask(setMeaning, { ...word, tone: "idle" })).rejects.toMatchObject({
    code: "conflict",
    outcome: "refused",
  });
  const data = (await ask(listMeanings, {})).data.filter((each) => each.resource === "calls");
  expect(data).toEqual([{ ...word, tone: "done", set_by: null }]);
});

test("a person's choices are kept one by one", async () => {
  const person = await console.personOf(cookieOf((await signIn(mara.email)).jar));
  if (!person) throw new Error("Nobody was signed in.");
  expect((await ask(getMe, {}, person)).preferences).toEqual(usualPreferences);
  const table = (name: string) => ({ [name]: { hidden: ["id"], order: [] } });
  await ask(savePreferences, { theme: "dark", columns: table("numbers") }, person);
  await ask(savePreferences, { zone: "local", columns: table("audit") }, person);
  expect(await ask(getMe, {}, person)).toMatchObject({
    name: "mara",
    role: "admin",
    preferences: {
      theme: "dark",
      zone: "local",
      density: "regular",
      columns: { ...table("numbers"), ...table("audit") },
    },
  });
});

test("readiness fails when the database is gone", async () => {
  await expect(console.ready()).resolves.toBeUndefined();
  const other = await freshConsole();
  await other.database.close();
  await expect(other.console.ready()).rejects.toThrow();
  const answer = await other.signIn(mara.email);
  expect(answer.json).toMatchObject({ status: 503, type: "urn:switchboard:problem:storage_down" });
});

test("readiness fails when no process was seen to lead for a minute", async () => {
  const unreachable = { ...database, url: "postgresql://127.0.0.1:1/none" };
  const collect = { keyPrint: "print", read: () => Promise.reject(new Problem("upstream-unreachable")) };
  const other = await freshConsole({ database: unreachable, collect });
  await expect(other.console.ready()).resolves.toBeUndefined();
  const monotonic = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => monotonic() + 61_000);
  await expect(other.console.ready()).rejects.toThrow("No process leads");
  clock.mockRestore();
});
