import { and, desc, eq, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import type { RuleId } from "@/lib/contract/console/alert-rule-ids";
import type { AlertPace } from "@/lib/contract/console/alert-settings";
import { copyRefusal } from "@/lib/contract/console/restored-copy";
import { isMasked, isMaskingOn } from "@/lib/db/console/number-masking";
import { restoredCopyOf } from "@/lib/db/console/restored-copy";
import { alertMessageTable, alertRecipientTable, type MessageItem } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { ownTimeZone } from "@/lib/format/format-time";
import { isZone } from "@/lib/format/zoned-time";
import { claimDue, inFuture, isClaimedAs } from "@/lib/jobs/queue";
import { createWorker } from "@/lib/jobs/worker";
import { maskNumbers } from "@/lib/numbers/mask-numbers";
import { applyQuietHours } from "./apply-quiet-hours";
import { isActive, isOfTopics } from "./enqueue-messages";
import { currentItems } from "./message-items";
import type { Destination, Notifier } from "./notifier";
import { choicesIn } from "./own-alerts";
import { paceIn } from "./settings";

const concurrency = 5;

/** Exponential backoff. The waits add up to most of a day, because a receiver can be down for a night. */
const defaultRetry = { firstMs: 30_000, attempts: 11, leaseMs: 60_000 };

type SenderOptions = {
  db: Database;
  /** The connected account. Messages of other accounts are dropped. */
  accountId: string;
  notifier: Notifier;
  changed: (resources: readonly string[]) => void;
  log: Logger;
  /** `leaseMs` must be longer than any attempt. */
  retry?: typeof defaultRetry;
};

type Message = typeof alertMessageTable.$inferSelect;
type AttemptResult = {
  state: "sent" | "dropped";
  items: MessageItem[];
  problem?: string;
  isFinal?: boolean;
  /** Why it was dropped. */
  reason?: string;
};

/** Sends queued messages at least once, even if the process dies while it sends. A message keeps its ID in each attempt. */
export function createMessageSender(options: SenderOptions) {
  const { db, accountId, log, retry = defaultRetry } = options;
  const isOurs = eq(alertMessageTable.accountId, accountId);
  const claim = { leaseMs: retry.leaseMs, where: isOurs, set: { state: "sending" } } as const;
  const worker = createWorker<Message>({
    name: "alert messages",
    concurrency,
    claim: (most) => claimDue(db, alertMessageTable, { ...claim, most }),
    run: (message) => send(message, { ...options, retry }),
    log,
  });
  return {
    ...worker,
    async startDue(mayClaim?: () => boolean) {
      await dropOfOthers(options);
      await applyQuietHours(db, accountId);
      await worker.startDue(mayClaim);
    },
  };
}

/** Drops messages of accounts that are no longer connected, except those that another process is sending now. */
async function dropOfOthers({ db, accountId, changed }: SenderOptions) {
  const { state, nextAttemptAt } = alertMessageTable;
  const isUnclaimed = or(eq(state, "waiting"), and(eq(state, "sending"), lte(nextAttemptAt, inFuture(0))));
  const dropped = await db
    .update(alertMessageTable)
    .set({ state: "dropped", nextAttemptAt: null, problem: "Another platform was connected." })
    .where(and(ne(alertMessageTable.accountId, accountId), isUnclaimed))
    .returning({ id: alertMessageTable.id });
  if (dropped.length > 0) changed(["alerts"]);
}

async function send(message: Message, options: Required<SenderOptions>) {
  const { db, retry, changed } = options;
  const { attempts } = message;
  const result = await attempt(message, options);
  const isLast = result.isFinal === true || attempts >= retry.attempts;
  const state = result.problem === undefined ? result.state : isLast ? ("failed" as const) : ("waiting" as const);
  await db
    .update(alertMessageTable)
    .set({
      ...{ state, items: result.items, problem: result.problem ?? result.reason ?? null },
      sentAt: state === "sent" ? clock.now() : null,
      nextAttemptAt: state === "waiting" ? inFuture(retry.firstMs * 2 ** (attempts - 1)) : null,
    })
    .where(isClaimedAs(alertMessageTable, message));
  changed(["alerts"]);
}

async function attempt(message: Message, { db, notifier }: SenderOptions): Promise<AttemptResult> {
  // The original sends its own. A test was pressed by a person.
  if (message.testedBy === null && (await restoredCopyOf(db)))
    return { state: "dropped", items: message.items, reason: copyRefusal };
  const { to, wants, isMasked } = await destinationOf(db, notifier, message);
  const current = (await currentItems(db, message)).filter(({ rule }) => wants(rule as RuleId));
  const items = isMasked ? (maskNumbers(current) as MessageItem[]) : current;
  if (items.length === 0) return { state: "dropped", items: message.items };
  if (!to) return { state: "sent", items, problem: "This recipient was removed.", isFinal: true };
  const follows = await earlierMessages(db, message, items);
  const zone = zoneBeside(await paceIn(db));
  return { state: "sent", items, ...(await notifier.deliver(to, { id: message.id, items, follows, zone })) };
}

const maxFollowed = 20;

/** IDs of the messages that this recipient got about the same alerts, oldest first. */
async function earlierMessages(db: Database, { id, recipient }: Message, items: readonly MessageItem[]) {
  const { state, testedBy, sentAt } = alertMessageTable;
  const isAbout = or(
    ...items.map(({ alertId }) => sql`${alertMessageTable.items} @> ${JSON.stringify([{ alertId }])}::jsonb`),
  );
  const isEarlier = and(eq(alertMessageTable.recipient, recipient), ne(alertMessageTable.id, id), eq(state, "sent"));
  const rows = await db
    .select({ id: alertMessageTable.id })
    .from(alertMessageTable)
    .where(and(isEarlier, isNull(testedBy), isAbout))
    .orderBy(desc(sentAt))
    .limit(maxFollowed);
  return rows.map((row) => row.id).toReversed();
}

/** The zone of the quiet hours, or else that of the server. */
const zoneBeside = ({ zone }: AlertPace) => (zone !== "UTC" && isZone(zone) ? zone : ownTimeZone());

/** The address, undefined if it was removed, and what the recipient chose, which can be newer than the message. */
async function destinationOf(
  db: Database,
  notifier: Notifier,
  { recipient }: Message,
): Promise<{ to: Destination | undefined; wants: (rule: RuleId) => boolean; isMasked: boolean }> {
  if (!recipient.startsWith("person ")) {
    const [row] = await db.select().from(alertRecipientTable).where(eq(alertRecipientTable.id, recipient));
    return { to: row && notifier.opened(row), wants: (rule) => !row || isOfTopics(row, rule), isMasked: false };
  }
  const isPerson = and(eq(userTable.id, recipient.slice("person ".length)), isActive);
  const { email, preferences, role } = userTable;
  const [person] = await db
    .select({ email, preferences, role, isMasking: isMaskingOn })
    .from(userTable)
    .where(isPerson);
  const choices = choicesIn(person?.preferences);
  const to = person && ({ kind: "email", address: person.email } as const);
  return {
    to,
    wants: (rule) => choices[rule]?.email !== false,
    isMasked: person ? isMasked(person.role, person.isMasking) : true,
  };
}
