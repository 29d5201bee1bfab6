import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { type PlannedAction, planAction } from "@/lib/contract/console/automation/planned";
import { plannedActionTable } from "@/lib/db/console/tables/automation";
import { userTable } from "@/lib/db/console/tables/people";
import { wallTimeOf } from "@/lib/format/zoned-time";
import { freshAutomation } from "./automation";
import { personWith } from "./console";

/** Processes that act on a platform by themselves, with actions scheduled in them. */
export async function freshScheduledActions() {
  const automation = await freshAutomation();
  const { db, startProcess } = automation;

  /** Schedules a resume of a new campaign in an hour, by a new campaign manager. */
  async function planned(process: ReturnType<typeof startProcess>) {
    const by = { ...personWith("campaign_manager"), id: randomUUID(), name: "Mara Okafor" };
    await db
      .insert(userTable)
      .values({ id: by.id, name: by.name, email: `${by.id}@fernhill.example`, role: "campaign_manager" });
    const campaign_id = randomUUID();
    const when = { local: wallTimeOf(Date.now() + 3_600_000, "Asia/Tokyo").text, zone: "Asia/Tokyo" };
    const { data }: { data: PlannedAction } = await process.ask(
      planAction,
      { campaign_id, action: "resume", ...when },
      by,
    );
    return { campaign_id, by, id: data.id };
  }

  /** Moves the time of one scheduled action into the past; without an ID, of all. */
  async function makeDue(minutesAgo: number, id?: string) {
    const at = new Date(Date.now() - minutesAgo * 60_000);
    await db
      .update(plannedActionTable)
      .set({ at, nextAttemptAt: at })
      .where(id === undefined ? undefined : eq(plannedActionTable.id, id));
  }

  return { ...automation, planned, makeDue };
}
