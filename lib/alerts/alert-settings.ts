import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, isNotNull, max, ne, notInArray, or, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { type AlertTopic, type Audience, alertTopics, ruleIds } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds, rulesFor, rulesOf, topics } from "@/lib/contract/console/alert-rules";
import {
  type AlertMessage,
  type AlertRecipient,
  type AlertRule,
  addAlertRecipient,
  getAlertSettings,
  listAlertMessages,
  listOwnAlerts,
  removeAlertRecipient,
  setAlertAudience,
  setAlertNight,
  setAlertPace,
  setAlertRule,
  setRecipientTopics,
  testAlertRecipient,
} from "@/lib/contract/console/alert-settings";
import { pausingRules } from "@/lib/contract/console/automation/pauses";
import { implement } from "@/lib/contract/console/context";
import { emailAddress } from "@/lib/contract/inputs/fields";
import { refused } from "@/lib/contract/problem";
import { alertMessageTable, alertRecipientTable, alertTable } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { isZone } from "@/lib/format/zoned-time";
import { type Destination, type Notifier, nameOf } from "./notifier";
import { rulePauses, saveRulePause } from "./pause-settings";
import { paceIn, type RuleSetting, rolesOf, ruleSettings, savePace, saveRule } from "./settings";

const maxRecipients = 50;
const defaultMessages = 20;
/** ID of the recipient that is the admin's own address. */
const ownMail = "mail";

type AlertSettingsOptions = {
  accountId: string;
  notifier: Notifier;
  isDemo?: boolean;
  changed?: (resources: readonly string[]) => void;
};
type RecipientRow = typeof alertRecipientTable.$inferSelect;
type MessageRow = typeof alertMessageTable.$inferSelect;

