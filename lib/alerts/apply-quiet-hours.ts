import { and, eq, inArray } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { alertMessageTable, type MessageItem } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database, Transaction } from "@/lib/db/database";
import { placeItem } from "./enqueue-messages";
import { quietUntil } from "./hours";
import { nightIn } from "./own-alerts";
import { paceIn, ruleSettings } from "./settings";

type Message = typeof alertMessageTable.$inferSelect;

/**
 * Applies quiet hours to waiting messages, by the settings and the people's choices of this moment: holds what may not be sent at
 * night until they end, and releases the rest. Runs before each sending, so that every change of a choice is respected.
 */
export async function applyQuietHours(db: Database, accountId: string) {
  const { state, attempts } = alertMessageTable;
  const isUntried = and(eq(alertMessageTable.accountId, accountId), eq(state, "waiting"), eq(attempts, 0));
  if ((await db.$count(alertMessageTable, isUntried)) === 0) return;
  await db.transaction(async (tx) => {
    const messages = await tx.select().from(alertMessageTable).where(isUntried).for("update", { skipLocked: true });
    const until = quietUntil(await paceIn(tx), clock.now());
    const isForNow = await nightFilter(tx, accountId, messages);
    for (const message of messages) await applyTo(tx, message, { until, isForNow });
  });
}

type Night = { until: Date | undefined; isForNow: (message: Message, item: MessageItem) => boolean };

async function applyTo(tx: Transaction, message: Message, { until, isForNow }: Night) {
  const { id, isHeld, accountId, recipient, kind, to, dueAt, createdAt } = message;
  const isMoved = (item: MessageItem) => (until === undefined || isForNow(message, item)) === isHeld;
  const [moved, kept] = [message.items.filter(isMoved), message.items.filter((item) => !isMoved(item))];
  const isMessage = eq(alertMessageTable.id, id);
  if (moved.length > 0) {
    if (kept.length === 0) await tx.delete(alertMessageTable).where(isMessage);
    else await tx.update(alertMessageTable).set({ items: kept }).where(isMessage);
    const times = { isHeld: !isHeld, dueAt: isHeld || until === undefined ? clock.now() : until, createdAt };
    for (const item of moved) await placeItem(tx, { accountId, recipient, kind, to, item, ...times });
  }
  // The end of quiet hours can be moved while a message waits for it.
  if (kept.length > 0 && isHeld && until && dueAt.getTime() !== until.getTime())
    await tx.update(alertMessageTable).set({ dueAt: until, nextAttemptAt: until }).where(isMessage);
}

/** Tells which items are sent in quiet hours: by the recipient's own choice of the topic, otherwise by the rule's setting. */
async function nightFilter(
  tx: Transaction,
  accountId: string,
  messages: readonly Message[],
): Promise<Night["isForNow"]> {
  const settings = Object.values(await ruleSettings(tx, accountId));
  const ids = messages.flatMap(({ recipient }) => /^person (.*)$/.exec(recipient)?.[1] ?? []);
  const { id, preferences } = userTable;
  const people = await tx.select({ id, preferences }).from(userTable).where(inArray(id, ids));
  const nights = new Map(people.map((person) => [`person ${person.id}`, nightIn(person.preferences)]));
  return ({ recipient }, { rule }) => {
    const setting = settings.find((known) => known.rule === rule);
    return setting !== undefined && (nights.get(recipient)?.[ruleKinds[setting.rule].topic] ?? setting.isAlways);
  };
}
