import { readFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { saveRequirement } from "@/lib/auth/second-factor";
import { consoleOperations } from "@/lib/contract/console";
import { defaultPace } from "@/lib/contract/console/alert-settings";
import { isWrite } from "@/lib/contract/operation";
import { codeOf } from "@/lib/testing/authenticator";
import { askedByPhone, cookieOf, mara, password, tokenIn } from "@/lib/testing/console";
import { freshGateway, shortAnswerMs } from "@/lib/testing/fresh-gateway";

/** Runs every write on people, sessions and console data while the audit log cannot be written. */

const currentPassword = password;
const email = "support@fernhill.example";
let fixture: Awaited<ReturnType<typeof freshGateway>>;
let userId = "";
let token = "";
let session = "";

beforeAll(async () => {
  fixture = await freshGateway({ answerMs: shortAnswerMs });
  const json = { headers: { "content-type": "application/json" } };
  const added = await fixture.ask("admin", "POST", "/api/console/team", {
    ...json,
    body: JSON.stringify({ name: "Ines Vidal", email: "ines@fernhill.example", role: "support" }),
  });
  userId = added.json.member.id;
  token = tokenIn(added.json.link);
  const { data } = (await fixture.read("admin", "/api/console/team")).json;
  expect(data.length).toBe(5);
});

let visitor = 0;
beforeEach(async () => {
  visitor += 1;
  fixture.from(`203.0.113.${visitor}`);
  session = cookieOf((await fixture.signIn(email, currentPassword)).jar);
  // Earlier refusals count towards the sign-in throttle.
  await fixture.database.pool.query("delete from console.sign_in_try");
});
afterEach(() => fixture.database.pool.query("alter table console.audit_event drop constraint if exists unwritable"));

const makeAuditUnwritable = () =>
  fixture.database.pool.query("alter table console.audit_event add constraint unwritable check (id < 0) not valid");

/** All rows of all console tables except the audit log. */
async function readAllTables() {
  const { rows } = await fixture.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'console' and table_name !~ '^(audit_|__)' order by 1",
  );
  const tables = rows.map(async ({ name }) => {
    const { rows } = await fixture.database.pool.query(`select * from console."${name}" order by 1, 2`);
    return [name, rows] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

const routes: Record<string, () => { cookie?: string; body: unknown }> = {
  "/api/auth/sign-in/email": () => ({ body: { email, password: currentPassword } }),
  "/api/auth/link/password": () => ({ body: { token, password: "moss kettle under stairs" } }),
  "/api/auth/sign-in/email, with a session": () => ({ cookie: session, body: { email, password: currentPassword } }),
  "/api/auth/sign-in/email, with a wrong password": () => ({ body: { email, password: "not it at all" } }),
  "/api/auth/sign-out": () => ({ cookie: session, body: {} }),
  "/api/auth/change-password": () => ({
    cookie: session,
    body: { currentPassword: currentPassword, newPassword: "wren under the blue gate" },
  }),
  "/api/auth/revoke-session": () => ({ cookie: session, body: { id: "other" } }),
  "/api/auth/revoke-other-sessions": () => ({ cookie: session, body: {} }),
};

test.each(Object.entries(routes))("%s changes nothing when it cannot be recorded", async (path, buildRequest) => {
  const other = cookieOf((await fixture.signIn(email, currentPassword)).jar);
  const { sessionId } = (await fixture.console.personOf(other)) ?? { sessionId: "" };
  await fixture.database.pool.query("delete from console.sign_in_try");
  const { cookie, body } = buildRequest();
  const before = await readAllTables();
  await makeAuditUnwritable();
  const requestBody = path.includes("revoke-session") ? { id: sessionId } : body;
  const answer = await fixture.post(path.split(",", 1).join(), requestBody, cookie ? { cookie } : {});
  expect(answer).toMatchObject({ status: 503, jar: [], json: { outcome: "refused" } });
  // A wrong password and every use of a link count as a try, even if not recorded.
  const tries = /wrong password|link/.test(path) ? { sign_in_try: expect.any(Array) } : {};
  expect(await readAllTables()).toEqual({ ...before, ...tries });
});

test("setup creates neither link nor admin when it cannot be recorded", async () => {
  await fixture.database.pool.query(`update console."user" set role = 'support' where role = 'admin'`);
  try {
    const token = new URL((await fixture.console.setupLink()) ?? "").searchParams.get("token");
    const before = await readAllTables();
    await makeAuditUnwritable();
    const answer = await fixture.post("/api/auth/setup", { ...mara, password, token });
    expect(answer).toMatchObject({ status: 503, jar: [], json: { outcome: "refused" } });
    await expect(fixture.console.setupLink()).rejects.toMatchObject({ code: "not_recorded" });
    expect({ ...(await readAllTables()), sign_in_try: [] }).toEqual({ ...before, sign_in_try: [] });
  } finally {
    await fixture.database.pool.query(`update console."user" set role = 'admin' where email like 'admin@%'`);
  }
});

const secondSteps = ["/api/auth/sign-in/enrol", "/api/auth/sign-in/code"];

test("the second step of a sign-in uses up no code when it cannot be recorded", async () => {
  const { pool, db } = fixture.database;
  await saveRequirement(db, { of: "everyone", by: "Mara" });
  const [enrol = "", enterCode = ""] = secondSteps;
  const refuse = async (path: string, body: unknown, cookie: string) => {
    const before = await readAllTables();
    await makeAuditUnwritable();
    const answer = await fixture.post(path, body, { cookie });
    expect(answer).toMatchObject({ status: 503, jar: [], json: { outcome: "refused" } });
    expect(await readAllTables()).toEqual(before);
    await pool.query("alter table console.audit_event drop constraint unwritable");
  };
  try {
    const first = await fixture.signIn(email, currentPassword);
    const { secret, sealed } = first.json.enrolment;
    const setUp = { sealed, code: codeOf(secret) };
    await refuse(enrol, setUp, cookieOf(first.jar));
    const { codes } = (await fixture.post(enrol, setUp, { cookie: cookieOf(first.jar) })).json;
    const second = cookieOf((await fixture.signIn(email, currentPassword)).jar);
    await refuse(enterCode, { code: codes[0] }, second);
    expect((await fixture.post(enterCode, { code: codes[0] }, { cookie: second })).status).toBe(200);
  } finally {
    await saveRequirement(db, { of: "nobody", by: "Mara" });
    await pool.query("delete from console.second_factor");
  }
});

test("covers every POST route under /api/auth", () => {
  const files = [
    "lib/auth/session-routes.ts",
    "lib/auth/setup-routes.ts",
    "lib/auth/link-routes.ts",
    "lib/console/visitors.ts",
  ];
  const source = files.map((file) => readFileSync(file, "utf8")).join("");
  const handled = [...source.matchAll(/"POST (\/api\/auth\/[\w/-]+)"/g)].map(([, path]) => path);
  const covered = [...Object.keys(routes).map((route) => route.split(",", 1).join()), "/api/auth/setup"];
  // These change no data of a person. person-links.test.ts covers mail.
  const others = ["/api/auth/link", "/api/auth/forgotten", ...secondSteps];
  expect(new Set(handled)).toEqual(new Set([...covered, ...others]));
});

const word = { resource: "calls", field: "status", word: "ringing" };
const plan = { action: "pause", local: "2099-01-01T09:00", zone: "UTC" };
const inputs: Record<string, Record<string, unknown>> = {
  "backups.set": { hour: 4, keep: 3 },
  "me.save_preferences": { theme: "dark" },
  "me.rename": { name: "Ada Okafor" },
  "tokens.add": { name: "nightly", role: "viewer", scope: "read", days: 90 },
  "team.add": { name: "Tom", email: "tom@fernhill.example", role: "support" },
  "team.rename": { name: "Ines Duarte" },
  "team.change_role": { role: "admin" },
  "team.change_state": { state: "disabled" },
  "connection.try": { address: "https://voice.example", key: "key_of_another_1" },
  "connection.change": { address: "https://voice.example", key: "key_of_another_1" },
  "connection.revert": { to: "demo" },
  "meanings.set": { ...word, tone: "ok" },
  "alerts.set_rule": { is_on: false },
  "alerts.set_pace": defaultPace,
  "alerts.set_audience": { topic: "deliveries", audience: "everyone" },
  "alerts.set_night": { topic: "deliveries", is_on: true },
  "alerts.add_recipient": { kind: "email", address: "tom@fernhill.example" },
  "automation.set_all_hours": { is_on: false },
  "automation.plan": { campaign_id: "c1", ...plan },
  "automation.change_planned": plan,
  "automation.delay": { action: "start", campaigns: [{ campaign_id: "c1" }] },
  "automation.set_hours": { days: [1], from: "10:00", to: "20:00", zone: "Europe/London" },
  "campaigns.set_counter": { field: "reached", counter: "done" },
  "imports.keep_left_out": { part: 0, parts: 1, rows: 1, bytes: "YQ==" },
  "lists.open": { campaign_id: "c-1" },
  "lists.compare": { rows: [2], numbers: ["+4930123456"] },
  "do-not-call.add": { numbers: ["+4930123456"], ...askedByPhone },
  "do-not-call.remove": { reason: "Consent by letter" },
  "imports.begin": {
    list_id: "l-1",
    sends_again: [],
    campaign_id: "c1",
    file_name: "list.csv",
    sha256: "a".repeat(64),
    rows: 1,
    bytes: 1,
    counts: { ready: 1, tidied: 0, warned: 0, left_out: 0, removed: 0 },
    rules: {},
  },
  "imports.finish": { outcome: "ok", status: 200, accepted: 1 },
  "saved.save": { label: "mine" },
  "saved.add": { refs: ["k1", "k2"] },
  "saved.change": { refs: ["k1", "k2"], change: "label" },
  "collector.set_pace_set": { set: "gentle" },
  "collector.set_pace": { is_on: false, every_seconds: 600 },
  "collector.set_retention": { days: 7 },
  "collector.set_retries": { schedule: "0, 5 s, 5 min" },
  "overview.hide_steps": { is_hidden: true },
  "me.view": { role: "support" },
  "inbox.add": { name: "Production" },
  "inbox.set_signing": { signing: "none", refuses_unsigned: false },
  "inbox.free_space": { keep_days: 30 },
  "inbox.set_budget": { megabytes: 500 },
  "notes.add": { text: "Called them." },
  "notes.remove": { note_id: "n1" },
  "erasures.erase": { number: "+4930123456", reason: "asked", last_four: "3456" },
  "erasures.replace_colleague": { person_id: "u1", reason: "left" },
  "masking.set": { is_on: true },
  "masking.show": { reason: "asked" },
  "second-factor.begin": { password: currentPassword },
  "second-factor.confirm": { code: "123456", sealed: "x" },
  "second-factor.renew_codes": { code: "123456" },
  "second-factor.turn_off": { code: "123456" },
  "second-factor.require": { of: "nobody" },
  "sso.set_only": { is_on: false },
  "received.choose_path": { event: "call.ended", fact: "call", path: "data.ref" },
};

test.each(consoleOperations.filter(isWrite).map(({ id }) => id))(
  "%s changes nothing when it cannot be recorded",
  async (id) => {
    const op = consoleOperations.find((operation) => operation.id === id);
    if (!op) throw new Error(id);
    const path = op.path
      .replace("{user_id}", userId)
      .replace("{rule}", "deliveries_failing")
      .replace("{event_id}", "1")
      .replace("{resource}", "calls")
      .replace("{field}", "status")
      .replace("{word}", "ringing")
      .replace("{kind}", "versions")
      .replace(/\{\w+\}/g, "x1");
    const ask = () =>
      fixture.ask("admin", op.method, `/api${path}`, {
        headers: { "content-type": "application/json" },
        ...(op.method === "DELETE" ? {} : { body: JSON.stringify(inputs[id] ?? {}) }),
      });
    const before = await readAllTables();
    await makeAuditUnwritable();
    expect(await ask()).toMatchObject({
      status: 503,
      json: { type: "urn:switchboard:problem:not_recorded", outcome: "refused" },
    });
    expect(await readAllTables()).toEqual(before);
  },
);

test("does not change a password while the head of the audit chain is locked", async () => {
  const holding = await fixture.database.pool.connect();
  const before = await readAllTables();
  await holding.query("begin");
  // The database would end a transaction that does nothing.
  await holding.query("set local idle_in_transaction_session_timeout = 0");
  await holding.query("select * from console.audit_head for update");
  const change = { currentPassword: currentPassword, newPassword: "wren under the blue gate" };
  const answer = await fixture.post("/api/auth/change-password", change, { cookie: session });
  await holding.query("rollback");
  holding.release();
  expect(answer).toMatchObject({ status: 503, json: { outcome: "refused" } });
  expect(await readAllTables()).toEqual(before);
});

const entriesOf = async (action: string) =>
  (await fixture.read("admin", `/api/console/audit?limit=50&action=${action}`)).json.data;

test("records ended sessions once", async () => {
  const other = cookieOf((await fixture.signIn(email, currentPassword)).jar);
  const { sessionId } = (await fixture.console.personOf(other)) ?? {};
  await fixture.post("/api/auth/revoke-session", { id: sessionId }, { cookie: session });
  expect(await fixture.console.personOf(other)).toBeUndefined();
  expect(await entriesOf("session.end")).toMatchObject([{ outcome: "ok", target: sessionId, actor_email: email }]);
  await fixture.post("/api/auth/revoke-other-sessions", {}, { cookie: session });
  expect(await entriesOf("session.end_others")).toMatchObject([{ outcome: "ok", actor_email: email }]);
});

test("ends and records the browser's previous session at a new sign-in", async () => {
  const { sessionId } = (await fixture.console.personOf(session)) ?? {};
  const again = await fixture.signIn(email, currentPassword, { cookie: session });
  expect(again.status).toBe(200);
  expect(await fixture.console.personOf(session)).toBeUndefined();
  expect(await fixture.console.personOf(cookieOf(again.jar))).toMatchObject({ email });
  expect(await entriesOf("session.replaced")).toMatchObject([{ outcome: "ok", target: sessionId, actor_email: email }]);
  const wrong = await fixture.signIn(email, "not it at all", { cookie: cookieOf(again.jar) });
  expect(wrong.status).toBe(401);
  expect(await fixture.console.personOf(cookieOf(again.jar))).toBeDefined();
});

test("records the new value of a setting, but not the key of a connection", async () => {
  const post = (path: string, body: object) =>
    fixture.ask("admin", "POST", `/api/console${path}`, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("/meanings", { ...word, tone: "ok" });
  expect(await entriesOf("meanings.set")).toMatchObject([{ detail: { set: { ...word, tone: "ok" } } }]);
  await post("/connection", { address: "https://voice.example", key: "key_of_another_1" });
  expect(await entriesOf("connection.change")).toMatchObject([{ detail: null }]);
});