export const alertSettings = (
  db: Database,
  { accountId, notifier, isDemo = false, changed = () => undefined }: AlertSettingsOptions,
) => [
  implement(getAlertSettings, async () => {
    const recipients = await db.select().from(alertRecipientTable).orderBy(asc(alertRecipientTable.addedAt));
    const last = await lastMessages(db, accountId);
    return {
      rules: await listRules(db, accountId),
      recipients: recipients.map((row) => recipientOf(row, last.get(row.id))),
      pace: await paceIn(db),
      mail: notifier.from
        ? {
            from: notifier.from,
            people: await db.$count(userTable, and(eq(userTable.isDisabled, false), eq(userTable.isInvited, false))),
            last: last.get(ownMail) ?? null,
          }
        : null,
      is_demo: isDemo,
    };
  }),

  implement(listOwnAlerts, async (_input, { person: { role, email } }) => {
    const settings = await ruleSettings(db, accountId);
    const data = rulesFor(role).map((rule) => {
      const { isOn, audience, isAlways } = settings[rule];
      return { rule, is_on: isOn, is_default: rolesOf[audience].includes(role), is_always: isAlways };
    });
    const { is_quiet, from, to, zone, has_weekends } = await paceIn(db);
    const quiet = { is_quiet, from, to, zone, has_weekends };
    return { data, mail: notifier.mayMail ? email : null, is_demo: isDemo, quiet };
  }),

  implement(setAlertRule, async ({ rule, is_on, limit, audience, is_always, pause }, { person }) => {
    const { title, limits } = ruleKinds[rule];
    const pausing = pausingRules.find((id) => id === rule);
    if (pause && !pausing) throw refused("bad_input", "This rule cannot pause campaigns.");
    if (limit !== undefined && !limits.some(({ value }) => value === limit))
      throw refused("bad_input", "This limit does not exist for this rule.");
    await saveRule(db, accountId, rule, { isOn: is_on, limit, audience, isAlways: is_always });
    if (pause && pausing) {
      const isOn = await saveRulePause(db, { accountId, rule: pausing }, pause, person.name);
      changed(["automation"]);
      return { message: `${title}: ${isOn ? "pauses" : "does not pause"} campaigns.` };
    }
    const now = (await ruleSettings(db, accountId))[rule];
    return { message: `${title}: ${ruleMessage(now)}.` };
  }),

  implement(setAlertAudience, async ({ topic, audience }) => {
    for (const rule of rulesOf(topic)) await saveRule(db, accountId, rule, { audience });
    return { message: `${topics[topic].title}: ${audienceText(audience)}.` };
  }),

  implement(setAlertPace, async (change) => {
    const pace = { ...(await paceIn(db)), ...change };
    if (!isZone(pace.zone)) throw refused("bad_input", "This time zone is not known.");
    if (pace.is_quiet && pace.from === pace.to)
      throw refused("bad_input", "Quiet hours must start and end at different times.");
    await savePace(db, pace);
    const { is_quiet, from, to, zone, has_weekends, digest_minutes, notifies_recovery } = pace;
    const quiet = is_quiet
      ? `Quiet from ${from} to ${to}${has_weekends ? " and on weekends" : ""}, ${zone}`
      : "No quiet hours";
    const over = notifies_recovery ? "Notifies when resolved" : "Does not notify when resolved";
    return { message: `${quiet}. At most one message every ${digest_minutes} min. ${over}.` };
  }),

  implement(setAlertNight, async ({ topic, is_on }) => {
    for (const rule of rulesOf(topic)) await saveRule(db, accountId, rule, { isAlways: is_on });
    return { message: `${topics[topic].title}: ${is_on ? "also sent" : "not sent"} in quiet hours.` };
  }),

  implement(addAlertRecipient, async ({ kind, address, name, topics: chosen }, { person }) => {
    if (kind === "email" && !emailAddress.safeParse(address).success)
      throw refused("bad_input", "This is not an email address.");
    if ((await db.$count(alertRecipientTable)) >= maxRecipients)
      throw refused("not_possible", `There are ${maxRecipients} recipients: remove one first.`);
    const id = randomUUID();
    const { sealed, secret } = await notifier.sealedFor({ id, kind, address });
    const shown = name?.trim() || nameOf(kind, address);
    const row = {
      id,
      kind,
      name: shown,
      topics: limitedTo(chosen),
      sealed,
      addedBy: person.name,
      addedAt: clock.now(),
    };
    await db.insert(alertRecipientTable).values(row);
    return { data: recipientOf(row, undefined), secret, message: `${shown} now gets alerts.` };
  }),

  implement(setRecipientTopics, async ({ recipient_id, topics: chosen }) => {
    const row = await recipientIn(db, recipient_id);
    const set = { topics: limitedTo(chosen) };
    await db.update(alertRecipientTable).set(set).where(eq(alertRecipientTable.id, row.id));
    const names = set.topics?.map((topic) => topics[topic].title).join(", ") ?? "all alerts";
    return { message: `${row.name} now gets: ${names}.` };
  }),

  implement(removeAlertRecipient, async ({ recipient_id }) => {
    const [gone] = await db.delete(alertRecipientTable).where(eq(alertRecipientTable.id, recipient_id)).returning();
    if (!gone) throw refused("not_found", "This recipient was removed.");
    return { message: `${gone.name} no longer gets alerts.` };
  }),

  implement(testAlertRecipient, async ({ recipient_id }, { person }) => {
    const own = { kind: "email", address: person.email } as const;
    const row = recipient_id === ownMail ? undefined : await recipientIn(db, recipient_id);
    const to: Destination | undefined = row ? notifier.opened(row) : own;
    if (!to)
      throw refused("not_possible", "Its address was encrypted with another secret. Remove it and add it again.");
    const [id, now, name] = [randomUUID(), clock.now(), row?.name ?? person.email];
    const item = {
      ...{ alertId: id, rule: "test", title: "Test alert", why: `Sent by ${person.name} to check that alerts arrive.` },
      ...{ href: "/settings/alerts", since: now.toISOString() },
    };
    const { problem } = await notifier.deliver(to, { id, items: [item], isTest: true });
    const state = problem === undefined ? ("sent" as const) : ("failed" as const);
    await db.insert(alertMessageTable).values({
      ...{ id, accountId, recipient: recipient_id, kind: to.kind, to: name, items: [item], state, isHeld: false },
      ...{ createdAt: now, dueAt: now, sentAt: state === "sent" ? clock.now() : null, attempts: 1 },
      ...{ problem: problem ?? null, testedBy: person.name },
    });
    const arrived = problem === undefined;
    return { arrived, message: arrived ? `The test arrived at ${name}.` : `The test did not arrive: ${problem}.` };
  }),

  implement(listAlertMessages, async ({ only, limit = defaultMessages }) => {
    const isOurs = eq(alertMessageTable.accountId, accountId);
    const hasProblem = and(isNotNull(alertMessageTable.problem), ne(alertMessageTable.state, "dropped"));
    const isFailed = or(eq(alertMessageTable.state, "failed"), hasProblem);
    const rows = await db
      .select()
      .from(alertMessageTable)
      .where(and(isOurs, only && isFailed))
      .orderBy(desc(sql`coalesce(${alertMessageTable.sentAt}, ${alertMessageTable.createdAt})`), alertMessageTable.id)
      .limit(limit);
    const total = await db.$count(alertMessageTable, isOurs);
    const failed = await db.$count(alertMessageTable, and(isOurs, isFailed));
    return { data: rows.map(messageOf), total, failed };
  }),
];

