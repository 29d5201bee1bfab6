import { and, eq } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { plannable, plannableNames } from "@/lib/contract/console/automation/planned";
import { calledOf, type LeftBehind, type removeMember } from "@/lib/contract/console/people/team";
import type { InputOf } from "@/lib/contract/inputs";
import { isAllowed, type Operation, type Role } from "@/lib/contract/operation";
import { refused } from "@/lib/contract/problem";
import { alertRecipientTable, alertTable } from "@/lib/db/console/tables/alerts";
import { campaignHoursTable, plannedActionTable } from "@/lib/db/console/tables/automation";
import { apiTokenTable, userTable } from "@/lib/db/console/tables/people";
import { lockInTransaction, type Transaction } from "@/lib/db/database";
import { countOf } from "@/lib/format/format-count";
import {
  areActions,
  areAlertsOf,
  areHoursOf,
  areRecipientsAt,
  areTokensOf,
  isNextOfHours,
  leftBehindBy,
} from "./left-behind";

type User = typeof userTable.$inferSelect;
type HandOver = NonNullable<InputOf<typeof removeMember>["hand_over"]>;
type Leaving = {
  user: User;
  choice: HandOver | undefined;
  /** The new role of a person who stays. */
  next?: Role;
};
type Step = { tx: Transaction; user: User; left: LeftBehind };

/**
 * Hands over what acts in a person's name, or ends it. Call it in the transaction that takes their access away. Returns a
 * sentence for each kind, for the audit log.
 */
export async function handOver(tx: Transaction, { user, choice = {}, next }: Leaving): Promise<string[]> {
  await lockInTransaction(tx, `left behind ${user.id}`);
  const step: Step = { tx, user, left: await leftBehindBy(tx, user, next) };
  const sentences = [
    await handActions(step, choice.actions),
    await handHours(step, choice.hours),
    await handTokens(step, choice.tokens),
    await handAlerts(step, choice.alerts),
    await endRecipients(step, choice.keeps_recipients === true),
  ];
  return sentences.filter((sentence) => sentence !== undefined);
}

async function handActions({ tx, user, left: { actions } }: Step, heirId: string | undefined) {
  if (actions.length === 0) return undefined;
  const what = `${countOf(actions.length, "scheduled action")} (${listed(actions.map(actionText))})`;
  const heir = await heirOf(tx, { id: heirId, user, mayDo: actions.map(({ action }) => plannable[action]) });
  if (heir) {
    const values = { personId: heir.id, by: calledOf(heir) };
    await tx.update(plannedActionTable).set(values).where(areActions(actions));
    return `${what} went to ${calledOf(heir)}.`;
  }
  const message = `Removed, because ${calledOf(user)} no longer may send it`;
  const values = { state: "taken_back", endedAt: clock.now(), nextAttemptAt: null, message } as const;
  await tx
    .update(plannedActionTable)
    .set(values)
    .where(and(areActions(actions), eq(plannedActionTable.state, "planned")));
  return `${what} will not be sent.`;
}

async function handHours({ tx, user, left: { hours } }: Step, heirId: string | undefined) {
  if (hours.length === 0) return undefined;
  const what = `The hours of ${countOf(hours.length, "campaign")} (${listed(hours.map(({ campaign }) => campaign))})`;
  const heir = await heirOf(tx, { id: heirId, user, mayDo: [plannable.pause, plannable.resume] });
  if (heir) {
    const values = { personId: heir.id, by: calledOf(heir) };
    await tx.update(campaignHoursTable).set(values).where(areHoursOf(user.id));
    await tx.update(plannedActionTable).set(values).where(isNextOfHours(user.id));
    return `${what} went to ${calledOf(heir)}.`;
  }
  await tx.delete(plannedActionTable).where(isNextOfHours(user.id));
  await tx.delete(campaignHoursTable).where(areHoursOf(user.id));
  return `${what} were switched off.`;
}

async function handTokens({ tx, user, left: { tokens } }: Step, heirId: string | undefined) {
  if (tokens.length === 0) return undefined;
  const what = `${countOf(tokens.length, "token")} (${listed(tokens.map(({ name }) => name))})`;
  const heir = await heirOf(tx, { id: heirId, user, mayDo: [] });
  if (heir) {
    await tx.update(apiTokenTable).set({ userId: heir.id }).where(areTokensOf(user.id));
    return `${what} went to ${calledOf(heir)}.`;
  }
  await tx.delete(apiTokenTable).where(areTokensOf(user.id));
  return `${what} ${tokens.length === 1 ? "was" : "were"} revoked.`;
}

async function handAlerts({ tx, user, left: { alerts } }: Step, heirId: string | undefined) {
  if (alerts === 0) return undefined;
  const what = countOf(alerts, "acknowledged alert");
  const heir = await heirOf(tx, { id: heirId, user, mayDo: [] });
  const values = heir
    ? { ownerId: heir.id, owner: calledOf(heir) }
    : { state: "open" as const, ownerId: null, owner: null };
  await tx.update(alertTable).set(values).where(areAlertsOf(user.id));
  return heir ? `${what} went to ${calledOf(heir)}.` : `${what} ${alerts === 1 ? "is" : "are"} open again.`;
}

async function endRecipients({ tx, user, left: { recipients } }: Step, isKept: boolean) {
  if (recipients === 0) return undefined;
  if (isKept) return `Alerts are still mailed to ${user.email}.`;
  await tx.delete(alertRecipientTable).where(areRecipientsAt(user.email));
  return `Alerts are no longer mailed to ${user.email}.`;
}

type Heir = { id: string | undefined; user: User; mayDo: readonly Operation[] };

/** The colleague who takes over. Undefined if nobody does. Throws if they may not do what is handed to them. */
async function heirOf(tx: Transaction, { id, user, mayDo }: Heir): Promise<User | undefined> {
  if (id === undefined) return undefined;
  const [heir] = await tx.select().from(userTable).where(eq(userTable.id, id)).for("share");
  if (!heir || heir.id === user.id) throw refused("not_possible", "Choose a colleague who takes over.");
  const name = calledOf(heir);
  if (heir.isDisabled) throw refused("not_possible", `${name} is disabled and cannot take over.`);
  if (heir.isInvited) throw refused("not_possible", `${name} has not accepted the invitation and cannot take over.`);
  const forbidden = mayDo.find((op) => !isAllowed(op, heir.role));
  if (forbidden) throw refused("not_possible", `${name} cannot take this over. Their role may not do it.`);
  return heir;
}

const actionText = ({ action, campaign, local, zone }: LeftBehind["actions"][number]) =>
  `${plannableNames[action].toLowerCase()} ${campaign}, ${local.replace("T", " ")} ${zone}`;

const mostListed = 10;

const listed = (texts: readonly string[]) =>
  texts.length > mostListed
    ? `${texts.slice(0, mostListed).join("; ")}; and ${texts.length - mostListed} more`
    : texts.join("; ");
