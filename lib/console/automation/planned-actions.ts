import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, inArray, lt, lte, ne, not, notInArray, or } from "drizzle-orm";
import type { Logger } from "pino";
import { platformNames } from "@/lib/console/account";
import { type Collect, implement, type Person } from "@/lib/console/console-types";
import { isSaved, savedTable, userTable } from "@/lib/console/tables";
import {
  changePlanned,
  listPlanned,
  type PlannedAction,
  type PlannedElsewhere,
  planAction,
  plannable,
  plannableNames,
  removePlanned,
} from "@/lib/contract/console/automation";
import { knownName } from "@/lib/contract/console/saved";
import { isAllowed } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { type Database, type Transaction, takeTurn } from "@/lib/db/database";
import { momentOf } from "@/lib/format/zoned-time";
import type { Act, AutomaticSends, SendEnd } from "./automatic-sends";
import { plannedActionTable } from "./tables";

type Planned = typeof plannedActionTable.$inferSelect;

type PlannedParts = {
  db: Database;
  keyPrint: string;
  isLeading: () => boolean;
  sends: AutomaticSends;
  changed: (resources: readonly string[]) => void;
  log: Logger;
};

const hourMs = 3_600_000;
/** What could not be sent within this of its time is not sent any more. */
const latestMs = 5 * 60_000;
const keptMs = 400 * 86_400_000;
const mostAhead = 366 * 86_400_000;
const mostPlanned = 500;
const mostEnded = 50;
const open = ["planned", "sending"] as const;

/** Sends what people planned, at its time and at most once: it is marked before it is sent, and what is marked is not sent again. */
export function createPlannedActions({ db, keyPrint, isLeading, sends, changed, log }: PlannedParts) {
  const isOurs = eq(plannedActionTable.keyPrint, keyPrint);
  const running = new Map<string, Promise<void>>();
  let forgotAtMs = Number.NEGATIVE_INFINITY;

  async function look(now: Date) {
    if (performance.now() - forgotAtMs > hourMs) {
      forgotAtMs = performance.now();
      await forgetOld(now);
    }
    const isLate = lt(plannedActionTable.at, new Date(now.getTime() - latestMs));
    const isDue = and(or(isOurs, isLate), eq(plannedActionTable.state, "planned"), lte(plannedActionTable.at, now));
    const due = await db.select().from(plannedActionTable).where(isDue).orderBy(asc(plannedActionTable.at));
    for (const row of due) begin(row);
    const wasCutOff = sends.wasCutOff(plannedActionTable.sendingAt, now);
    const sending = and(isOurs, eq(plannedActionTable.state, "sending"), wasCutOff);
    for (const row of await db.select().from(plannedActionTable).where(sending))
      if (!sends.isUnderWay(row.requestId)) await end(row, await sends.endOfLost(actOf(row)));
  }

  /** A platform that answers slowly keeps the next from its time only where many are sent at once. */
  function begin(row: Planned) {
    if (running.has(row.id)) return;
    const inTime = () => row.keyPrint === keyPrint && Date.now() - row.at.getTime() <= latestMs;
    const wasInTime = inTime();
    const done = sends
      .inTurn(() => (inTime() ? run(row) : miss(row, wasInTime)))
      .catch((err: unknown) => log.warn({ err }, "a planned action was cut off"))
      .finally(() => running.delete(row.id));
    running.set(row.id, done);
  }

  /** Only one of all processes can mark it. */
  async function mark(row: Planned, state: "sending" | "missed") {
    if (!isLeading()) return undefined;
    const [ours] = await db
      .update(plannedActionTable)
      .set({ state, requestId: randomUUID(), sendingAt: new Date() })
      .where(
        and(
          eq(plannedActionTable.id, row.id),
          eq(plannedActionTable.state, "planned"),
          eq(plannedActionTable.at, row.at),
        ),
      )
      .returning();
    if (ours) changed(["automation"]);
    return ours;
  }

  async function run(row: Planned) {
    const ours = await mark(row, "sending");
    if (!ours) return;
    const act = actOf(ours);
    const [user] = await db.select().from(userTable).where(eq(userTable.id, ours.personId));
    const blocker = blockerOf(ours, user);
    if (!user || blocker !== undefined) {
      const message = `Not sent: ${blocker}.`;
      await end(ours, await sends.record(act, { outcome: "refused", status: 403, message }));
    } else await end(ours, await sends.send({ ...act, ...plannedBy(user) }));
  }

  async function miss(row: Planned, wasInTime: boolean) {
    const ours = await mark(row, "missed");
    if (!ours) return;
    const isElsewhere = row.keyPrint !== keyPrint;
    const message = wasInTime
      ? "Not sent: the platform took too long over earlier actions."
      : `Not sent: Switchboard was not ${isElsewhere ? "connected to this platform" : "running"} at that time.`;
    await sends.record(actOf(ours), { outcome: "refused", status: null, message });
    await set(ours, { message, endedAt: new Date() });
  }

  const end = (row: Planned, { outcome, status, message }: SendEnd) =>
    set(row, { state: outcome === "ok" ? "done" : outcome, status, message, endedAt: new Date() });

  async function set(row: Planned, values: Partial<Planned>) {
    await db.update(plannedActionTable).set(values).where(eq(plannedActionTable.id, row.id));
    changed(["automation", "campaigns"]);
  }

  const forgetOld = (now: Date) =>
    db
      .delete(plannedActionTable)
      .where(
        and(
          notInArray(plannedActionTable.state, [...open]),
          lt(plannedActionTable.at, new Date(now.getTime() - keptMs)),
        ),
      );

  return {
    look,
    settled: async () => {
      await Promise.all(running.values());
    },
  };
}

