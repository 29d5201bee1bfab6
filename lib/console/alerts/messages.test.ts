import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createMailer } from "@/lib/console/mailer";
import { userTable } from "@/lib/console/tables";
import { personWith } from "@/lib/console/testing";
import { type RuleId, ruleKinds } from "@/lib/contract/console/alert-rules";
import {
  type AlertMessage,
  type AlertPace,
  addAlertRecipient,
  getAlertSettings,
  listAlertMessages,
  removeAlertRecipient,
  setAlertRule,
  testAlertRecipient,
  usualPace,
} from "@/lib/contract/console/alert-settings";
import type { Operation } from "@/lib/contract/operation";
import { openDatabase } from "@/lib/db/database";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { freshDatabase } from "@/lib/db/testing";
import { alertSettings } from "./alert-settings";
import { createCourier } from "./courier";
import { createMessages } from "./messages";
import { ruleSettings, savePace } from "./settings";
import { alertMessageTable, alertRecipientTable, alertTable } from "./tables";

const database = await freshDatabase();
const { db, pool } = database;
await migrate(pool, consoleMigrations);
const keyPrint = "one organization";
const log = pino({ level: "silent" });

let mails: { to: string; text: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, session, done) {
    let text = "";
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    stream.on("end", () => {
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), text: unfolded(text) });
      done();
    });
  },
});
await new Promise<void>((ready) => smtp.listen(0, "127.0.0.1", ready));
const { port } = smtp.server.address() as AddressInfo;

const unfolded = (text: string) => text.replaceAll("=\r\n", "").replaceAll(/\r\n[ \t]/g, " ");

let posts: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
let answerWith: () => number | undefined = () => 204;
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  posts.push({ path: request.url ?? "", headers: request.headers, body });
  const status = answerWith();
  if (status !== undefined) response.writeHead(status).end();
});
await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: "switchboard@fernhill.example" });
const courierWith = (more: { mayConnect?: () => boolean } = {}) =>
  createCourier({
    mailer,
    origin: "https://switchboard.fernhill.example",
    mayConnect: more.mayConnect ?? (() => true),
    key: "0".repeat(64),
  });
const courier = courierWith();
const retry = { seconds: 1, tries: 3, expireSeconds: 1 };
const process = (own = database, by = courier) =>
  createMessages({ database: own, keyPrint, courier: by, changed: () => undefined, log, retry });
const messages = process();
await messages.revive();
afterAll(async () => {
  await messages.close();
  mailer.close();
  receiver.closeAllConnections();
  receiver.close();
  await new Promise<void>((closed) => smtp.close(closed));
});

beforeEach(async () => {
  [mails, posts, answerWith] = [[], [], () => 204];
  for (const table of [alertMessageTable, alertRecipientTable, alertTable, userTable]) await db.delete(table);
  await pool.query("delete from console.alert_rule; delete from console.alert_pace; delete from console_jobs.job");
  const people = [
    { role: "admin", email: "mara@fernhill.example" },
    { role: "campaign_manager", email: "jonas@fernhill.example" },
    { role: "support", email: "ines@fernhill.example" },
  ] as const;
  await db.insert(userTable).values(people.map(({ role, email }) => ({ id: `${role}-id`, name: role, email, role })));
});

let nth = 0;
async function open(rule: RuleId, subject: string) {
  nth += 1;
  const [setting, now] = [(await ruleSettings(db))[rule], new Date()];
  await db.transaction(async (tx) => {
    const [alert] = await tx
      .insert(alertTable)
      .values({
        ...{ id: `a${nth}`, keyPrint, rule, ref: `${nth}`, state: "open", tone: "fault", isPhone: false, print: "" },
        ...{ subject, message: "is <not> well.", why: "Because & so.", href: "/webhooks?webhook=w1", link: "Open" },
        ...{ since: now, lastAt: now },
      })
      .returning();
    if (alert) await messages.tell(tx, alert, setting);
  });
}

const operations = alertSettings(db, { keyPrint, courier });
async function ask<Answer>(op: Operation, input: Record<string, unknown> = {}) {
  const found = operations.find((each) => each.op === op);
  return (await found?.run(input, { person: personWith("admin"), address: null, requestId: "r" })) as Answer;
}
const add = (kind: string, address: string) =>
  ask<{ data: { id: string }; secret: string }>(addAlertRecipient, { kind, address });
