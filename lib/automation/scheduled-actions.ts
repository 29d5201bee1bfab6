import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, not, or } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { platformNames } from "@/lib/collector/account";
import type { Collect } from "@/lib/collector/collect";
import type { Person } from "@/lib/contract/actor";
import {
  changePlanned,
  delayActions,
  listDelayed,
  listPlanned,
  type PlannedAction,
  type PlannedForOtherPlatform,
  planAction,
  plannableNames,
  removePlanned,
  undoMs,
} from "@/lib/contract/console/automation/planned";
import { implement } from "@/lib/contract/console/context";
import { knownName } from "@/lib/contract/console/saved";
import type { ConfirmedPeople } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { userTable } from "@/lib/db/console/tables/people";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import { type Database, lockInTransaction, type Transaction } from "@/lib/db/database";
import { momentOf, wallTimeOf } from "@/lib/format/zoned-time";
import { adminHours } from "./hours-for-all";
import { refuseOnCopy } from "./refuse-on-copy";
import { blockerOf, type PlannedRow, type Planner } from "./scheduled-sends";
import { campaignHours, listHours } from "./set-hours";

const maxAheadMs = 366 * 86_400_000;
const maxEnded = 50;

type ScheduledActionsOptions = Pick<Collect, "accountId" | "demoKeyFingerprint"> & {
  db: Database;
  changed: (resources: readonly string[]) => void;
};

export const scheduledActions = ({ db, accountId, demoKeyFingerprint, changed }: ScheduledActionsOptions) => {
  async function answerOf(id: string, messageOf: (label: string) => string) {
    const [joined] = await joinedRows(db).where(isAction(accountId, id));
    if (!joined) throw notPlanned();
    changed(["automation"]);
    const data = plannedOf(joined);
    return { data, message: messageOf(`${plannableNames[data.action]} ${data.campaign_name ?? data.campaign_id}`) };
  }

  return [
    ...campaignHours({ db, accountId, changed }),
    implement(listPlanned, async ({ campaign_id }) => ({
      data: await listOf(db, accountId, campaign_id),
      other_platforms:
        campaign_id === undefined ? await waitingForOtherPlatforms(db, { accountId, demoKeyFingerprint }) : [],
      hours: await listHours(db, accountId, campaign_id),
      admin_hours: await adminHours(db, accountId),
    })),

    implement(planAction, async ({ campaign_id, ...when }, { person }) => {
      await refuseOnCopy(db);
      const id = randomUUID();
      const values = { id, accountId, campaignId: campaign_id, state: "planned" as const, ...setBy(person, when) };
      await inTurn(db, accountId, async (tx) => {
        await refuseRepeated(tx, values);
        await tx.insert(plannedActionTable).values(values);
      });
      return answerOf(id, (label) => `Scheduled: ${label}, ${timeText(when)}`);
    }),

    ...delayedActions({ db, accountId, changed }),

    implement(changePlanned, async ({ planned_id, campaign_id, ...when }, { person }) => {
      await refuseOnCopy(db);
      const values = setBy(person, when);
      await inTurn(db, accountId, async (tx) => {
        const [before] = await tx.select().from(plannedActionTable).where(isAction(accountId, planned_id));
        if (before && campaign_id !== undefined && before.campaignId !== campaign_id) throw otherCampaign();
        if (before?.isDelayed) throw tooLate();
        if (before) await refuseRepeated(tx, { ...before, ...values });
        await change(tx, { accountId, id: planned_id }, values);
      });
      return answerOf(planned_id, (label) => `Rescheduled: ${label}, ${timeText(when)}`);
    }),

    implement(removePlanned, async ({ planned_id }, { person }) => {
      const message = `Removed by ${person.name}`;
      const values = { state: "taken_back", endedAt: clock.now(), nextAttemptAt: null, message } as const;
      const { isDelayed } = await db.transaction((tx) => change(tx, { accountId, id: planned_id }, values));
      return answerOf(planned_id, (label) => (isDelayed ? `Undone: ${label}. Nothing was sent.` : `Removed: ${label}`));
    }),
  ];
};

