import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, inArray, ne, not, notInArray } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { platformNames } from "@/lib/console/account";
import { type Collect, implement, type Person } from "@/lib/console/console-types";
import { isSaved, savedTable, userTable } from "@/lib/console/tables";
import {
  changePlanned,
  listPlanned,
  type PlannedAction,
  type PlannedElsewhere,
  planAction,
  plannableNames,
  removePlanned,
} from "@/lib/contract/console/automation";
import { knownName } from "@/lib/contract/console/saved";
import { refused } from "@/lib/contract/problem";
import { type Database, type Transaction, takeTurn } from "@/lib/db/database";
import { momentOf } from "@/lib/format/zoned-time";
import { blockerOf, type Planned, type Planner } from "./scheduled-sends";
import { plannedActionTable } from "./tables";

const mostAhead = 366 * 86_400_000;
const mostPlanned = 500;
const mostEnded = 50;
const open = ["planned", "sending"] as const;

type OperationParts = Pick<Collect, "keyPrint" | "demoKeyPrint"> & {
  db: Database;
  changed: (resources: readonly string[]) => void;
};

/** Lists, adds, changes and removes scheduled actions. */
export const scheduledActions = ({ db, keyPrint, demoKeyPrint, changed }: OperationParts) => {
  const isOurs = eq(plannedActionTable.keyPrint, keyPrint);
  /** What is planned is looked through and written by one at a time, so that two who plan the same do not both find nothing. */
  const inTurn = <T>(run: (tx: Transaction) => Promise<T>) =>
    db.transaction(async (tx) => {
      await takeTurn(tx, `planned actions ${keyPrint}`);
      return run(tx);
    });

  const rows = () =>
    db
      .select({ row: plannedActionTable, name: savedTable.name, label: savedTable.label, planner: userTable })
      .from(plannedActionTable)
      .leftJoin(userTable, eq(userTable.id, plannedActionTable.personId))
      .leftJoin(
        savedTable,
        isSaved({ keyPrint: plannedActionTable.keyPrint, resource: "campaigns", ref: plannedActionTable.campaignId }),
      );

  async function waitingElsewhere(): Promise<PlannedElsewhere[]> {
    const found = await rows()
      .where(and(not(isOurs), eq(plannedActionTable.state, "planned")))
      .orderBy(asc(plannedActionTable.at), asc(plannedActionTable.id));
    const platformOf = await platformNames(db, demoKeyPrint);
    return found.map((each) => ({ ...plannedOf(each), platform: platformOf(each.row.keyPrint) }));
  }

  async function answerOf(id: string, messageOf: (what: string) => string) {
    const [found] = await rows().where(and(isOurs, eq(plannedActionTable.id, id)));
    if (!found) throw notPlanned();
    changed(["automation"]);
    const data = plannedOf(found);
    return { data, message: messageOf(`${plannableNames[data.action]} ${data.campaign_name ?? data.campaign_id}`) };
  }

  /** The same for the same moment would only be refused by the platform when it is sent the second time. */
  async function refuseRepeated(
    tx: Transaction,
    { id, campaignId, action, at }: Pick<Planned, "id" | "campaignId" | "action" | "at">,
  ) {
    const table = plannedActionTable;
    const isSame = and(eq(table.campaignId, campaignId), eq(table.action, action), eq(table.at, at));
    const [same] = await tx
      .select()
      .from(table)
      .where(and(isOurs, inArray(table.state, [...open]), isSame, ne(table.id, id)));
    if (same) throw refused("conflict", `This is already planned, by ${same.by}.`);
  }

  async function change(on: Pick<Database, "update">, id: string, values: Partial<Planned>) {
    const isStill = and(isOurs, eq(plannedActionTable.id, id), eq(plannedActionTable.state, "planned"));
    const [done] = await on.update(plannedActionTable).set(values).where(isStill).returning();
    if (done) return;
    const isThere = await db.$count(plannedActionTable, and(isOurs, eq(plannedActionTable.id, id)));
    throw isThere > 0 ? overNow() : notPlanned();
  }

  return [
    implement(listPlanned, async ({ campaign_id }) => {
      const wanted = and(
        isOurs,
        campaign_id === undefined ? undefined : eq(plannedActionTable.campaignId, campaign_id),
      );
      const next = await rows()
        .where(and(wanted, inArray(plannedActionTable.state, [...open])))
        .orderBy(asc(plannedActionTable.at), asc(plannedActionTable.id));
      const ended = await rows()
        .where(and(wanted, notInArray(plannedActionTable.state, [...open])))
        .orderBy(desc(plannedActionTable.at), asc(plannedActionTable.id))
        .limit(mostEnded);
      const elsewhere = campaign_id === undefined ? await waitingElsewhere() : [];
      return { data: [...next, ...ended].map(plannedOf), elsewhere };
    }),

    implement(planAction, async ({ campaign_id, ...when }, { person }) => {
      const isOpen = and(isOurs, eq(plannedActionTable.state, "planned"));
      const id = randomUUID();
      const values = { id, keyPrint, campaignId: campaign_id, state: "planned" as const, ...setBy(person, when) };
      await inTurn(async (tx) => {
        if ((await tx.$count(plannedActionTable, isOpen)) >= mostPlanned)
          throw refused("conflict", `${mostPlanned} actions are planned. Remove one to make room.`);
        await refuseRepeated(tx, values);
        await tx.insert(plannedActionTable).values(values);
      });
      return answerOf(id, (what) => `Planned: ${what}, ${spoken(when)}`);
    }),

    implement(changePlanned, async ({ planned_id, ...when }, { person }) => {
      const values = setBy(person, when);
      await inTurn(async (tx) => {
        const isIt = and(isOurs, eq(plannedActionTable.id, planned_id));
        const [before] = await tx.select().from(plannedActionTable).where(isIt);
        if (before) await refuseRepeated(tx, { ...before, ...values });
        await change(tx, planned_id, values);
      });
      return answerOf(planned_id, (what) => `Now planned: ${what}, ${spoken(when)}`);
    }),

    implement(removePlanned, async ({ planned_id }, { person }) => {
      const message = `Removed by ${person.name}`;
      await change(db, planned_id, { state: "taken_back", endedAt: clock.now(), nextAttemptAt: null, message });
      return answerOf(planned_id, (what) => `Removed: ${what}`);
    }),
  ];
};

type When = Pick<PlannedAction, "action" | "local" | "zone">;

const spoken = ({ local, zone }: When) => `${local.replace("T", " ")}, ${zone}`;

/** A time that is yet to come, and who answers for it. */
function setBy({ id, name }: Person, { action, local, zone }: When) {
  const atMs = momentOf(local, zone);
  const nowMs = clock.nowMs();
  if (atMs === undefined)
    throw badTime(`There is no ${local.replace("T", " ")} in ${zone}: the clocks go forward then.`);
  if (atMs <= nowMs) throw badTime("This time has passed. Choose a later one.");
  if (atMs > nowMs + mostAhead) throw badTime("Choose a time within a year.");
  const at = new Date(atMs);
  return { action, local, zone, at, nextAttemptAt: at, personId: id, by: name, plannedAt: new Date(nowMs) };
}

const badTime = (sentence: string) => refused("bad_input", sentence);
const overNow = () => refused("conflict", "Too late to change: it was already sent, missed or removed.");
const notPlanned = () => refused("not_found", "This action is not planned.");

type Found = { row: Planned; name: string | null; label: string | null; planner: Planner | null };

const plannedOf = ({ row, planner, ...known }: Found): PlannedAction => ({
  id: row.id,
  campaign_id: row.campaignId,
  campaign_name: knownName(known),
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