const sent = async () => (await ask<{ data: AlertMessage[] }>(listAlertMessages)).data;
const states = async () => (await sent()).map(({ state, tries }) => `${state} ${tries}`);
/** As if so many seconds had passed for all that waits. */
const pass = (seconds: number) =>
  pool.query(
    `update console_jobs.job set start_after = start_after - $1 * interval '1s', started_on = started_on - $1 * interval '1s'`,
    [seconds],
  );
const setPace = (pace: Partial<AlertPace>) => savePace(db, { ...usualPace, ...pace });

test("who hears of a rule gets a mail of what they may see, and nobody else", async () => {
  await open("credential_sync", "CRM bridge");
  await open("deliveries_failing", "29 deliveries");
  await messages.sendDue();
  expect(mails.map(({ to }) => to).toSorted()).toEqual([
    "ines@fernhill.example",
    "jonas@fernhill.example",
    "mara@fernhill.example",
  ]);
  const [admin] = mails.filter(({ to }) => to.startsWith("mara"));
  expect(admin?.text).toContain("Subject: Switchboard: CRM bridge is <not> well, and 1 more");
  expect(admin?.text).toContain("https://switchboard.fernhill.example/webhooks?webhook=w1");
  expect(mails.find(({ to }) => to.startsWith("ines"))?.text).not.toContain("CRM bridge");
  expect(await states()).toEqual(["sent 1", "sent 1", "sent 1"]);
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "nobody" });
  await open("deliveries_failing", "30 deliveries");
  expect(await sent()).toHaveLength(3);
});

test("a signed POST verifies with the Standard Webhooks library, and one for Slack reads as its like do", async () => {
  const { secret } = await add("post", `${receiverUrl}/switchboard`);
  await add("slack", `${receiverUrl}/services/T0/secret`);
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await open("deliveries_failing", "29 deliveries");
  await messages.sendDue();
  const [signed, slack] = ["/switchboard", "/services/T0/secret"].map((path) =>
    posts.find((each) => each.path === path),
  );
  const headers = signed?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(signed?.body ?? "", headers)).toMatchObject({
    type: "alerts.opened",
    data: { alerts: [{ rule: "deliveries_failing", kind: "Deliveries fail", title: "29 deliveries is <not> well." }] },
  });
  expect(() => new Webhook(secret).verify(`${signed?.body} `, headers)).toThrow();
  expect(JSON.parse(slack?.body ?? "")).toEqual({
    text: "*29 deliveries is &lt;not&gt; well.*\nBecause &amp; so.\n<https://switchboard.fernhill.example/webhooks?webhook=w1|Open in Switchboard>",
  });
  const { rows } = await pool.query("select * from console.alert_recipient");
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(JSON.stringify(rows)).not.toContain("T0/secret");
  expect((await sent()).map(({ to }) => to)).toContain(new URL(receiverUrl).host);
});

test("what happens within five minutes of a message waits for the next, all of it in one", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await open("deliveries_failing", "1 delivery");
  await messages.sendDue();
  await open("deliveries_failing", "2 deliveries");
  await open("deliveries_failing", "3 deliveries");
  await messages.sendDue();
  expect(mails).toHaveLength(1);
  await pass(299);
  await messages.sendDue();
  expect(mails).toHaveLength(1);
  await pass(2);
  await messages.sendDue();
  expect(mails).toHaveLength(2);
  expect(mails[1]?.text).toContain("Subject: Switchboard: 2 deliveries is <not> well, and 1 more");
});

test("quiet hours hold what is not always sent, and let go of what is over by then", async () => {
  const hour = new Date().getUTCHours();
  const clock = (from: number) => `${String((hour + from + 24) % 24).padStart(2, "0")}:00`;
  await setPace({ is_quiet: true, from: clock(-1), to: clock(2), has_weekends: false });
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "support" });
  await open("deliveries_failing", "1 delivery");
  await open("deliveries_failing", "2 deliveries");
  await messages.sendDue();
  expect(mails).toEqual([]);
  await ask(setAlertRule, { rule: "number_suspended", audience: "support" });
  await open("number_suspended", "+4930");
  await messages.sendDue();
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining("Switchboard: +4930 is <not> well\r\n")]);
  await db.update(alertTable).set({ clearedAt: new Date() }).where(eq(alertTable.subject, "1 delivery"));
  await pass(7_200);
  await messages.sendDue();
  expect(mails[1]?.text).toContain("Subject: Switchboard: 2 deliveries is <not> well\r\n");
  await open("deliveries_failing", "4 deliveries");
  await db.update(alertTable).set({ state: "resolved" });
  await pass(7_200);
  await messages.sendDue();
  expect(mails).toHaveLength(2);
  expect((await states()).toSorted()).toEqual(["dropped 1", "sent 1", "sent 1"]);
});