async function listRules(db: Database, accountId: string): Promise<AlertRule[]> {
  const settings = await ruleSettings(db, accountId);
  const pauses = await rulePauses(db, accountId);
  const { rule, clearedAt, state, since, tone } = alertTable;
  const isOpen = and(sql`${clearedAt} is null`, ne(state, "resolved"));
  const rows = await db
    .select({
      rule,
      open: sql<number>`(count(*) filter (where ${isOpen}))::int`,
      isFault: sql<boolean | null>`bool_or(${tone} = 'fault') filter (where ${isOpen})`,
      last: max(since),
    })
    .from(alertTable)
    .where(eq(alertTable.accountId, accountId))
    .groupBy(rule);
  return ruleIds.map((id): AlertRule => {
    const { isOn, limit, audience, isAlways } = settings[id];
    const alerts = rows.find((row) => row.rule === id);
    return {
      ...{ rule: id, is_on: isOn, limit, audience, is_always: isAlways },
      open: alerts?.open ?? 0,
      tone: alerts?.open ? (alerts.isFault ? "fault" : "wait") : null,
      last_at: alerts?.last?.toISOString() ?? null,
      pause: pauses.find((pause) => pause.rule === id) ?? null,
    };
  });
}

function ruleMessage({ rule, isOn, limit, audience, isAlways }: RuleSetting) {
  const label = ruleKinds[rule].limits.find(({ value }) => value === limit)?.label;
  return [isOn ? "on" : "off", label, audienceText(audience), isAlways && "also in quiet hours"]
    .filter(Boolean)
    .join(", ");
}

const audienceText = (audience: Audience) => `notifies ${audience.replaceAll("_", " ")}`;

async function lastMessages(db: Database, accountId: string) {
  const { recipient, state, createdAt } = alertMessageTable;
  const rows = await db
    .selectDistinctOn([recipient])
    .from(alertMessageTable)
    .where(and(eq(alertMessageTable.accountId, accountId), notInArray(state, ["waiting", "dropped"])))
    .orderBy(recipient, desc(createdAt));
  return new Map(rows.map((row) => [row.recipient, lastOf(row)]));
}

const lastOf = ({ sentAt, createdAt, testedBy, problem }: MessageRow): AlertRecipient["last"] => ({
  at: (sentAt ?? createdAt).toISOString(),
  is_test: testedBy !== null,
  problem,
});

/** Null if all topics are chosen, so that a later topic is included. */
const limitedTo = (chosen: readonly AlertTopic[] | undefined) =>
  chosen === undefined || alertTopics.every((topic) => chosen.includes(topic)) ? null : [...new Set(chosen)];

const recipientOf = (
  { id, kind, name, topics }: RecipientRow,
  last: AlertRecipient["last"] | undefined,
): AlertRecipient => ({
  id,
  kind,
  name,
  topics,
  last: last ?? null,
});

const messageOf = (row: MessageRow): AlertMessage => ({
  id: row.id,
  at: (row.sentAt ?? row.createdAt).toISOString(),
  to: row.to,
  kind: row.kind,
  titles: row.items.map(({ title }) => title),
  state: row.state,
  held_from: row.isHeld ? row.createdAt.toISOString() : null,
  tries: row.attempts,
  problem: row.problem,
  tested_by: row.testedBy,
});

async function recipientIn(db: Database, id: string) {
  const [row] = await db.select().from(alertRecipientTable).where(eq(alertRecipientTable.id, id));
  if (!row) throw refused("not_found", "This recipient was removed.");
  return row;
}