const detail = { automatic: "planned" };

function plannedBy({ id, name, email, role }: typeof userTable.$inferSelect): Pick<Act, "person" | "automatic"> {
  const person: Person = { id, name, email, role, sessionId: "" };
  return { person, automatic: { actor: { id, name: `Planned by ${name}`, email, role }, detail } };
}

type Planner = Pick<typeof userTable.$inferSelect, "name" | "role" | "isDisabled">;

/** Why nothing is sent for who planned it, as they are now. */
function blockerOf({ by, action }: Planned, user: Planner | null | undefined): string | undefined {
  if (!user) return `${by} is no longer on the team`;
  if (user.isDisabled) return `${user.name} is disabled`;
  return isAllowed(plannable[action], user.role) ? undefined : `${user.name} may no longer ${action} a campaign`;
}

const actOf = ({ action, campaignId, requestId, personId, by }: Planned): Act => ({
  op: plannable[action],
  campaign_id: campaignId,
  requestId: requestId ?? "",
  automatic: { actor: { id: personId, name: `Planned by ${by}`, email: "" }, detail },
});

type OperationParts = Pick<PlannedParts, "db" | "keyPrint" | "changed"> & Pick<Collect, "demoKeyPrint">;

/** What people plan, change and take back. */
export const plannedActions = ({ db, keyPrint, demoKeyPrint, changed }: OperationParts) => {
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
      await change(db, planned_id, { state: "taken_back", endedAt: new Date(), message });
      return answerOf(planned_id, (what) => `Removed: ${what}`);
    }),
  ];
};

type When = Pick<PlannedAction, "action" | "local" | "zone">;

const spoken = ({ local, zone }: When) => `${local.replace("T", " ")}, ${zone}`;

/** A time that is yet to come, and who answers for it. */
function setBy({ id, name }: Person, { action, local, zone }: When) {
  const atMs = momentOf(local, zone);
  const nowMs = Date.now();
  if (atMs === undefined)
    throw badTime(`There is no ${local.replace("T", " ")} in ${zone}: the clocks go forward then.`);
  if (atMs <= nowMs) throw badTime("This time has passed. Choose a later one.");
  if (atMs > nowMs + mostAhead) throw badTime("Choose a time within a year.");
  return { action, local, zone, at: new Date(atMs), personId: id, by: name, plannedAt: new Date(nowMs) };
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
