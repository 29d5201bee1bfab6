import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { and, eq } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, beforeEach, expect } from "vitest";
import { auditKeyOf } from "@/lib/audit/audit-chain";
import { createAuditTrail } from "@/lib/audit/audit-trail";
import { createAutomation } from "@/lib/automation/automation";
import { answerOf, keepVersion } from "@/lib/collector/records/keep-versions";
import { type AutomaticAct, listAutomaticActs } from "@/lib/contract/console/automation/acts";
import {
  type GuardRail,
  type GuardRailId,
  listGuardRails,
  setGuardRail,
} from "@/lib/contract/console/automation/guard-rails";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { auditTable } from "@/lib/db/console/tables/audit";
import {
  campaignHoursTable,
  guardRailPauseTable,
  guardRailTable,
  plannedActionTable,
} from "@/lib/db/console/tables/automation";
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
    for (const table of [guardRailTable, guardRailPauseTable, plannedActionTable, campaignHoursTable, userTable])
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
    auditOf: (target: string) =>
      db
        .select()
        .from(auditTable)
        .where(and(eq(auditTable.target, target), eq(auditTable.kind, "begun"))),
  };
}

type Closable = { close(): Promise<void> };
type ProcessOptions = { db: Database; gateway: Gateway; open: Closable[]; credit: { now: unknown } };

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
    const ask = async <Op extends Operation>(op: Op, input: InputOf<Op>, person = personWith("admin")) => {
      const operation = automation.operations.find((candidate) => candidate.op === op);
      return (await operation?.run(input, { person, address: null, requestId: "r" })) as never;
    };
    return {
      ask,
      rail: async (id: GuardRailId) => {
        const { data } = (await ask(listGuardRails, {})) as { data: GuardRail[] };
        return data.find(({ guard_rail }) => guard_rail === id);
      },
      turnOn: (guard_rail: GuardRailId, rest: Partial<InputOf<typeof setGuardRail>> = {}) =>
        ask(setGuardRail, { guard_rail, is_on: true, ...rest }),
      planned: async () => ((await ask(listPlanned, {})) as OutputOf<typeof listPlanned>).data,
      elsewhere: async () => ((await ask(listPlanned, {})) as OutputOf<typeof listPlanned>).elsewhere,
      acts: async () => ((await ask(listAutomaticActs, {})) as { data: AutomaticAct[] }).data,
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
    await keepVersion(db, { accountId, resource: "campaigns", ref, answer: answerOf(record), at });
  }

  /** Stores a campaign at rest and waits until the guard rail has seen it. */
  async function storeAtRest(id: string, record: Record<string, unknown>) {
    await storeCampaign(id, record);
    const isOfThis = eq(guardRailPauseTable.campaignId, id);
    const pause = async () => (await db.select().from(guardRailPauseTable).where(isOfThis))[0];
    await expect.poll(async () => (await pause())?.restedAt).toBeInstanceOf(Date);
  }

  /** Moves the last pause into the past and reads the campaign again. */
  async function afterSeconds(id: string, seconds: number) {
    await db.update(guardRailPauseTable).set({ at: new Date(Date.now() - seconds * 1_000) });
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
