import { and, eq, isNull } from "drizzle-orm";
import type { AuditTrail } from "@/lib/audit/audit-trail";
import { clock } from "@/lib/clock";
import type { Collect } from "@/lib/collector/collect";
import { listRunningCampaigns } from "@/lib/contract/console/automation/acts";
import {
  type GuardRail,
  type GuardRailId,
  guardRailIds,
  guardRailNames,
  listGuardRails,
  previewGuardRail,
  sameHours,
  setGuardRail,
} from "@/lib/contract/console/automation/guard-rails";
import { implement } from "@/lib/contract/console/context";
import { knownName } from "@/lib/contract/console/saved";
import { guardRailLimits } from "@/lib/contract/inputs/automation";
import { refused } from "@/lib/contract/problem";
import { guardRailPauseTable, guardRailTable } from "@/lib/db/console/tables/automation";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import { type Database, takeTurn } from "@/lib/db/database";
import type { SendAutomatically } from "@/lib/gateway/observation";
import { startTicker } from "@/lib/jobs/ticker";
import { automaticActs, createAutomaticSends, type SenderOptions } from "./automatic-sends";
import { campaignStates, createFindings, crossedBy, mayBeRunning, usualLimit, wasRunning } from "./findings";
import { GuardRails } from "./guard-rails";
import { scheduledActions } from "./scheduled-actions";
import { createScheduledSender } from "./scheduled-sends";

const hourMs = 3_600_000;

type AutomationOptions = Collect &
  Omit<SenderOptions, "sends"> & {
    trail: AuditTrail;
    /** Replaces the intervals below. */
    tickMs?: number;
  };

const guardRailsMs = 3_000;
const scheduledActionsMs = 1_000;

