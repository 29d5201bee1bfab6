import { eq } from "drizzle-orm";
import { type Audience, type RuleId, ruleIds } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { type AlertPace, defaultPace } from "@/lib/contract/console/alert-settings";
import { type Role, roles } from "@/lib/contract/operation";
import { alertPaceTable, alertRuleTable } from "@/lib/db/console/tables/alerts";
import type { Database, Transaction } from "@/lib/db/database";
import { withoutUndefined } from "@/lib/format/json";

export type RuleSetting = {
  rule: RuleId;
  isOn: boolean;
  limit: string | null;
  audience: Audience;
  isAlways: boolean;
  isDaily: boolean;
};

type Queryable = Database | Transaction;

export const rolesOf: Record<Audience, readonly Role[]> = {
  everyone: roles,
  admins: ["admin"],
  admins_and_support: ["admin", "support"],
  campaign_managers: ["campaign_manager"],
  support: ["support"],
  nobody: [],
};

export async function ruleSettings(db: Queryable, accountId: string): Promise<Record<RuleId, RuleSetting>> {
  const rows = await db.select().from(alertRuleTable).where(eq(alertRuleTable.accountId, accountId));
  const rowByRule = new Map(rows.map((row) => [row.rule, row]));
  const entries = ruleIds.map((rule): [RuleId, RuleSetting] => {
    const { limits, audience, isOff, isAlways, isDaily } = ruleKinds[rule];
    const own = rowByRule.get(rule);
    const setting = {
      rule,
      isOn: own?.isOn ?? !isOff,
      limit: own?.limit ?? limits[0]?.value ?? null,
      audience: own?.audience ?? audience,
      isAlways: own?.isAlways ?? isAlways === true,
      isDaily: isDaily === true,
    };
    return [rule, setting];
  });
  return Object.fromEntries(entries) as Record<RuleId, RuleSetting>;
}

export async function paceIn(db: Queryable): Promise<AlertPace> {
  const [row] = await db.select().from(alertPaceTable);
  if (!row) return defaultPace;
  return {
    is_quiet: row.isQuiet,
    from: row.from,
    to: row.to,
    zone: row.zone,
    has_weekends: row.hasWeekends,
    digest_minutes: row.digestMinutes,
    notifies_recovery: row.notifiesRecovery,
  };
}

export async function savePace(db: Database, pace: AlertPace) {
  const set = {
    isQuiet: pace.is_quiet,
    from: pace.from,
    to: pace.to,
    zone: pace.zone,
    hasWeekends: pace.has_weekends,
    digestMinutes: pace.digest_minutes,
    notifiesRecovery: pace.notifies_recovery,
  };
  await db.insert(alertPaceTable).values(set).onConflictDoUpdate({ target: alertPaceTable.one, set });
}

type RuleChange = Partial<Pick<RuleSetting, "isOn" | "limit" | "audience" | "isAlways">>;

export async function saveRule(db: Database, accountId: string, rule: RuleId, change: Loose<RuleChange>) {
  const set = withoutUndefined(change);
  if (Object.keys(set).length === 0) return;
  await db
    .insert(alertRuleTable)
    .values({ ...set, accountId, rule })
    .onConflictDoUpdate({ target: [alertRuleTable.accountId, alertRuleTable.rule], set });
}

type Loose<T> = { [Name in keyof T]: T[Name] | undefined };
