import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { removeCampaignHours, type SetHours, setCampaignHours } from "@/lib/contract/console/automation/hours";
import { currentChange, hoursAt, hoursOf, isReadable } from "@/lib/contract/console/campaign-hours";
import { implement } from "@/lib/contract/console/context";
import { knownName } from "@/lib/contract/console/saved";
import { refused } from "@/lib/contract/problem";
import { campaignHoursTable, plannedActionTable } from "@/lib/db/console/tables/automation";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import { type Database, lockInTransaction, type Transaction } from "@/lib/db/database";
import { daysOf } from "@/lib/format/format-time";
import { wallTimeOf } from "@/lib/format/zoned-time";
import { refuseOnCopy } from "./refuse-on-copy";

export type HoursRow = typeof campaignHoursTable.$inferSelect;
type Account = { db: Database; accountId: string };
type CampaignKey = Pick<HoursRow, "accountId" | "campaignId">;

export const campaignHours = ({ db, accountId, changed }: Account & { changed: (resources: string[]) => void }) => [
  implement(setCampaignHours, async ({ campaign_id, days, ...times }, { person }) => {
    await refuseOnCopy(db);
    const set = { ...times, days: days.toSorted(), personId: person.id, by: person.name, setAt: clock.now() };
    const row: HoursRow = { accountId, campaignId: campaign_id, ...set };
    await inTurn(db, accountId, async (tx) => {
      await removeWaiting(tx, row);
      await tx
        .insert(campaignHoursTable)
        .values(row)
        .onConflictDoUpdate({ target: [campaignHoursTable.accountId, campaignHoursTable.campaignId], set });
      if ((await tx.$count(plannedActionTable, isWaitingOf(row))) === 0) await insertFirst(tx, row);
    });
    changed(["automation"]);
    const [data] = await listHours(db, accountId, campaign_id);
    if (!data) throw new Error("The hours are missing after they were set.");
    return { data, message: `Hours set: ${daysOf(days)} ${row.from} to ${row.to}, ${row.zone}` };
  }),

  implement(removeCampaignHours, async ({ campaign_id }) => {
    const isRemoved = await inTurn(db, accountId, (tx) => removeHours(tx, { accountId, campaignId: campaign_id }));
    if (!isRemoved) throw refused("not_found", "No hours are set for this campaign.");
    changed(["automation"]);
    return { message: "Hours switched off" };
  }),
];

/** Serializes changes, so that a campaign has one next action. */
const inTurn = <T>(db: Database, accountId: string, run: (tx: Transaction) => Promise<T>) =>
  db.transaction(async (tx) => {
    await lockInTransaction(tx, `campaign hours ${accountId}`);
    return run(tx);
  });

const isHoursOf = ({ accountId, campaignId }: CampaignKey) =>
  and(eq(campaignHoursTable.accountId, accountId), eq(campaignHoursTable.campaignId, campaignId));

const isActionOf = ({ accountId, campaignId }: CampaignKey) =>
  and(
    eq(plannedActionTable.accountId, accountId),
    eq(plannedActionTable.campaignId, campaignId),
    eq(plannedActionTable.isByHours, true),
  );

const isWaitingOf = (campaign: CampaignKey) =>
  and(isActionOf(campaign), inArray(plannedActionTable.state, ["planned", "sending"]));

const removeWaiting = (tx: Transaction, campaign: CampaignKey) =>
  tx.delete(plannedActionTable).where(and(isActionOf(campaign), eq(plannedActionTable.state, "planned")));

/** Removes the hours of a campaign with their next action. False if none are set. */
async function removeHours(tx: Transaction, campaign: CampaignKey): Promise<boolean> {
  await removeWaiting(tx, campaign);
  return (await tx.delete(campaignHoursTable).where(isHoursOf(campaign)).returning()).length > 0;
}

/** Ends the hours of a campaign that has ended. */
export const endHours = (db: Database, campaign: CampaignKey) =>
  inTurn(db, campaign.accountId, (tx) => removeHours(tx, campaign));