const delayedActions = ({ db, accountId, changed }: Pick<ScheduledActionsOptions, "db" | "accountId" | "changed">) => [
  implement(delayActions, async ({ action, campaigns }, { person }) => {
    const ids = await inTurn(db, accountId, async (tx) => {
      await refuseDelayedTwice(
        tx,
        accountId,
        campaigns.map(({ campaign_id }) => campaign_id),
      );
      const shared = { accountId, action, ...delayedBy(person) };
      const rows = campaigns.map(({ campaign_id, confirmed_people = null }) => ({
        ...{ id: randomUUID(), campaignId: campaign_id, confirmedPeople: confirmed_people, ...shared },
      }));
      await tx.insert(plannedActionTable).values(rows);
      return rows.map(({ id }) => id);
    });
    changed(["automation"]);
    return { data: (await joinedRows(db).where(inArray(plannedActionTable.id, ids))).map(plannedOf) };
  }),

  implement(listDelayed, async (_, { person }) => {
    const isRecent = gt(plannedActionTable.endedAt, new Date(clock.nowMs() - shownEndedMs));
    const isOwn = and(eq(plannedActionTable.personId, person.id), eq(plannedActionTable.isDelayed, true));
    const rows = await joinedRows(db)
      .where(and(isOf(accountId), isOwn, or(isOpen, isRecent)))
      .orderBy(asc(plannedActionTable.at), asc(plannedActionTable.id));
    return { data: rows.map(plannedOf) };
  }),
];

const shownEndedMs = 60_000;

function delayedBy({ id, name }: Person) {
  const nowMs = clock.nowMs();
  const at = new Date(nowMs + undoMs);
  const moment = { at, nextAttemptAt: at, local: wallTimeOf(at.getTime(), "UTC").text, zone: "UTC" };
  const by = { personId: id, by: name, plannedAt: new Date(nowMs) };
  return { ...moment, ...by, state: "planned" as const, isDelayed: true };
}

async function refuseDelayedTwice(tx: Transaction, accountId: string, campaignIds: readonly string[]) {
  const table = plannedActionTable;
  const isSame = and(inArray(table.campaignId, [...campaignIds]), eq(table.isDelayed, true));
  const [same] = await tx
    .select()
    .from(table)
    .where(and(isOf(accountId), isOpen, isSame));
  if (same) throw refused("not_possible", `${same.by} has just pressed this. It is sent in a few seconds.`);
}

const isOf = (accountId: string) => eq(plannedActionTable.accountId, accountId);
const isAction = (accountId: string, id: string) => and(isOf(accountId), eq(plannedActionTable.id, id));
const isOpen = inArray(plannedActionTable.state, ["planned", "sending"]);

/** Serializes changes, so that two people cannot plan the same action at once. */
const inTurn = <T>(db: Database, accountId: string, run: (tx: Transaction) => Promise<T>) =>
  db.transaction(async (tx) => {
    await lockInTransaction(tx, `planned actions ${accountId}`);
    return run(tx);
  });

const joinedRows = (db: Database) =>
  db
    .select({ row: plannedActionTable, name: savedTable.name, label: savedTable.label, planner: userTable })
    .from(plannedActionTable)
    .leftJoin(userTable, eq(userTable.id, plannedActionTable.personId))
    .leftJoin(
      savedTable,
      isSaved({ accountId: plannedActionTable.accountId, resource: "campaigns", ref: plannedActionTable.campaignId }),
    );

/** Open actions by time, then the latest ended ones. */
async function listOf(db: Database, accountId: string, campaignId: string | undefined): Promise<PlannedAction[]> {
  const isOfCampaign = campaignId === undefined ? undefined : eq(plannedActionTable.campaignId, campaignId);
  const isListed = and(isOf(accountId), isOfCampaign);
  const next = await joinedRows(db)
    .where(and(isListed, isOpen))
    .orderBy(asc(plannedActionTable.at), asc(plannedActionTable.id));
  const ended = await joinedRows(db)
    .where(and(isListed, not(isOpen)))
    .orderBy(desc(plannedActionTable.at), asc(plannedActionTable.id))
    .limit(maxEnded);
  return [...next, ...ended].map(plannedOf);
}

/** Actions on the campaigns of other platforms, which are not sent now. */
async function waitingForOtherPlatforms(
  db: Database,
  { accountId, demoKeyFingerprint }: Pick<Collect, "accountId" | "demoKeyFingerprint">,
): Promise<PlannedForOtherPlatform[]> {
  const waiting = await joinedRows(db)
    .where(and(not(isOf(accountId)), eq(plannedActionTable.state, "planned"), isNull(plannedActionTable.cause)))
    .orderBy(asc(plannedActionTable.at), asc(plannedActionTable.id));
  const platformOf = await platformNames(db, demoKeyFingerprint);
  return waiting.map((joined) => ({ ...plannedOf(joined), platform: platformOf(joined.row.accountId) }));
}

