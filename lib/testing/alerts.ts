import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { beforeEach } from "vitest";
import { alertSettings } from "@/lib/alerts/alert-settings";
import { enqueueAlert, enqueueRecovery, enqueueReturn } from "@/lib/alerts/enqueue-messages";
import { Notifier } from "@/lib/alerts/notifier";
import { createMessageSender } from "@/lib/alerts/send-messages";
import { ruleSettings, savePace } from "@/lib/alerts/settings";
import type { RuleId } from "@/lib/contract/console/alert-rule-ids";
import {
  type AlertMessage,
  type AlertPace,
  addAlertRecipient,
  defaultPace,
  listAlertMessages,
} from "@/lib/contract/console/alert-settings";
import type { Operation } from "@/lib/contract/operation";
import { alertMessageTable, alertRecipientTable, alertTable } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { createMailer } from "@/lib/mailer";
import { onFileEnd } from "@/lib/testing/on-file-end";
import { personWith } from "./console";
import { emptyCollected } from "./database/empty-collected";
import { freshDatabase } from "./database/fresh-database";

const accountId = "one organization";
const log = pino({ level: "silent" });
const from = { accountId, mayMail: true };
const retry = { firstMs: 1_000, attempts: 3, leaseMs: 60_000 };

/** Recipients, alerts and messages in a database of this test file, emptied before each test, and a receiver of messages. */
export async function freshAlerts() {
  const database = await freshDatabase();
  const { db, pool } = database;
  const { arrived, receiverUrl, mailer } = await startReceivers();
  const notifierWith = (more: { mayConnect?: () => boolean } = {}) =>
    new Notifier({
      mailer,
      ...{ origin: "https://switchboard.fernhill.example", platform: "api.example.com" },
      mayConnect: more.mayConnect ?? (() => true),
      key: "0".repeat(64),
    });
  const notifier = notifierWith();
  const anotherProcess = (own = db, by = notifier, account = accountId) =>
    createMessageSender({ db: own, accountId: account, notifier: by, changed: () => undefined, log, retry });
  const sender = anotherProcess();

  /** Sends due messages, as a separate process would. Resolves when they are sent. */
  async function sendDue(by = sender) {
    await by.startDue();
    await by.whenIdle();
  }

  beforeEach(async () => {
    Object.assign(arrived, { mails: [], posts: [], answerWith: () => 204 });
    for (const table of [alertMessageTable, alertRecipientTable, alertTable, userTable]) await db.delete(table);
    await emptyCollected(db);
    await pool.query("delete from console.alert_rule; delete from console.alert_pace");
    const people = [
      { role: "admin", email: "mara@fernhill.example" },
      { role: "campaign_manager", email: "jonas@fernhill.example" },
      { role: "support", email: "ines@fernhill.example" },
    ] as const;
    await db.insert(userTable).values(people.map(({ role, email }) => ({ id: `${role}-id`, name: role, email, role })));
  });

  /** Makes waiting messages due earlier, as if these seconds had passed. */
  const pass = (seconds: number) =>
    pool.query(`update console.alert_message set next_attempt_at = next_attempt_at - $1 * interval '1s'`, [seconds]);
  const { raise, ...alerts } = alertsIn(db);
  const { setPace, ...settings } = settingsIn(db, notifier);

  return {
    ...{ arrived, receiverUrl, database, db, pool, notifierWith, anotherProcess, sendDue, pass, raise, setPace },
    ...alerts,
    ...settings,
    async sendAfter(seconds: number) {
      await pass(seconds);
      await sendDue();
    },
    async raiseAndSend(...alert: Parameters<typeof raise>) {
      await raise(...alert);
      await sendDue();
    },
    /** From an hour ago until in two hours. */
    async beginQuietHours() {
      const hour = new Date().getUTCHours();
      const clock = (from: number) => `${String((hour + from + 24) % 24).padStart(2, "0")}:00`;
      await setPace({ is_quiet: true, from: clock(-1), to: clock(2), has_weekends: false });
    },
  };
}

type Post = { path: string; headers: IncomingHttpHeaders; body: string };
/** Delivered messages, and the next response of the web receiver. */
type Arrived = { mails: { to: string; text: string }[]; posts: Post[]; answerWith: () => number | undefined };

/** A mail server and a web server that record what they receive. */
async function startReceivers() {
  const arrived: Arrived = { mails: [], posts: [], answerWith: () => 204 };
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

  const receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    arrived.posts.push({ path: request.url ?? "", headers: request.headers, body });
    const status = arrived.answerWith();
    if (status !== undefined) response.writeHead(status).end();
  });
  await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

  const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: "switchboard@fernhill.example" });
  onFileEnd(async () => {
    mailer.close();
    receiver.closeAllConnections();
    receiver.close();
    await new Promise<void>((closed) => smtp.close(closed));
  });
  return { arrived, receiverUrl, mailer };
}

const unfolded = (text: string) =>
  text
    .replaceAll("=\r\n", "")
    .replaceAll(/\r\n[ \t]/g, " ")
    .replaceAll("=3D", "=");

function alertsIn(db: Database) {
  let nth = 0;
  async function raise(rule: RuleId, subject: string, more: Partial<typeof alertTable.$inferInsert> = {}) {
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
  async function recover(subject: string) {
    await db.transaction(async (tx) => {
      const [alert] = await tx
        .update(alertTable)
        .set({ clearedAt: new Date(), clearedAs: "recovered", state: "resolved" })
        .where(eq(alertTable.subject, subject))
        .returning();
      if (alert) await enqueueRecovery(tx, from, alert, (await ruleSettings(db, accountId))[alert.rule]);
    });
  }

  /** Enqueues an alert that is found again while it is clearing. */
  async function returns(subject: string) {
    const [alert] = await db.select().from(alertTable).where(eq(alertTable.subject, subject));
    if (!alert) return;
    const setting = (await ruleSettings(db, accountId))[alert.rule];
    await db.transaction((tx) => enqueueReturn(tx, from, alert, setting));
  }

  return { raise, recover, returns };
}

function settingsIn(db: Database, notifier: Notifier) {
  const operations = alertSettings(db, { accountId, notifier });
  async function ask<Answer>(op: Operation, input: Record<string, unknown> = {}) {
    const operation = operations.find((candidate) => candidate.op === op);
    return (await operation?.run(input, { person: personWith("admin"), address: null, requestId: "r" })) as Answer;
  }
  const add = (kind: string, address: string) =>
    ask<{ data: { id: string }; secret: string }>(addAlertRecipient, { kind, address });
  const sent = async () => (await ask<{ data: AlertMessage[] }>(listAlertMessages)).data;
  const states = async () => (await sent()).map(({ state, tries }) => `${state} ${tries}`);
  const setPace = (pace: Partial<AlertPace>) => savePace(db, { ...defaultPace, ...pace });

  return { ask, add, sent, states, setPace };
}
