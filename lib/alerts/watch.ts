import { lt } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { ConnectionSource } from "@/lib/contract/console/connection";
import { alertMessageTable, alertTable } from "@/lib/db/console/tables/alerts";
import { type Database, type OpenDatabase, openDatabase } from "@/lib/db/database";
import type { MayConnect } from "@/lib/http/address-guard";
import { startTicker } from "@/lib/jobs/ticker";
import type { Mail } from "@/lib/mailer";
import { keyFor } from "@/lib/secret";
import { alertSettings } from "./alert-settings";
import { alerts } from "./alerts";
import { AlertEngine } from "./engine";
import { enqueueAlert, enqueueRecovery, enqueueReturn } from "./enqueue-messages";
import { Notifier } from "./notifier";
import { createMessageSender } from "./send-messages";

export type AlertOptions = {
  mailer?: { from: string; send: (mail: Mail) => Promise<void> } | undefined;
  /** Name of this installation, in messages to Slack and by POST. The mailer adds it to mails itself. */
  installation?: string | undefined;
  mayConnect: MayConnect;
  tickMs?: number;
  evaluateMs?: number;
};

type AlertsOptions = {
  origin: string;
  secret: string;
  alerts?: AlertOptions | undefined;
  database: OpenDatabase;
  accountId: string;
  connection: { host: string; source: ConnectionSource };
  isLeading: () => boolean;
  isDiskLow: () => Promise<boolean>;
  changed: (resources: readonly string[]) => void;
  onChanged: (listener: (resources: readonly string[]) => void) => () => void;
  log: Logger;
};

/** Rules are evaluated this soon after a change of a watched resource. */
const soonMs = 3_000;
const watched = [
  "deliveries",
  "campaigns",
  "phone-numbers",
  "plan-limits",
  "credentials",
  "calls",
  "assistants",
  "workflows",
  "tools",
];

const defaults = { tickMs: 2_000, evaluateMs: 15_000 };
const cleanMs = 3_600_000;

/** Evaluates alert rules and sends messages, in the leader only. */
export function createAlerts({ database, accountId, origin, secret, isLeading, isDiskLow, ...options }: AlertsOptions) {
  const { changed, onChanged, log, connection } = options;
  const platform = connection.source === "demo" ? "the demo platform" : connection.host;
  const { mailer, installation, mayConnect = () => false, tickMs, evaluateMs } = { ...defaults, ...options.alerts };
  // Alerts of a nearly full disk must be stored while the database is read-only for others.
  const own = openDatabase(database.url, { connections: 2, urgent: true });
  const key = keyFor("alert recipients", secret);
  const notifier = new Notifier({ mailer, origin, platform, installation, mayConnect, key });
  const isDemo = connection.source === "demo";
  // The demo raises alerts all day, and no person can do anything about them.
  const from = { accountId, mayMail: notifier.mayMail && !isDemo };
  const engine = new AlertEngine({
    db: own.db,
    accountId,
    notify: (tx, alert, setting) => enqueueAlert(tx, from, alert, setting),
    notifyRecovery: (tx, alert, setting) => enqueueRecovery(tx, from, alert, setting),
    notifyReturn: (tx, alert, setting) => enqueueReturn(tx, from, alert, setting),
    isLeading,
    isDiskLow,
    changed,
    log,
  });
  const sender = createMessageSender({ db: own.db, accountId, notifier, changed, log });

  let evaluatedMs = Number.NEGATIVE_INFINITY;
  let isDue = false;
  const unsubscribe = onChanged((resources) => {
    isDue ||= resources.some((resource) => watched.includes(resource));
  });

  async function evaluate() {
    const nowMs = performance.now();
    if (nowMs - evaluatedMs < (isDue ? Math.min(soonMs, evaluateMs) : evaluateMs)) return;
    evaluatedMs = nowMs;
    isDue = false;
    await engine.evaluate();
  }

  const whenLeading = (run: () => Promise<unknown>) => async () => (isLeading() ? run() : undefined);
  const tickers = [
    startTicker({ name: "alert rules", everyMs: tickMs, run: whenLeading(evaluate), log }),
    startTicker({ name: "alert messages", everyMs: tickMs, run: whenLeading(() => sender.startDue(isLeading)), log }),
    startTicker({ name: "old alerts", everyMs: cleanMs, run: whenLeading(() => removeOldAlerts(own.db)), log }),
  ];
  let closing: Promise<void> | undefined;

  async function close() {
    unsubscribe();
    notifier.close();
    await Promise.all([...tickers, sender].map((running) => running.stop()));
    await own.close();
  }

  return {
    operations: [
      ...alerts(database.db, accountId),
      ...alertSettings(database.db, { accountId, notifier, isDemo, changed }),
    ],
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const storedForMs = 400 * 86_400_000;

async function removeOldAlerts(db: Database) {
  const longAgo = new Date(clock.nowMs() - storedForMs);
  await db.delete(alertMessageTable).where(lt(alertMessageTable.createdAt, longAgo));
  await db.delete(alertTable).where(lt(alertTable.clearedAt, longAgo));
}