type NewAction = Pick<PlannedRow, "id" | "accountId" | "campaignId" | "action" | "at">;

/** Refuses a duplicate, which the platform would refuse when it is sent. */
async function refuseRepeated(tx: Transaction, { id, accountId, campaignId, action, at }: NewAction) {
  const table = plannedActionTable;
  const isSame = and(eq(table.campaignId, campaignId), eq(table.action, action), eq(table.at, at));
  const [same] = await tx
    .select()
    .from(table)
    .where(and(isOf(accountId), isOpen, isSame, ne(table.id, id)));
  if (same) throw refused("not_possible", `This is already scheduled by ${same.by}.`);
}

type ActionKey = Pick<PlannedRow, "accountId" | "id">;

async function change(tx: Transaction, { accountId, id }: ActionKey, values: Partial<PlannedRow>) {
  const isByHours = eq(plannedActionTable.isByHours, true);
  if ((await tx.$count(plannedActionTable, and(isAction(accountId, id), isByHours))) > 0)
    throw refused("not_possible", "This repeats by the hours of the campaign. Change them, or switch them off.");
  const isCaused = isNotNull(plannedActionTable.cause);
  if ((await tx.$count(plannedActionTable, and(isAction(accountId, id), isCaused))) > 0)
    throw refused(
      "not_possible",
      "Nobody planned this pause. An admin can change the rule or the hours that caused it.",
    );
  const isPlanned = and(isAction(accountId, id), eq(plannedActionTable.state, "planned"));
  const [done] = await tx.update(plannedActionTable).set(values).where(isPlanned).returning();
  if (done) return done;
  const count = await tx.$count(plannedActionTable, isAction(accountId, id));
  throw count > 0 ? tooLate() : notPlanned();
}

type PlanInput = Pick<PlannedAction, "action" | "local" | "zone"> & Pick<ConfirmedPeople, "confirmed_people">;

const timeText = ({ local, zone }: Pick<PlanInput, "local" | "zone">) => `${local.replace("T", " ")}, ${zone}`;

/** Values of an action planned by a person. Throws for a time that is past, skipped by the clocks or over a year ahead. */
function setBy({ id, name }: Person, { action, local, zone, confirmed_people = null }: PlanInput) {
  // Clocks of zones have no year 0, so a moment cannot be found for each time of the distant past.
  const isLongPast = local < "1900";
  const atMs = isLongPast ? 0 : momentOf(local, zone);
  const nowMs = clock.nowMs();
  if (atMs === undefined)
    throw badTime(`${local.replace("T", " ")} does not exist in ${zone}, because the clocks go forward then.`);
  if (atMs <= nowMs) throw badTime("That time has passed. Choose a later one.");
  if (atMs > nowMs + maxAheadMs) throw badTime("Choose a time within a year.");
  const at = new Date(atMs);
  const by = { personId: id, by: name, plannedAt: new Date(nowMs), confirmedPeople: confirmed_people };
  return { action, local, zone, at, nextAttemptAt: at, ...by };
}

const badTime = (sentence: string) => refused("bad_input", sentence);
const tooLate = () =>
  refused("conflict", "This action can no longer be changed. It was already sent, missed or removed.");
const otherCampaign = () => refused("not_possible", "This action is scheduled for another campaign.");
const notPlanned = () => refused("not_found", "This action is no longer scheduled.");

type JoinedRow = { row: PlannedRow; name: string | null; label: string | null; planner: Planner | null };

const plannedOf = ({ row, planner, ...names }: JoinedRow): PlannedAction => ({
  id: row.id,
  campaign_id: row.campaignId,
  campaign_name: knownName(names),
  action: row.action,
  at: row.at.toISOString(),
  local: row.local,
  zone: row.zone,
  planned_by: row.by,
  planned_by_id: row.personId,
  blocked_by: (row.state === "planned" && blockerOf(row, planner)) || null,
  planned_at: row.plannedAt.toISOString(),
  state: row.state,
  message: row.message,
  ended_at: row.endedAt?.toISOString() ?? null,
  is_by_hours: row.isByHours,
  is_delayed: row.isDelayed,
  cause: row.cause,
  because: row.because,
  is_in_force: row.cause !== null && row.clearedAt === null,
  confirmed_people: row.confirmedPeople,
});
