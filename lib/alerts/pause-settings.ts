import { and, eq, inArray, isNotNull, isNull, max } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { setAlertRule } from "@/lib/contract/console/alert-settings";
import {
  defaultPauseLimit,
  type PauseCause,
  type PauseSetting,
  type PausingRule,
  pausingRules,
  type RulePause,
} from "@/lib/contract/console/automation/pauses";
import { knownName } from "@/lib/contract/console/saved";
import type { InputOf } from "@/lib/contract/inputs";
import { alertRuleTable } from "@/lib/db/console/tables/alerts";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import { type Database, lockInTransaction, type Transaction } from "@/lib/db/database";
import { withoutUndefined } from "@/lib/format/json";

type PauseRow = typeof plannedActionTable.$inferSelect;
type RuleRow = typeof alertRuleTable.$inferSelect;

export const isRule = (accountId: string, rule: PausingRule) =>
  and(eq(alertRuleTable.accountId, accountId), eq(alertRuleTable.rule, rule));

/** Held while a cause is switched on or off, and while its pauses are planned. */
export const pausesLock = (accountId: string) => `pauses ${accountId}`;

export const pauseLimitOf = (row: Pick<RuleRow, "pauseLimit"> | undefined) => ({
  ...defaultPauseLimit,
  ...row?.pauseLimit,
});

/** How the rules pause campaigns, with the pauses that are in force. */
export async function rulePauses(db: Database, accountId: string): Promise<RulePause[]> {
  const isPausing = and(eq(alertRuleTable.accountId, accountId), inArray(alertRuleTable.rule, [...pausingRules]));
  const rows = await db.select().from(alertRuleTable).where(isPausing);
  const stateOf = await pauseStates(db, accountId);
  return pausingRules.map((rule) => {
    const row = rows.find((each) => each.rule === rule);
    return {
      ...{ rule, limit: pauseLimitOf(row), is_on: row?.isPausing ?? false, campaigns: row?.pauseCampaigns ?? null },
      ...{ changed_by: row?.pauseChangedBy ?? null, changed_at: row?.pauseChangedAt?.toISOString() ?? null },
      ...{ found: row?.isPausing ? (row.pauseFound ?? null) : null, ...stateOf(rule) },
    };
  });
}

/** The pauses of each cause that are in force, and the time of its newest one. */
export async function pauseStates(db: Database, accountId: string) {
  const isOurs = and(eq(plannedActionTable.accountId, accountId), isNotNull(plannedActionTable.cause));
  const rows = await db
    .select({ pause: plannedActionTable, name: savedTable.name, label: savedTable.label })
    .from(plannedActionTable)
    .leftJoin(savedTable, isSaved({ accountId, resource: "campaigns", ref: plannedActionTable.campaignId }))
    .where(and(isOurs, isNull(plannedActionTable.clearedAt)))
    .orderBy(plannedActionTable.at, plannedActionTable.campaignId);
  const newest = await db
    .select({ cause: plannedActionTable.cause, at: max(plannedActionTable.at) })
    .from(plannedActionTable)
    .where(isOurs)
    .groupBy(plannedActionTable.cause);
  return (cause: PauseCause): Pick<PauseSetting, "last_pause_at" | "pauses"> => ({
    last_pause_at: newest.find((each) => each.cause === cause)?.at?.toISOString() ?? null,
    pauses: rows
      .filter(({ pause }) => pause.cause === cause)
      .map(({ pause, ...names }) => ({
        ...{ campaign_id: pause.campaignId, name: knownName(names), at: pause.at.toISOString() },
        ...{ outcome: outcomeOf(pause) ?? "unknown", message: pause.message },
        restarted_at: pause.restartedAt?.toISOString() ?? null,
      })),
  });
}

/** Null while the pause waits or is being sent. */
function outcomeOf({ state }: Pick<PauseRow, "state">) {
  if (state === "planned" || state === "sending") return null;
  return state === "done" ? "ok" : state === "refused" ? "refused" : "unknown";
}

type PauseChange = NonNullable<InputOf<typeof setAlertRule>["pause"]>;
type RuleKey = { accountId: string; rule: PausingRule };

/** Changes how a rule pauses campaigns. What is left out stays as it is. Returns whether it is on now. */
export const saveRulePause = (db: Database, { accountId, rule }: RuleKey, change: PauseChange, by: string) =>
  db.transaction(async (tx) => {
    await lockInTransaction(tx, pausesLock(accountId));
    const { is_on, campaigns, ...limit } = change;
    const [before] = await tx.select().from(alertRuleTable).where(isRule(accountId, rule));
    const isPausing = is_on ?? before?.isPausing ?? false;
    const set = {
      isPausing,
      pauseLimit: { ...pauseLimitOf(before), ...withoutUndefined(limit) },
      pauseCampaigns: campaigns === undefined ? (before?.pauseCampaigns ?? null) : campaigns,
      ...{ pauseChangedBy: by, pauseChangedAt: clock.now(), pauseFound: null },
    };
    await tx
      .insert(alertRuleTable)
      .values({ accountId, rule, ...set })
      .onConflictDoUpdate({ target: [alertRuleTable.accountId, alertRuleTable.rule], set });
    if (!isPausing) await endPauses(tx, accountId, rule);
    return isPausing;
  });

/** When a cause is switched off. A pause that is being sent is not stopped. */
export async function endPauses(tx: Transaction, accountId: string, cause: PauseCause) {
  const isOfCause = and(eq(plannedActionTable.accountId, accountId), eq(plannedActionTable.cause, cause));
  const now = clock.now();
  await tx.delete(plannedActionTable).where(and(isOfCause, eq(plannedActionTable.state, "planned")));
  await tx
    .update(plannedActionTable)
    .set({ clearedAt: now })
    .where(and(isOfCause, isNull(plannedActionTable.clearedAt)));
}
