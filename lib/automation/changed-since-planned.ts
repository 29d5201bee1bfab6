import { desc, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { counterMeanings } from "@/lib/collector/campaigns/samples";
import type { Collect } from "@/lib/collector/collect";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { areManyPeople, type CounterMeanings, countsIn, waitingOf } from "@/lib/contract/console/campaign-counters";
import { hoursIn, namesHours } from "@/lib/contract/console/campaign-hours";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { unwrapped } from "@/lib/contract/fields";
import type { plannedActionTable } from "@/lib/db/console/tables/automation";
import { isVersionOf, type RecordKey, recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { formatCount } from "@/lib/format/format-count";
import { isPlainObject, textIn } from "@/lib/format/json";
import { closedHours } from "./campaign-guard";

type ChecksOptions = Pick<Collect, "accountId" | "read"> & { db: Database };

/** Why a scheduled start or resume would call people whom its planner did not expect to be called; undefined if it would not. */
export async function changedSincePlanned(
  { db, accountId, read }: ChecksOptions,
  row: typeof plannedActionTable.$inferSelect,
) {
  if (row.action === "pause") return undefined;
  const now = await read(getCampaign, { campaign_id: row.campaignId }).then(
    ({ raw }) => unwrapped(raw),
    () => undefined,
  );
  if (!isPlainObject(now)) return "the campaign could not be checked";
  if (stageOf(textIn(now.status) ?? null) === "running") return "the campaign is already running";
  const rail = await closedHours(db, { accountId, campaign_id: row.campaignId }, clock.now());
  if (rail && rail.changedAt > row.plannedAt)
    return "it is outside the calling hours of the guard rail, which were changed after this was scheduled";
  const before = await recordAt(db, { accountId, resource: "campaigns", ref: row.campaignId }, row.plannedAt);
  if (!before) return undefined;
  if (hoursIn(before) && namesHours(now) === false)
    return "the campaign had calling hours when this was scheduled, and has none now";
  return peopleMessage(before, now, await counterMeanings(db, accountId));
}

function peopleMessage(before: Record<string, unknown>, now: Record<string, unknown>, meanings: CounterMeanings) {
  const [then, waiting] = [waitingOf(countsIn(before, meanings)), waitingOf(countsIn(now, meanings))];
  if (then === undefined || waiting === undefined || !areManyPeople(waiting - then, then)) return undefined;
  return `${formatCount(waiting)} people are waiting, and ${formatCount(then)} were when this was scheduled`;
}

/** The record as it was known at a moment, or else the oldest that is stored. */
async function recordAt(db: Database, record: RecordKey, at: Date) {
  const isKnown = sql<boolean>`${recordVersionTable.seenAt} <= ${at.toISOString()}`;
  const [version] = await db
    .select({ record: recordVersionTable.record })
    .from(recordVersionTable)
    .where(isVersionOf(record))
    .orderBy(desc(isKnown), sql`case when ${isKnown} then -${recordVersionTable.id} else ${recordVersionTable.id} end`)
    .limit(1);
  return isPlainObject(version?.record) ? version.record : undefined;
}
