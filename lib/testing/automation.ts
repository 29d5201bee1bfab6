import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, beforeEach, expect } from "vitest";
import { alertSettings } from "@/lib/alerts/alert-settings";
import { Notifier } from "@/lib/alerts/notifier";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { createAuditTrail } from "@/lib/audit/audit-trail";
import { createAutomation } from "@/lib/automation/automation";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { setAlertRule } from "@/lib/contract/console/alert-settings";
import { setHoursForAll } from "@/lib/contract/console/automation/hours";
import { listPauses, type PauseCause, type PauseSetting } from "@/lib/contract/console/automation/pauses";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { alertRuleTable } from "@/lib/db/console/tables/alerts";
import { auditTable } from "@/lib/db/console/tables/audit";
import { callingHoursTable, campaignHoursTable, plannedActionTable } from "@/lib/db/console/tables/automation";
import { userTable } from "@/lib/db/console/tables/people";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { wallTimeOf } from "@/lib/format/zoned-time";
import { Gateway } from "@/lib/gateway/gateway";
import { createMeasures } from "@/lib/gateway/measures";
import { Upstream } from "@/lib/gateway/upstream";
import { onFileEnd } from "@/lib/testing/on-file-end";
import { freshConsole, personWith } from "./console";
import { emptyCollected } from "./database/empty-collected";
import { json } from "./fault-replies";
import { startFaultUpstream } from "./fault-upstream";

const log = pino({ level: "silent" });
export const accountId = "one organization";
const ok = json(200, { success: true, message: "Campaign paused successfully" });
const key = auditKeyOf("a secret of thirty-two characters or more");

export const plan = {
  localized_balance: "54.20",
  localized_currency: "GBP",
  pricing: { min_credit_balance: "10.00", currency: "GBP" },
};

/** Processes that act on a platform by themselves, on a database that is emptied before each test. */
export async function freshAutomation() {
  const platform = await startFaultUpstream(ok);
  const upstream = new Upstream({ baseUrl: platform.baseUrl, key: "vap_canary_4f9e2d71c0b8" });
  const { console, database } = await freshConsole();
  const { db } = database;
  const gateway = new Gateway({ upstream, console, log, measures: createMeasures(), listDirectory: tmpdir() });
  const open: Closable[] = [];
  /** The credit that the platform returns. */
  const credit = { now: plan };

  onFileEnd(async () => {
    await upstream.close();
    await platform.close();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((resource) => resource.close()));
  });
  beforeEach(async () => {
    await platform.reset();
    credit.now = plan;
    for (const table of [alertRuleTable, callingHoursTable, plannedActionTable, campaignHoursTable, userTable])
      await db.delete(table);
    await emptyCollected(db);
  });

  return {
    ...{ platform, console, db, credit },
    startProcess: processesOn({ db, gateway, open, credit }),
    ...campaignsIn(db),
    /** Sends an action as a person does. */
    call: <Op extends Operation>(op: Op, input: InputOf<Op>) =>
      gateway.call(op, input, { person: personWith("admin"), requestId: randomUUID(), address: null }),
    sends: () => platform.seen.map(({ method, url }) => `${method} ${url}`),
    /** Outcomes of the actions on a campaign by the audit log. */
    outcomesOf: async (target: string) => {
      const entries = await db.select().from(auditTable).where(eq(auditTable.target, target));
      const isEnd = and(
        eq(auditTable.kind, "finished"),
        inArray(
          auditTable.entry,
          entries.map(({ entry }) => entry),
        ),
      );
      return (await db.select().from(auditTable).where(isEnd)).map(({ outcome }) => outcome);
    },
    auditOf: (target: string) =>
      db
        .select()
        .from(auditTable)
        .where(and(eq(auditTable.target, target), eq(auditTable.kind, "begun"))),
  };
}

type Closable = { close(): Promise<void> };
type ProcessOptions = { db: Database; gateway: Gateway; open: Closable[]; credit: { now: unknown } };

type PauseChange = Partial<InputOf<typeof setHoursForAll> & NonNullable<InputOf<typeof setAlertRule>["pause"]>>;

const notifier = new Notifier({
  ...{ mailer: undefined, origin: "https://switchboard.fernhill.example", platform: "api.example.com" },
  ...{ mayConnect: () => false, key: "0".repeat(64) },
});