export async function hoursRowOf(db: Database, campaign: CampaignKey): Promise<HoursRow | undefined> {
  return (await db.select().from(campaignHoursTable).where(isHoursOf(campaign)))[0];
}

/** Outside the hours, the first action is a pause at once. */
async function insertFirst(tx: Transaction, row: HoursRow) {
  const nowMs = row.setAt.getTime();
  if (hoursAt(hoursOf(row), nowMs).isOpen) return insertNext(tx, row);
  await insert(tx, row, { action: "pause", ms: nowMs, plannedAt: row.setAt });
}

/** Adds the next action of all hours that have none. Several processes can do so at once. */
export async function planHours({ db, accountId }: Account) {
  const idle = await withoutAction(db, accountId);
  if (idle.length === 0) return;
  await inTurn(db, accountId, async (tx) => {
    for (const row of await withoutAction(tx, accountId)) await insertNext(tx, row);
  });
}

async function withoutAction(db: Pick<Database, "select">, accountId: string): Promise<HoursRow[]> {
  const isNext = and(
    eq(plannedActionTable.accountId, campaignHoursTable.accountId),
    eq(plannedActionTable.campaignId, campaignHoursTable.campaignId),
    eq(plannedActionTable.isByHours, true),
    inArray(plannedActionTable.state, ["planned", "sending"]),
  );
  const rows = await db
    .select({ hours: campaignHoursTable })
    .from(campaignHoursTable)
    .leftJoin(plannedActionTable, isNext)
    .where(and(eq(campaignHoursTable.accountId, accountId), isNull(plannedActionTable.id)));
  return rows.map(({ hours }) => hours);
}

/** Worked out from the local times each time, so that it is right after the clocks change. */
async function insertNext(tx: Transaction, row: HoursRow) {
  const last = async (isCounted?: ReturnType<typeof and>) => {
    const actions = tx
      .select()
      .from(plannedActionTable)
      .where(and(isActionOf(row), isCounted));
    return (await actions.orderBy(desc(plannedActionTable.at)).limit(1))[0]?.at ?? row.setAt;
  };
  const change = currentChange(row, later(await last(), row.setAt).getTime(), clock.nowMs());
  if (!change) return;
  const { action, state } = plannedActionTable;
  // A refused resume stays refused the next morning, because people are compared with those of the last pause.
  const plannedAt = later(await last(and(eq(action, "pause"), eq(state, "done"))), row.setAt);
  await insert(tx, row, { ...change, plannedAt });
}

const later = (one: Date, other: Date) => (one > other ? one : other);

type NextAction = { action: "pause" | "resume"; ms: number; plannedAt: Date };

async function insert(tx: Transaction, row: HoursRow, { action, ms, plannedAt }: NextAction) {
  const { accountId, campaignId, zone, personId, by } = row;
  const at = new Date(ms);
  const local = wallTimeOf(ms, zone).text;
  await tx.insert(plannedActionTable).values({
    ...{ id: randomUUID(), accountId, campaignId, isByHours: true, state: "planned" },
    ...{ action, at, nextAttemptAt: at, local, zone, personId, by, plannedAt },
  });
}

export async function listHours(db: Database, accountId: string, campaignId: string | undefined): Promise<SetHours[]> {
  const table = campaignHoursTable;
  const rows = await db
    .select({ row: table, name: savedTable.name, label: savedTable.label })
    .from(table)
    .leftJoin(savedTable, isSaved({ accountId: table.accountId, resource: "campaigns", ref: table.campaignId }))
    .where(and(eq(table.accountId, accountId), campaignId === undefined ? undefined : eq(table.campaignId, campaignId)))
    .orderBy(asc(table.campaignId));
  return rows.map(({ row, ...names }) => ({
    ...{ campaign_id: row.campaignId, campaign_name: knownName(names) },
    ...{ zone: row.zone, days: row.days, from: row.from, to: row.to },
    ...{ set_by: row.by, set_at: row.setAt.toISOString(), is_readable: isReadable(row) },
  }));
}
