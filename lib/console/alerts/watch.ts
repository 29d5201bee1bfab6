import type { Logger } from "pino";
import type { ConsoleOptions } from "@/lib/console/console-types";
import { keyFor } from "@/lib/console/secret";
import { type OpenDatabase, openDatabase } from "@/lib/db/database";
import { alertSettings } from "./alert-settings";
import { alerts } from "./alerts";
import { createEngine } from "./engine";
import { createMessages } from "./messages";
import { createNotifier } from "./notifier";

type AlertsOptions = Pick<ConsoleOptions, "origin" | "secret" | "alerts"> & {
  database: OpenDatabase;
  keyPrint: string;
  isLeading: () => boolean;
  isDiskLow: () => Promise<boolean>;
  changed: (resources: readonly string[]) => void;
  /** Tells of what changed here and in other processes. */
  onChanged: (listener: (resources: readonly string[]) => void) => () => void;
  log: Logger;
};

/** Something that rules look at changed: they look soon, and not as late as they would. */
const soonMs = 3_000;
const watched = [
  "deliveries",
  "campaigns",
  "phone-numbers",
  "credentials",
  "calls",
  "assistants",
  "workflows",
  "tools",
];

const usual = { tickMs: 2_000, evaluateMs: 15_000 };
const cleanMs = 3_600_000;

/** Looks at what was kept, by the one process that leads, and reports what it finds. */
export function createAlerts({ database, keyPrint, origin, secret, isLeading, isDiskLow, ...given }: AlertsOptions) {
  const { changed, onChanged, log } = given;
  const { mailer, mayConnect = () => false, tickMs, evaluateMs } = { ...usual, ...given.alerts };
  // That the disk is nearly full is the one thing that must be reported then.
  const own = openDatabase(database.url, { connections: 2, urgent: true });
  const key = keyFor("alert recipients", secret);
  const notifier = createNotifier({ mailer, origin, mayConnect, key });
  const messages = createMessages({ database: own, keyPrint, notifier, changed, log });
  const engine = createEngine({
    db: own.db,
    keyPrint,
    notify: messages.notify,
    notifyRecovery: messages.notifyRecovery,
    isDiskLow,
    changed,
    log,
  });
  const last = { evaluateMs: Number.NEGATIVE_INFINITY, cleanMs: Number.NEGATIVE_INFINITY };
  let isDue = false;
  const forget = onChanged((resources) => {
    isDue ||= resources.some((each) => watched.includes(each));
  });
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let closing: Promise<void> | undefined;

  async function tick() {
    try {
      if (isLeading()) await act(performance.now());
    } catch (err) {
      log.warn({ err }, "alerts wait");
    }
    if (!isClosed) again();
  }

  async function act(nowMs: number) {
    if (nowMs - last.evaluateMs >= (isDue ? Math.min(soonMs, evaluateMs) : evaluateMs)) {
      last.evaluateMs = nowMs;
      isDue = false;
      await messages.revive();
      await engine.evaluate();
    }
    if (nowMs - last.cleanMs >= cleanMs) {
      last.cleanMs = nowMs;
      await messages.clean();
    }
    await messages.sendDue();
  }

  function again() {
    timer = setTimeout(() => {
      running = tick();
    }, tickMs).unref();
  }

  async function close() {
    isClosed = true;
    forget();
    clearTimeout(timer);
    notifier.close();
    await running;
    await messages.close();
    await own.close();
  }

  again();
  return {
    operations: [...alerts(database.db, keyPrint), ...alertSettings(database.db, { keyPrint, notifier })],
    close() {
      closing ??= close();
      return closing;
    },
  };
}
