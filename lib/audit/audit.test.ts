import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { endCall } from "@/lib/contract/api/calls";
import { pauseCampaign, startCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import { endSession } from "@/lib/contract/api/sessions";
import {
  exportAudit,
  getAuditChoices,
  getAuditEntry,
  listAnswers,
  listAudit,
  verifyAuditLog,
} from "@/lib/contract/console/audit";
import { addMember, makePersonLink, removeMember } from "@/lib/contract/console/people/team";
import { saveRecord } from "@/lib/contract/console/saved";
import { exportDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import type { InputOf } from "@/lib/contract/inputs";
import { inputOf } from "@/lib/contract/inputs";
import type { OutputOf, Role } from "@/lib/contract/operation";
import { exportName } from "@/lib/format/export-name";
import { fileStream } from "@/lib/gateway/masked-answer";
import { freshConsole, personWith } from "@/lib/testing/console";
import { auditKeyOf, hashText } from "./audit-chain";
import type { AuditedSend, AuditOutcome } from "./audited-send";
import { verifyAudit } from "./verify-audit";

const { console, database, run } = await freshConsole();
const { audit } = console;
const key = auditKeyOf("a secret of thirty-two characters or more");

const sent = (role: Role, values: Partial<AuditedSend> = {}): AuditedSend => ({
  person: personWith(role),
  op: startCampaign,
  target: "c1",
  request: "POST /v1/campaigns/c1/start",
  requestId: randomUUID(),
  address: "203.0.113.7",
  ...values,
});
const ok: AuditOutcome = {
  outcome: "ok",
  status: 200,
  message: "Campaign started",
  body: '{"message":"Campaign started"}',
};

const list = (input: InputOf<typeof listAudit>) =>
  run(listAudit, input, personWith("admin")) as Promise<OutputOf<typeof listAudit>>;
const answersFor = (role: Role, input: InputOf<typeof listAnswers>) =>
  run(listAnswers, input, personWith(role)) as Promise<OutputOf<typeof listAnswers>>;

beforeAll(async () => {
  await audit.finish(await audit.begin(sent("admin")), ok);
  const refused = await audit.begin(sent("campaign_manager", { op: pauseCampaign, target: "100%_done" }));
  await audit.finish(refused, { outcome: "refused", status: 400, message: "Not running", body: "{}" });
  await audit.begin(
    sent("support", {
      op: endSession,
      target: "call-9",
      detail: { bytes: 12, password: "x", nested: { api_key: "y" } },
    }),
  );
});

test("lists entries with their outcomes, newest first", async () => {
  const { data, total, next } = await list({});
  expect(total).toBe(4);
  expect(next).toBeNull();
  expect(data.map(({ action, outcome, status }) => [action, outcome, status])).toEqual([
    ["sessions.end", "unknown", null],
    ["campaigns.pause", "refused", 400],
    ["campaigns.start", "ok", 200],
    ["audit.start", "ok", null],
  ]);
  expect(data[2]).toMatchObject({
    target: "c1",
    request: "POST /v1/campaigns/c1/start",
    actor_name: "admin",
    message: "Campaign started",
  });
});

test("gives an entry without an end an unknown outcome", async () => {
  const { data } = await list({ outcome: "unknown" });
  expect(data).toMatchObject([{ action: "sessions.end", finished_at: null, outcome: "unknown" }]);
});

test("removes secrets from the detail", async () => {
  const { data } = await list({ action: "sessions" });
  expect(data[0]?.detail).toEqual({ bytes: 12, nested: {} });
});

test.each([
  [{ action: "campaigns" }, 2],
  [{ action: "campaigns.start" }, 1],
  [{ outcome: "refused" }, 1],
  [{ text: "CALL-9" }, 1],
  [{ text: "%_" }, 1],
  [{ text: "not RUNNING" }, 1],
  [{ text: "nothing of the kind" }, 0],
] as const)("filters the log by %j", async (filter, count) => {
  expect((await list(filter)).total).toBe(count);
});

test("pages through all entries without a gap or a repeat", async () => {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await list({ limit: 2, after });
    ids.push(...page.data.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after);
  expect(ids).toEqual((await list({})).data.map(({ id }) => id));
});

test("shows responses only for records that the role can read", async () => {
  expect((await answersFor("support", { resource: "sessions", target: "call-9" })).data).toMatchObject([
    { action: "sessions.end", body: null },
  ]);
  expect((await answersFor("campaign_manager", { resource: "sessions", target: "call-9" })).data).toEqual([]);
  expect((await answersFor("campaign_manager", { resource: "campaigns", target: "c1" })).data).toMatchObject([
    { body: ok.body },
  ]);
});

test("names who acted on a campaign to every role, and shows the answer only to managers", async () => {
  const unseen = { request_id: "", body: null, message: null, note: null };
  for (const role of ["support", "viewer"] as const)
    expect((await answersFor(role, { resource: "campaigns", target: "c1" })).data).toMatchObject([
      { ...unseen, actor_name: "admin" },
    ]);
  expect((await answersFor("campaign_manager", { resource: "campaigns", target: "c1" })).data).toMatchObject([
    { actor_name: "admin", body: ok.body },
  ]);
  expect((await answersFor("support", { resource: "sessions", target: "call-9" })).data).toMatchObject([
    { actor_name: "support", request_id: expect.stringMatching(/.{36}/) },
  ]);
});

test.each(["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])(
  "refuses the time %s, which the database cannot hold",
  async (time) => {
    for (const [op, name] of [
      [listAudit, "from"],
      [listAudit, "to"],
      [exportAudit, "from"],
      [exportDeliveries, "to"],
    ] as const)
      expect(inputOf(op).safeParse({ [name]: time }).error?.issues[0]?.message).toBe(
        "Enter a time from the year 1 to 9999.",
      );
  },
);

test("lists own sends for a person and all sends for an admin", async () => {
  expect((await answersFor("campaign_manager", {})).data.map(({ action }) => action)).toEqual(["campaigns.pause"]);
  expect((await answersFor("admin", {})).data.length).toBe(3);
});

const sentencesOf = async (input: InputOf<typeof listAudit>) =>
  (await list(input)).data.map(({ words, record, target, note }) =>
    [words.join(record?.name ?? target ?? ""), note].filter(Boolean).join(" | "),
  );

test("describes entries in sentences with the names of records", async () => {
  await run(
    saveRecord,
    { resource: "campaigns", ref: "c-named", label: "Winter tariff renewals" },
    personWith("admin"),
  );
  const about = { target: "c-named", request: "POST /v1/campaigns/c-named/pause" };
  const paused = await audit.begin(sent("admin", { ...about, op: pauseCampaign }));
  await audit.finish(paused, ok);
  await run(saveRecord, { resource: "campaigns", ref: "c-named", label: "Spring tariff" }, personWith("admin"));
  const list = await audit.begin(sent("admin", { ...about, op: uploadContacts, detail: { file: "late.csv" } }));
  const body = '{"data":{"accepted":403,"rejected":99}}';
  await audit.finish(list, { outcome: "ok", status: 200, message: null, body });
  const started = await audit.begin(sent("admin", about));
  await audit.finish(started, { outcome: "refused", status: 400, message: "Campaign is running", body: "{}" });
  await audit.begin(sent("support", { op: endCall, target: "call-named" }));
  expect(await sentencesOf({ record: "c-named" })).toEqual([
    "tried to start Spring tariff | “Campaign is running”",
    "uploaded 403 contacts to Spring tariff | late.csv, 99 rows left out",
    // The name at that time.
    "paused Winter tariff renewals",
  ]);
  expect(await sentencesOf({ text: "winter TARIFF" })).toEqual(["paused Winter tariff renewals"]);
  expect(await sentencesOf({ text: "tried to start", record: "c-named" })).toEqual([]);
  expect((await sentencesOf({ text: "paused", record: "c-named" })).length).toBe(1);
  expect(await sentencesOf({ record: "call-named" })).toEqual([
    "tried to end the call call-named | No outcome was recorded",
  ]);
  await run(
    saveRecord,
    { resource: "calls", ref: "call-named", label: "Call with Hedda Brandt" },
    personWith("support"),
  );
  expect((await sentencesOf({ record: "call-named" })).at(-1)).toBe(
    "tried to end Call with Hedda Brandt | No outcome was recorded",
  );
});

test("keeps the names of removed people and finds entries by the name of a rule", async () => {
  const { member } = (await run(
    addMember,
    { email: "tom@fernhill.example", name: "Tom Adeyemi", role: "support" },
    personWith("admin"),
  )) as OutputOf<typeof addMember>;
  const removal = await audit.begin(sent("admin", { op: removeMember, target: member.id, request: null }));
  await database.pool.query('delete from console."user" where id = $1', [member.id]);
  await audit.finish(removal, { ...ok, message: "Tom Adeyemi (tom@fernhill.example) was removed." });
  expect(await sentencesOf({ record: member.id })).toEqual([
    "removed Tom Adeyemi from the team | Tom Adeyemi (tom@fernhill.example) was removed.",
  ]);
  const automatic = {
    actor: { name: "Guard rail: balance", email: "" },
    detail: { automatic: "guard rail", because: "2 GBP" },
  };
  await audit.finish(await audit.begin(sent("admin", { op: pauseCampaign, automatic, detail: automatic.detail })), ok);
  expect(await sentencesOf({ person: "Guard rail: balance" })).toEqual(["paused c1 | 2 GBP"]);
  const choices = (await run(getAuditChoices, {}, personWith("admin"))) as OutputOf<typeof getAuditChoices>;
  expect(choices.person).toContainEqual({ value: "Guard rail: balance", label: "Guard rail: balance" });
  expect(choices.person).toContainEqual({ value: "admin-id", label: "admin" });
  expect(choices.record).toContainEqual({ value: "c-named", label: "Spring tariff" });
  expect(choices.action).toContainEqual({ value: "campaigns.pause", label: "Pause a campaign" });
});

test("reads an entry by its ID and filters the log by time and person", async () => {
  const { data, total } = await list({});
  const [newest] = data;
  const one = (await run(getAuditEntry, { entry_id: newest?.id }, personWith("admin"))) as OutputOf<
    typeof getAuditEntry
  >;
  expect(one.data).toEqual(newest);
  expect(await run(getAuditEntry, { entry_id: "x" }, personWith("admin"))).toEqual({ data: null });
  const hour = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  expect((await list({ from: hour(-1), to: hour(1) })).total).toBe(total);
  expect((await list({ to: hour(-1) })).total).toBe(0);
  expect((await list({ person: "support-id" })).total).toBe((await list({ person: "support@fernhill.example" })).total);
  expect((await list({ person: "support-id" })).total).toBe(2);
});

test("exports matching entries to a file without spreadsheet formulas", async () => {
  await audit.begin(sent("admin", { target: "+1,2", person: { ...personWith("admin"), name: "=HYPERLINK(1)" } }));
  const filter = { text: "HYPERLINK", from: "2026-01-01T00:00:00Z" };
  const file = (await run(exportAudit, filter, personWith("admin"))) as OutputOf<typeof exportAudit>;
  const at = new Date("2026-02-01T10:20:30Z");
  expect(exportName(file.title, { platform: "another.example", by: "Mara Okafor", at })).toMatch(
    /^audit-log_127\.0\.0\.1-\d+_2026-01-01T0000Z-to-\d{4}-\d\d-\d\dT\d{4}Z_text-HYPERLINK_by-Mara-Okafor_made-2026-02-01T1020Z\.csv$/,
  );
  let text = "";
  const rows = await fileStream(file).send(async (more) => {
    text += more;
  });
  const lines = text.trimEnd().split("\r\n");
  expect([rows, lines.length]).toEqual([1, 2]);
  expect(lines[0]).toContain("time,finished,who,email,role,what_happened,note,result,");
  expect(lines[1]).toContain(
    ',\'=HYPERLINK(1),admin@fernhill.example,admin,"tried to start +1,2",No outcome was recorded,not known,',
  );
  expect(lines[1]).toContain(`,"'+1,2",`);
});

test("exports the hash of each entry as the page shows it, also when base64 would begin with a minus", async () => {
  const { data } = await list({ limit: 500 });
  const file = (await run(exportAudit, {}, personWith("admin"))) as OutputOf<typeof exportAudit>;
  let text = "";
  await fileStream(file).send(async (more) => {
    text += more;
  });
  const hashes = text
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",").at(-1));
  expect(hashes).toEqual(data.map(({ hash }) => hash));
  expect(hashes.every((hash) => /^[0-9a-f]{64}$/.test(hash ?? ""))).toBe(true);
  expect(hashText(`-${"P0U".repeat(14)}`)).toBe("f8fd143f450fd143f450fd143f450fd143f450fd143f450fd143f450fd143f45");
});

test("verifies the whole log and returns the first fault", async () => {
  const verified = async () => (await run(verifyAuditLog, {}, personWith("admin"))) as OutputOf<typeof verifyAuditLog>;
  const { total } = await list({});
  const [one, other] = await Promise.all([verified(), verified()]);
  expect(one).toBe(other);
  expect(one).toMatchObject({ entries: total, fault: null, redacted: 0, since: expect.stringMatching(/^20/) });
  const alter = (message: string, id: number) =>
    database.pool.query(`alter table console.audit_event disable trigger user;
      update console.audit_event set message = ${message} where id = ${id};
      alter table console.audit_event enable trigger user`);
  const { rows } = await database.pool.query(
    "select id, message from console.audit_event where message = 'Not running'",
  );
  const [row] = rows;
  await alter("'Running'", row.id);
  const { fault } = await verified();
  expect(fault?.message).toBe(`Line ${row.id} of the audit log was edited or inserted.`);
  expect((await list({ action: "campaigns.pause", outcome: "refused" })).data[0]?.id).toBe(fault?.entry);
  await alter("'Not running'", row.id);
  expect((await verified()).fault).toBeNull();
});

test("does not store responses of Switchboard itself, which can contain sign-in links", async () => {
  const id = await audit.begin(sent("admin", { op: makePersonLink, target: "u1", request: null }));
  await audit.finish(id, { ...ok, body: '{"link":"http://127.0.0.1/set-password#abcde"}' });
  const { rows } = await database.pool.query("select * from console.audit_event");
  expect(JSON.stringify(rows)).not.toContain("abcde");
});

test("finds no fault while the log is written", async () => {
  const writing = Promise.all(
    Array.from({ length: 20 }, async () =>
      audit.finish(await audit.begin(sent("admin", { target: randomUUID() })), ok),
    ),
  ).then(() => true);
  const isDone = () => Promise.race([writing, Promise.resolve(false)]);
  do expect(await verifyAudit(database.db, key)).toMatchObject({ fault: undefined });
  while (!(await isDone()));
});

test("keeps the chain intact when the database refuses a line", async () => {
  await database.db.execute(sql`alter table console.audit_event add constraint never check (id < 0) not valid`);
  await expect(audit.begin(sent("admin", { target: randomUUID() }))).rejects.toThrow();
  await database.db.execute(sql`alter table console.audit_event drop constraint never`);
  await audit.finish(await audit.begin(sent("admin", { target: randomUUID() })), ok);
  expect(await verifyAudit(database.db, key)).toMatchObject({ fault: undefined });
});