function processesOn({ db, gateway, open, credit }: ProcessOptions) {
  /**
   * A process that is the leader or believes so. Several of them must still act only once. `mayLeave` throws to prevent a send.
   */
  function startProcess({
    isLeading = (): boolean => true,
    tickMs = 15,
    mayLeave = () => {},
    account = accountId,
    readPlan = async (): Promise<unknown> => credit.now,
  } = {}) {
    const trail = createAuditTrail(db, { key, log });
    const automation = createAutomation({
      db,
      accountId: account,
      demoKeyFingerprint: "the demo platform's key",
      trail,
      changed: () => {},
      log,
      tickMs,
      isLeading,
      read: async () => ({ answer: new Uint8Array(), raw: { success: true, data: await readPlan() } }),
    });
    automation.automate(async (op, input, as) => {
      mayLeave();
      return gateway.call(op, input, { ...as, address: null });
    });
    open.push({ close: async () => void (await Promise.all([automation.close(), trail.close()])) });
    const operations = [...automation.operations, ...alertSettings(db, { accountId: account, notifier })];
    const ask = async <Op extends Operation>(op: Op, input: InputOf<Op>, person = personWith("admin")) => {
      const operation = operations.find((candidate) => candidate.op === op);
      return (await operation?.run(input, { person, address: null, requestId: "r" })) as never;
    };
    return {
      ask,
      /** How a cause pauses campaigns, and which ones it has paused. */
      pausing: async (cause: PauseCause): Promise<PauseSetting | undefined> => {
        const { rules, hours } = (await ask(listPauses, {})) as OutputOf<typeof listPauses>;
        return cause === "calling_hours" ? hours : rules.find(({ rule }) => rule === cause);
      },
      turnOn: (cause: PauseCause, change: PauseChange = {}) =>
        cause === "calling_hours"
          ? ask(setHoursForAll, { is_on: true, ...change })
          : ask(setAlertRule, { rule: cause, pause: { is_on: true, ...change } }),
      planned: async () => ((await ask(listPlanned, {})) as OutputOf<typeof listPlanned>).data,
      other_platforms: async () => ((await ask(listPlanned, {})) as OutputOf<typeof listPlanned>).other_platforms,
    };
  }

  return startProcess;
}

function campaignsIn(db: Database) {
  let clockMs = 0;

  /** Stores a campaign as the collector does, each time a moment later. */
  async function storeCampaign(ref: string, record: Record<string, unknown>, minutesAgo = 0) {
    clockMs = Math.max(clockMs + 5, Date.now());
    const at = new Date(clockMs - minutesAgo * 60_000);
    await db
      .insert(savedTable)
      .values({ accountId, resource: "campaigns", ref, name: `Campaign ${ref}` })
      .onConflictDoNothing();
    await storeVersion(db, { accountId, resource: "campaigns", ref, answer: answerOf(record), at });
  }

  /** Stores a campaign at rest and waits until the check of its pause has seen it. */
  async function storeAtRest(id: string, record: Record<string, unknown>) {
    await storeCampaign(id, record);
    const isOfThis = and(eq(plannedActionTable.campaignId, id), isNull(plannedActionTable.clearedAt));
    const pause = async () => (await db.select().from(plannedActionTable).where(isOfThis))[0];
    await expect.poll(async () => (await pause())?.restedAt).toBeInstanceOf(Date);
  }

  /** Moves the last pause into the past and reads the campaign again. */
  async function afterSeconds(id: string, seconds: number) {
    await db
      .update(plannedActionTable)
      .set({ at: new Date(Date.now() - seconds * 1_000) })
      .where(isNotNull(plannedActionTable.cause));
    await storeCampaign(id, { status: "running" });
    await settled();
  }

  return { storeCampaign, storeAtRest, afterSeconds };
}

export const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

/** Calling hours that exclude the current time. */
export function closedHours() {
  const { day } = wallTimeOf(Date.now(), "Europe/London");
  const days = [1, 2, 3, 4, 5, 6, 7].filter((other) => other !== day && other !== (day === 1 ? 7 : day - 1));
  return { zone: "Europe/London", days, from: "09:00", to: "17:30" };
}

export const openHours = { zone: "Europe/London", days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "23:59" };
