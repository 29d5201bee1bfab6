import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { dailySpend } from "@/lib/alerts/daily-spend";
import { readBackups } from "@/lib/backup/backup-settings";
import { clock } from "@/lib/clock";
import { implement } from "@/lib/contract/console/context";
import { type FirstStep, firstSteps, getOverview, hideFirstSteps, type Overview } from "@/lib/contract/console/summary";
import type { Role } from "@/lib/contract/operation";
import { saveSetting } from "@/lib/db/console/save-setting";
import { alertMessageTable, alertRecipientTable } from "@/lib/db/console/tables/alerts";
import { collectorSettingTable } from "@/lib/db/console/tables/collector";
import { foundCallTable, hookAddressTable } from "@/lib/db/console/tables/inbox";
import { userTable } from "@/lib/db/console/tables/people";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import type { Health } from "./health";

const hiddenName = "first steps";
const dayMs = 86_400_000;

type OverviewOptions = {
  accountId: string;
  health: Pick<Health, "isAnswering">;
  sendsMail: boolean;
};

export const overview = (db: Database, { accountId, health, sendsMail }: OverviewOptions) => {
  const isTrue: Record<FirstStep, () => Promise<boolean>> = {
    connect: async () => health.isAnswering(),
    person: async () => (await db.$count(userTable, eq(userTable.isDisabled, false))) > 1,
    events: async () => (await db.$count(foundCallTable, isConfirmed(accountId))) > 0,
    campaign: async () => (await db.$count(savedTable, and(eq(savedTable.accountId, accountId), isOpenedCampaign))) > 0,
    backup: async () => (await readBackups(db)).run?.last != null,
    alert: async () => sendsMail || (await db.$count(alertRecipientTable, isReachable)) > 0,
  };

  /** Steps are computed from the current state, not stored. */
  async function stepsFor(role: Role): Promise<Overview["steps"]> {
    const own = firstSteps.filter((step) => rolesByStep[step].includes(role));
    if (own.length === 0 || (await isHidden(db))) return [];
    const steps = await Promise.all(own.map(async (step) => ({ step, is_done: await isTrue[step]() })));
    return steps.every(({ is_done }) => is_done) ? [] : steps;
  }

  return [
    implement(getOverview, async (_input, { person: { role } }) => ({
      data: {
        credit: await creditIn(db, accountId),
        calls: await callsIn(db, accountId),
        steps: await stepsFor(role),
      },
    })),

    implement(hideFirstSteps, async ({ is_hidden }, { person }) => {
      await saveSetting(db, { name: hiddenName, value: is_hidden, by: person.name });
      return { message: is_hidden ? "The first steps are hidden for everyone." : "The first steps are shown again." };
    }),
  ];
};

const rolesByStep: Record<FirstStep, readonly Role[]> = {
  connect: ["admin"],
  person: ["admin"],
  events: ["admin"],
  campaign: ["admin", "campaign_manager"],
  alert: ["admin"],
  backup: ["admin"],
};

/** SQL that is true if no message was sent to a recipient yet, or the last one did not fail. */
const isReachable = sql`coalesce((select state from ${alertMessageTable} where recipient = ${alertRecipientTable.id}
  order by created_at desc limit 1), '') <> 'failed'`;

/** A call that events told of, and whose ID the platform confirmed. */
const isConfirmed = (accountId: string) =>
  and(eq(foundCallTable.accountId, accountId), gt(foundCallTable.events, 0), isNotNull(foundCallTable.confirmedAt));

/** Campaigns that a person opened or added. Others are registered only because another record contains their ID. */
const isOpenedCampaign = and(
  eq(savedTable.resource, "campaigns"),
  isNotNull(savedTable.openedBy),
  isNull(savedTable.notFoundSince),
);

async function isHidden(db: Database) {
  const [row] = await db.select().from(collectorSettingTable).where(eq(collectorSettingTable.name, hiddenName));
  return row?.value === true;
}

async function creditIn(db: Database, accountId: string): Promise<Overview["credit"]> {
  const spend = await dailySpend(db, accountId, clock.now());
  return spend ? { a_day: spend.aDay, over_days: spend.overDays } : null;
}

async function callsIn(db: Database, accountId: string): Promise<Overview["calls"]> {
  const isAddress = and(eq(hookAddressTable.accountId, accountId), isNull(hookAddressTable.removedAt));
  if ((await db.$count(hookAddressTable, isAddress)) === 0) return null;
  const isOurs = eq(foundCallTable.accountId, accountId);
  const live = await db.$count(foundCallTable, and(isOurs, eq(foundCallTable.isOver, false)));
  const since = new Date(clock.nowMs() - dayMs);
  const hasEnded = and(isOurs, eq(foundCallTable.isOver, true), gt(foundCallTable.lastEventAt, since));
  return { live, ended: await db.$count(foundCallTable, hasEnded) };
}
