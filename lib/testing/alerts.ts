import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeEach } from "vitest";
import { alertSettings } from "@/lib/alerts/alert-settings";
import { enqueueAlert, enqueueRecovery } from "@/lib/alerts/enqueue-messages";
import { Notifier } from "@/lib/alerts/notifier";
import { createMessageSender } from "@/lib/alerts/send-messages";
import { ruleSettings, savePace } from "@/lib/alerts/settings";
import type { RuleId } from "@/lib/contract/console/alert-rules";
import {
  type AlertMessage,
  type AlertPace,
  addAlertRecipient,
  listAlertMessages,
  usualPace,
} from "@/lib/contract/console/alert-settings";
import type { Operation } from "@/lib/contract/operation";
import { alertMessageTable, alertRecipientTable, alertTable } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { createMailer } from "@/lib/mailer";
import { personWith } from "./console";
import { freshDatabase } from "./fresh-database";

export const database = await freshDatabase();
export const { db, pool } = database;
await migrate(pool, consoleMigrations);
const accountId = "one organization";
const log = pino({ level: "silent" });

/** Delivered messages, and the next response of the web receiver. */
export const arrived: { mails: { to: string; text: string }[]; posts: Post[]; answerWith: () => number | undefined } = {
  mails: [],
  posts: [],
  answerWith: () => 204,
};
type Post = { path: string; headers: IncomingHttpHeaders; body: string };
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, session, done) {
    let text = "";
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    stream.on("end", () => {
      arrived.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), text: unfolded(text) });
      done();
    });
  },
});
await new Promise<void>((ready) => smtp.listen(0, "127.0.0.1", ready));
const { port } = smtp.server.address() as AddressInfo;

const unfolded = (text: string) => text.replaceAll("=\r\n", "").replaceAll(/\r\n[ \t]/g, " ");

const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  arrived.posts.push({ path: request.url ?? "", headers: request.headers, body });
  const status = arrived.answerWith();
  if (status !== undefined) response.writeHead(status).end();
});
await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
export const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: "switchboard@fernhill.example" });
export const notifierWith = (more: { mayConnect?: () => boolean } = {}) =>
  new Notifier({
    mailer,
    origin: "https://switchboard.fernhill.example",
    mayConnect: more.mayConnect ?? (() => true),
    key: "0".repeat(64),
  });
const notifier = notifierWith();
const from = { accountId, mayMail: true };
const retry = { firstMs: 1_000, attempts: 3, leaseMs: 60_000 };
const senderOn = (own = db, by = notifier) =>
  createMessageSender({ db: own, notifier: by, changed: () => undefined, log, retry });
const sender = senderOn();

/** Sends due messages, as a separate process would. Resolves when they are sent. */
export async function sendDue(by = sender) {
  await by.startDue();
  await by.whenIdle();
}
export const anotherProcess = senderOn;
afterAll(async () => {
  mailer.close();
  receiver.closeAllConnections();
  receiver.close();
  await new Promise<void>((closed) => smtp.close(closed));
});

beforeEach(async () => {
  Object.assign(arrived, { mails: [], posts: [], answerWith: () => 204 });
  for (const table of [alertMessageTable, alertRecipientTable, alertTable, userTable]) await db.delete(table);
  await pool.query("delete from console.alert_rule; delete from console.alert_pace");
  const people = [
    { role: "admin", email: "mara@fernhill.example" },
    { role: "campaign_manager", email: "jonas@fernhill.example" },
    { role: "support", email: "ines@fernhill.example" },
  ] as const;
  await db.insert(userTable).values(people.map(({ role, email }) => ({ id: `${role}-id`, name: role, email, role })));
});

let nth = 0;
export async function raise(rule: RuleId, subject: string, more: Partial<typeof alertTable.$inferInsert> = {}) {
  nth += 1;
  const [setting, now] = [(await ruleSettings(db, accountId))[rule], new Date()];
  await db.transaction(async (tx) => {
    const [alert] = await tx
      .insert(alertTable)
      .values({
        ...{
          id: `a${nth}`,
          accountId,
          rule,
          ref: `${nth}`,
          state: "open",
          tone: "fault",
          isPhone: false,
          fingerprint: "",
        },
        ...{ subject, message: "is <not> well.", why: "Because & so.", href: "/webhooks?webhook=w1", link: "Open" },
        ...{ since: now, lastAt: now, ...more },
      })
      .returning();
    if (alert) await enqueueAlert(tx, from, alert, setting);
  });
}

/** Clears an alert and enqueues its recovery. */
export async function recover(subject: string) {
  await db.transaction(async (tx) => {
    const [alert] = await tx
      .update(alertTable)
      .set({ clearedAt: new Date(), state: "resolved" })
      .where(eq(alertTable.subject, subject))
      .returning();
    if (alert) await enqueueRecovery(tx, from, alert, (await ruleSettings(db, accountId))[alert.rule]);
  });
}

const operations = alertSettings(db, { accountId, notifier });
export async function ask<Answer>(op: Operation, input: Record<string, unknown> = {}) {
  const operation = operations.find((candidate) => candidate.op === op);
  return (await operation?.run(input, { person: personWith("admin"), address: null, requestId: "r" })) as Answer;
}
export const add = (kind: string, address: string) =>
  ask<{ data: { id: string }; secret: string }>(addAlertRecipient, { kind, address });
export const sent = async () => (await ask<{ data: AlertMessage[] }>(listAlertMessages)).data;
export const states = async () => (await sent()).map(({ state, tries }) => `${state} ${tries}`);
/** Makes waiting messages due earlier, as if these seconds had passed. */
export const pass = (seconds: number) =>
  pool.query(`update console.alert_message set next_attempt_at = next_attempt_at - $1 * interval '1s'`, [seconds]);
export const setPace = (pace: Partial<AlertPace>) => savePace(db, { ...usualPace, ...pace });
