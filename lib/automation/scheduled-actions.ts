import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, inArray, ne, not, notInArray } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { platformNames } from "@/lib/collector/account";
import type { Collect } from "@/lib/collector/collect";
import type { Person } from "@/lib/contract/actor";
import {
  changePlanned,
  listPlanned,
  type PlannedAction,
  type PlannedElsewhere,
  planAction,
  plannableNames,
  removePlanned,
} from "@/lib/contract/console/automation";
import { implement } from "@/lib/contract/console/context";
import { knownName } from "@/lib/contract/console/saved";
import { refused } from "@/lib/contract/problem";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { userTable } from "@/lib/db/console/tables/people";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import { type Database, type Transaction, takeTurn } from "@/lib/db/database";
import { momentOf } from "@/lib/format/zoned-time";
import { blockerOf, type PlannedRow, type Planner } from "./scheduled-sends";

const maxAheadMs = 366 * 86_400_000;
const maxPlanned = 500;
const maxEnded = 50;
const open = ["planned", "sending"] as const;

type ScheduledActionsOptions = Pick<Collect, "accountId" | "demoKeyFingerprint"> & {
  db: Database;
  changed: (resources: readonly string[]) => void;
};

/** Lists, adds, changes and removes scheduled actions. */
export const scheduledActions = ({ db, accountId, demoKeyFingerprint, changed }: ScheduledActionsOptions) => {
  const isOurs = eq(plannedActionTable.accountId, accountId);
  /** Serializes changes, so that two people cannot plan the same action at once. */
  const inTurn = <T>(run: (tx: Transaction) => Promise<T>) =>
    db.transaction(async (tx) => {
      await takeTurn(tx, `planned actions ${accountId}`);
      return run(tx);
    });

  const rows = () =>
    db
      .select({ row: plannedActionTable, name: savedTable.name, label: savedTable.label, planner: userTable })
      .from(plannedActionTable)
      .leftJoin(userTable, eq(userTable.id, plannedActionTable.personId))
      .leftJoin(
        savedTable,
        isSaved({ accountId: plannedActionTable.accountId, resource: "campaigns", ref: plannedActionTable.campaignId }),
      );

  async function waitingElsewhere(): Promise<PlannedElsewhere[]> {
    const waiting = await rows()
      .where(and(not(isOurs), eq(plannedActionTable.state, "planned")))
      .orderBy(asc(plannedActionTable.at), asc(plannedActionTable.id));
    const platformOf = await platformNames(db, demoKeyFingerprint);
    return waiting.map((joined) => ({ ...plannedOf(joined), platform: platformOf(joined.row.accountId) }));
  }

  async function answerOf(id: string, messageOf: (label: string) => string) {
    const [joined] = await rows().where(and(isOurs, eq(plannedActionTable.id, id)));
    if (!joined) throw notPlanned();
    changed(["automation"]);
    const data = plannedOf(joined);
    return { data, message: messageOf(`${plannableNames[data.action]} ${data.campaign_name ?? data.campaign_id}`) };
  }

  /** Refuses a duplicate, which the platform would refuse when it is sent. */
  async function refuseRepeated(
    tx: Transaction,
    { id, campaignId, action, at }: Pick<PlannedRow, "id" | "campaignId" | "action" | "at">,
  ) {
    const table = plannedActionTable;
    const isSame = and(eq(table.campaignId, campaignId), eq(table.action, action), eq(table.at, at));
    const [same] = await tx
      .select()
      .from(table)
      .where(and(isOurs, inArray(table.state, [...open]), isSame, ne(table.id, id)));
    if (same) throw refused("conflict", `This is already planned, by ${same.by}.`);
  }

  async function change(on: Pick<Database, "update">, id: string, values: Partial<PlannedRow>) {
    const isPlanned = and(isOurs, eq(plannedActionTable.id, id), eq(plannedActionTable.state, "planned"));
    const [done] = await on.update(plannedActionTable).set(values).where(isPlanned).returning();
    if (done) return;
    const count = await db.$count(plannedActionTable, and(isOurs, eq(plannedActionTable.id, id)));
    throw count > 0 ? tooLate() : notPlanned();
  }

  return [
    implement(listPlanned, async ({ campaign_id }) => {
      const isListed = and(
        isOurs,
        campaign_id === undefined ? undefined : eq(plannedActionTable.campaignId, campaign_id),
      );
      const next = await rows()
        .where(and(isListed, inArray(plannedActionTable.state, [...open])))
        .orderBy(asc(plannedActionTable.at), asc(plannedActionTable.id));
      const ended = await rows()
        .where(and(isListed, notInArray(plannedActionTable.state, [...open])))
        .orderBy(desc(plannedActionTable.at), asc(plannedActionTable.id))
        .limit(maxEnded);
      const elsewhere = campaign_id === undefined ? await waitingElsewhere() : [];
      return { data: [...next, ...ended].map(plannedOf), elsewhere };
    }),

    implement(planAction, async ({ campaign_id, ...when }, { person }) => {
      const isOpen = and(isOurs, eq(plannedActionTable.state, "planned"));
      const id = randomUUID();
      const values = { id, accountId, campaignId: campaign_id, state: "planned" as const, ...setBy(person, when) };
      await inTurn(async (tx) => {
        if ((await tx.$count(plannedActionTable, isOpen)) >= maxPlanned)
          throw refused("conflict", `${maxPlanned} actions are planned. Remove one to make room.`);
        await refuseRepeated(tx, values);
        await tx.insert(plannedActionTable).values(values);
      });
      return answerOf(id, (label) => `Planned: ${label}, ${timeText(when)}`);
    }),

    implement(changePlanned, async ({ planned_id, ...when }, { person }) => {
      const values = setBy(person, when);
      await inTurn(async (tx) => {
        const isAction = and(isOurs, eq(plannedActionTable.id, planned_id));
        const [before] = await tx.select().from(plannedActionTable).where(isAction);
        if (before) await refuseRepeated(tx, { ...before, ...values });
        await change(tx, planned_id, values);
      });
      return answerOf(planned_id, (label) => `Now planned: ${label}, ${timeText(when)}`);
    }),

    implement(removePlanned, async ({ planned_id }, { person }) => {
      const message = `Removed by ${person.name}`;
      await change(db, planned_id, { state: "taken_back", endedAt: clock.now(), nextAttemptAt: null, message });
      return answerOf(planned_id, (label) => `Removed: ${label}`);
    }),
  ];
};

type PlanInput = Pick<PlannedAction, "action" | "local" | "zone">;

const timeText = ({ local, zone }: PlanInput) => `${local.replace("T", " ")}, ${zone}`;

/** Values of an action planned by a person. Throws for a time that is past, skipped by the clocks or over a year ahead. */
function setBy({ id, name }: Person, { action, local, zone }: PlanInput) {
  const atMs = momentOf(local, zone);
  const nowMs = clock.nowMs();
  if (atMs === undefined)
    throw badTime(`There is no ${local.replace("T", " ")} in ${zone}: the clocks go forward then.`);
  if (atMs <= nowMs) throw badTime("This time has passed. Choose a later one.");
  if (atMs > nowMs + maxAheadMs) throw badTime("Choose a time within a year.");
  const at = new Date(atMs);
  return { action, local, zone, at, nextAttemptAt: at, personId: id, by: name, plannedAt: new Date(nowMs) };
}

const badTime = (sentence: string) => refused("bad_input", sentence);
const tooLate = () => refused("conflict", "Too late to change: it was already sent, missed or removed.");
const notPlanned = () => refused("not_found", "This action is not planned.");

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
});