test("what does not arrive is tried again, and told as failed when all tries were in vain or its address is gone", async () => {
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "campaign_managers" });
  await db.delete(userTable);
  await add("post", `${receiverUrl}/switchboard`);
  answerWith = () => 500;
  await open("deliveries_failing", "1 delivery");
  await messages.sendDue();
  expect(await states()).toEqual(["waiting 1"]);
  await pass(60);
  await messages.sendDue();
  await pass(60);
  await messages.sendDue();
  expect(await sent()).toMatchObject([{ state: "failed", tries: 3, problem: "answered 500" }]);
  await open("deliveries_failing", "2 deliveries");
  answerWith = () => 410;
  await messages.sendDue();
  expect((await sent())[0]).toMatchObject({ state: "failed", tries: 1, problem: "answered 410" });
  expect(await ask(listAlertMessages, { only: "failed" })).toMatchObject({ total: 2, failed: 2 });
});

test("a process that dies over a message leaves it to another, which sends it under the same ID", async () => {
  await db.delete(userTable);
  await add("post", `${receiverUrl}/switchboard`);
  answerWith = () => undefined;
  await open("deliveries_failing", "1 delivery");
  const dying = { database: openDatabase(database.url, { connections: 2 }), courier: courierWith() };
  const dead = process(dying.database, dying.courier);
  void dead.sendDue().catch(() => undefined);
  await expect.poll(() => posts.length).toBe(1);
  await dying.database.close();
  dying.courier.close();
  expect(await states()).toEqual(["sending 1"]);
  answerWith = () => 204;
  await messages.sendDue();
  expect(posts).toHaveLength(1);
  await pass(5);
  await messages.revive();
  await pass(5);
  await messages.sendDue();
  expect(posts.map(({ headers }) => headers["webhook-id"])).toEqual([(await sent())[0]?.id, (await sent())[0]?.id]);
  expect(await states()).toEqual(["sent 2"]);
});

test("two processes send a message once", async () => {
  const other = process();
  await db.delete(userTable);
  await add("post", `${receiverUrl}/switchboard`);
  await open("deliveries_failing", "1 delivery");
  await Promise.all([messages.sendDue(), other.sendDue(), messages.sendDue(), other.sendDue()]);
  expect(posts).toHaveLength(1);
  await other.close();
});

test("a test is sent at once and says whether it arrived; a removed recipient hears no more", async () => {
  const { data } = await add("post", `${receiverUrl}/switchboard`);
  expect(await ask(testAlertRecipient, { recipient_id: data.id })).toMatchObject({ arrived: true });
  expect(JSON.parse(posts[0]?.body ?? "")).toMatchObject({ type: "alerts.test" });
  expect(await ask(testAlertRecipient, { recipient_id: "mail" })).toMatchObject({ arrived: true });
  expect(mails).toMatchObject([
    { to: "admin@fernhill.example", text: expect.stringContaining("Subject: Test: Test alert") },
  ]);
  answerWith = () => 503;
  const failed = await ask(testAlertRecipient, { recipient_id: data.id });
  expect(failed).toMatchObject({ arrived: false, message: "The test did not arrive: answered 503." });
  expect(await ask(getAlertSettings)).toMatchObject({
    mail: { from: "switchboard@fernhill.example", people: 3, last: { is_test: true, problem: null } },
    recipients: [{ kind: "post", last: { problem: "answered 503" } }],
  });
  await ask(removeAlertRecipient, { recipient_id: data.id });
  await db.delete(userTable);
  await open("deliveries_failing", "1 delivery");
  expect((await sent()).filter(({ tested_by }) => tested_by === null)).toEqual([]);
});

test("a private address is not posted to unless that is allowed, and only web addresses are taken", async () => {
  const guarded = courierWith({ mayConnect: () => false });
  const letter = { id: "m", items: [] };
  expect(await guarded.deliver({ kind: "slack", url: receiverUrl }, letter)).toEqual({
    problem: "the address is not on the public internet",
  });
  expect(posts).toEqual([]);
  await expect(add("post", "gopher://x.example")).rejects.toMatchObject({ code: "bad_input" });
  await expect(add("email", "nobody")).rejects.toMatchObject({ code: "bad_input" });
  await expect(ask(setAlertRule, { rule: "call_long", limit: "9" })).rejects.toMatchObject({ code: "bad_input" });
  expect(ruleKinds.call_long.limits.map(({ value }) => value)).not.toContain("9");
});
