import { and, eq, inArray } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { alertMessageTable } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { quietUntil } from "./hours";
import { nightIn } from "./own-alerts";
import { paceIn, ruleSettings } from "./settings";

type Message = Pick<typeof alertMessageTable.$inferSelect, "id" | "recipient" | "items">;

/**
 * Sends what waits for the end of quiet hours if they are over by a change of settings, or if an alert in it is now also sent at
 * night. If their end moved, the messages wait for the new one.
 */
export async function releaseHeld(db: Database, accountId: string) {
  const [now, pace, settings] = [clock.now(), await paceIn(db), await ruleSettings(db, accountId)];
  const until = quietUntil(pace, now);
  const { state, isHeld, attempts, id } = alertMessageTable;
  const isWaiting = and(eq(alertMessageTable.accountId, accountId), eq(state, "waiting"), eq(isHeld, true));
  const isOurs = and(isWaiting, eq(attempts, 0));
  const held = await db.select().from(alertMessageTable).where(isOurs);
  const nights = await nightsOf(db, held);
  const isWanted = ({ recipient, items }: Message) =>
    items.some(({ rule }) => {
      const setting = Object.values(settings).find((known) => known.rule === rule);
      return setting && (nights.get(recipient)?.[ruleKinds[setting.rule].topic] ?? setting.isAlways);
    });
  for (const message of held) {
    const isReleased = until === undefined || isWanted(message);
    const dueAt = isReleased ? now : until;
    await db
      .update(alertMessageTable)
      .set({ isHeld: !isReleased, dueAt, nextAttemptAt: dueAt })
      .where(and(isOurs, eq(id, message.id)));
  }
}

/** The choices of people of the team for the night, by recipient. */
async function nightsOf(db: Database, messages: readonly Message[]) {
  const ids = messages.flatMap(({ recipient }) => /^person (.*)$/.exec(recipient)?.[1] ?? []);
  const { id, preferences } = userTable;
  const people = await db.select({ id, preferences }).from(userTable).where(inArray(id, ids));
  return new Map(people.map((person) => [`person ${person.id}`, nightIn(person.preferences)]));
}