export function createAutomation(options: AutomationOptions) {
  const { db, accountId, read, trail, isLeading, changed, log, tickMs } = options;
  const shared = { db, accountId, read, isLeading, changed, log };
  const running: { stop: () => Promise<unknown> }[] = [];

  function whenLeading(name: string, run: () => Promise<unknown>, everyMs: number) {
    const tick = async () => (isLeading() ? run() : undefined);
    running.push(startTicker({ name, everyMs, run: tick, log }));
  }

  return {
    automate(send: SendAutomatically) {
      const sends = createAutomaticSends(db, trail, send);
      const guardRails = new GuardRails({ ...shared, sends });
      const scheduled = createScheduledSender({ ...shared, sends });
      running.push(guardRails, scheduled);
      whenLeading("guard rails", () => guardRails.check(), tickMs ?? guardRailsMs);
      whenLeading("scheduled actions", scheduled.sendDue, tickMs ?? scheduledActionsMs);
      whenLeading("old scheduled actions", scheduled.removeOld, hourMs);
    },
    operations: [
      ...guardRailOperations(shared),
      ...scheduledActions({ ...shared, demoKeyFingerprint: options.demoKeyFingerprint }),
      automaticActs(db),
    ],
    /** Resolves when all started sends have ended. */
    async close() {
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}

function guardRailOperations({ db, accountId, read, changed }: RailOptions) {
  const evaluate = createFindings({ db, accountId, read });
  return [
    implement(listGuardRails, async () => ({ data: await guardRailsOf(db, accountId) })),

    implement(setGuardRail, async ({ guard_rail, is_on, campaigns, ...limits }, { person }) => {
      const isOn = await db.transaction(async (tx) => {
        await takeTurn(tx, `guard rails ${accountId}`);
        const isRail = and(eq(guardRailTable.accountId, accountId), eq(guardRailTable.guardRail, guard_rail));
        const [before] = await tx.select().from(guardRailTable).where(isRail);
        const limit = { ...usualLimit, ...before?.limit, ...withoutUndefined(limits) };
        if (limit.from === limit.to) throw refused("bad_input", `to: ${sameHours}`);
        const isOn = is_on ?? before?.isOn ?? false;
        const chosen = campaigns === undefined ? (before?.campaigns ?? null) : campaigns;
        const set = { isOn, limit, campaigns: chosen, changedBy: person.name, changedAt: clock.now(), found: null };
        await tx
          .insert(guardRailTable)
          .values({ accountId, guardRail: guard_rail, ...set })
          .onConflictDoUpdate({ target: [guardRailTable.accountId, guardRailTable.guardRail], set });
        if (!isOn) await tx.delete(guardRailPauseTable).where(isOfRail(accountId, guard_rail));
        return isOn;
      });
      changed(["automation"]);
      const data = (await guardRailsOf(db, accountId)).find((rail) => rail.guard_rail === guard_rail);
      if (!data) throw new Error("The guard rail is missing after its change.");
      const state = is_on === undefined ? "changed" : isOn ? "turned on" : "turned off";
      return { data, message: `Guard rail ${state}: ${guardRailNames[guard_rail]}` };
    }),

    implement(previewGuardRail, async ({ guard_rail, limit }) => {
      const changes = limitIn(limit);
      if (!changes) throw refused("bad_input", "This limit is not complete.");
      const now = clock.now();
      const running = (await campaignStates(db, accountId)).filter((campaign) => mayBeRunning(campaign, now));
      const whole = { ...usualLimit, ...withoutUndefined(changes) };
      const evaluation = await evaluate(guard_rail, { limit: whole, running, isNeeded: running.length > 0, now });
      const crossed = await crossedBy(running, evaluation);
      return { data: crossed.map(({ campaign: { campaign_id, name }, says }) => ({ campaign_id, name, why: says })) };
    }),

    implement(listRunningCampaigns, async () => {
      const [campaigns, known] = await Promise.all([
        campaignStates(db, accountId),
        db.$count(
          savedTable,
          and(
            eq(savedTable.accountId, accountId),
            eq(savedTable.resource, "campaigns"),
            isNull(savedTable.notFoundSince),
          ),
        ),
      ]);
      return {
        unread: known - campaigns.filter(({ status }) => status !== null).length,
        data: campaigns.filter(wasRunning).map(({ campaign_id, name, status, seenMs }) => ({
          campaign_id,
          name,
          status: status ?? "",
          seen_at: new Date(seenMs).toISOString(),
        })),
      };
    }),
  ];
}

/** Undefined for text that is no limit. */
function limitIn(text: string) {
  try {
    return guardRailLimits.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

type RailOptions = Pick<SenderOptions, "db" | "accountId" | "changed"> & Pick<Collect, "read">;

const isOfRail = (accountId: string, guardRail: GuardRailId) =>
  and(eq(guardRailPauseTable.accountId, accountId), eq(guardRailPauseTable.guardRail, guardRail));

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Drops undefined values, so that they do not overwrite others in a spread. */
const withoutUndefined = <T extends object>(values: T) =>
  // The type of fromEntries does not show that no value is undefined.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Partial<T>>;

async function guardRailsOf(db: Database, accountId: string): Promise<GuardRail[]> {
  const rows = await db.select().from(guardRailTable).where(eq(guardRailTable.accountId, accountId));
  const pauses = await db
    .select({ pause: guardRailPauseTable, name: savedTable.name, label: savedTable.label })
    .from(guardRailPauseTable)
    .leftJoin(savedTable, isSaved({ accountId, resource: "campaigns", ref: guardRailPauseTable.campaignId }))
    .where(eq(guardRailPauseTable.accountId, accountId))
    .orderBy(guardRailPauseTable.at, guardRailPauseTable.campaignId);
  return guardRailIds.map((guard_rail) => {
    const row = rows.find(({ guardRail }) => guardRail === guard_rail);
    return {
      guard_rail,
      is_on: row?.isOn ?? false,
      limit: { ...usualLimit, ...row?.limit },
      campaigns: row?.campaigns ?? null,
      changed_by: row?.changedBy ?? null,
      changed_at: row?.changedAt.toISOString() ?? null,
      last_acted_at: row?.lastActedAt?.toISOString() ?? null,
      found: row?.isOn ? (row.found ?? null) : null,
      pauses: pauses
        .filter(({ pause }) => pause.guardRail === guard_rail)
        .map(({ pause, ...names }) => ({
          campaign_id: pause.campaignId,
          name: knownName(names),
          at: pause.at.toISOString(),
          outcome: pause.outcome ?? "unknown",
          message: pause.message,
          restarted_at: pause.restartedAt?.toISOString() ?? null,
        })),
    };
  });
}
