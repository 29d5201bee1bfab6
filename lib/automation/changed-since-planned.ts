import { desc, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { counterMeanings } from "@/lib/collector/campaigns/samples";
import type { Collect } from "@/lib/collector/collect";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { areManyPeople, countsIn, waitingOf } from "@/lib/contract/console/campaign-counters";
import { hoursIn, namesHours } from "@/lib/contract/console/campaign-hours";
import { stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { peopleOutside } from "@/lib/contract/console/people-hours";
import { unwrapped } from "@/lib/contract/fields";
import type { plannedActionTable } from "@/lib/db/console/tables/automation";
import { isVersionOf, type RecordKey, recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { formatCount } from "@/lib/format/format-count";
import { isPlainObject } from "@/lib/format/json";
import { unconfirmedMessage } from "@/lib/gateway/confirmed-people";
import { placesOf } from "./campaign-people";
import { closedHours } from "./hours-for-all";

type PlannedRow = typeof plannedActionTable.$inferSelect;
type ChecksOptions = Pick<Collect, "accountId" | "read"> & { db: Database };

/** Why a scheduled start or resume would call people whom its planner did not expect to be called; undefined if it would not. */
export async function changedSincePlanned({ db, accountId, read }: ChecksOptions, row: PlannedRow) {
  if (row.action === "pause") return undefined;
  const now = await read(getCampaign, { campaign_id: row.campaignId }).then(
    ({ raw }) => unwrapped(raw),
    () => undefined,
  );
  if (!isPlainObject(now)) return "the campaign could not be checked";
  if (stageOf(statusIn(now)) === "running") return "the campaign is already running";
  const closed = await closedHours({ db, accountId }, row.campaignId, clock.now());
  if (closed && closed.changedAt > row.plannedAt)
    return "it is outside the calling hours for all campaigns, which were changed after this was scheduled";
  const meanings = await counterMeanings(db, accountId);
  const waiting = waitingOf(countsIn(now, meanings));
  if (row.isDelayed)
    return waiting === undefined ? undefined : unconfirmedMessage(waiting, row.confirmedPeople, row.by);
  const before = await recordAt(db, { accountId, resource: "campaigns", ref: row.campaignId }, row.plannedAt);
  const then = row.confirmedPeople ?? (before && waitingOf(countsIn(before, meanings)));
  const more = peopleMessage(then, waiting);
  if (more !== undefined || !before) return more;
  if (hoursIn(before) && namesHours(now) === false)
    return "the campaign had calling hours when this was scheduled, and has none now";
  return hoursMessage(db, row, { before, now });
}

type Records = { before: Record<string, unknown>; now: Record<string, unknown> };

/** More people are called too early or too late in their own time than the planner was shown for this time. */
async function hoursMessage(db: Database, row: PlannedRow, { before, now }: Records) {
  const outsideAt = async (until: Date, record: Record<string, unknown>) => {
    const places = await placesOf(db, { accountId: row.accountId, campaignId: row.campaignId, until });
    return peopleOutside(places, { hours: hoursIn(record), atMs: row.at.getTime() });
  };
  const [then, outside] = [await outsideAt(row.plannedAt, before), await outsideAt(clock.now(), now)];
  if (!areManyPeople(outside - then, then)) return undefined;
  return `${formatCount(outside)} people would be called before 08:00 or after 21:00 their time, and ${formatCount(then)} when this was scheduled`;
}

function peopleMessage(then: number | undefined, waiting: number | undefined) {
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
