import { and, desc, eq, exists, gt, inArray, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import type { RuleId } from "@/lib/contract/console/alert-rule-ids";
import { rulesFor } from "@/lib/contract/console/alert-rules";
import {
  type Alert,
  acknowledgeAlerts,
  listAlertGroups,
  listAlerts,
  resolveAlerts,
  type Snooze,
  snoozeAlerts,
  wakeAlerts,
} from "@/lib/contract/console/alerts";
import { implement } from "@/lib/contract/console/context";
import type { InputOf } from "@/lib/contract/inputs";
import { refused } from "@/lib/contract/problem";
import { alertSnoozeTable, alertTable } from "@/lib/db/console/tables/alerts";
import type { Database } from "@/lib/db/database";
import { hasVisibleText } from "@/lib/format/visible-text";
import { groupSentence, groupsOf } from "./alert-groups";
import type { AlertRow } from "./engine";
import { choicesOf, isNotified } from "./own-alerts";
import { rowsOf } from "./rule";
import { ruleSettings } from "./settings";

const maxAlerts = 200;
const hourMs = 3_600_000;
const everyone = "";
const toneOrder = sql`case ${alertTable.tone} when 'fault' then 0 when 'wait' then 1 else 2 end`;

type Targets = InputOf<typeof acknowledgeAlerts>;

/** Lists, acknowledges, resolves and snoozes alerts. A group is what its rule has when the request arrives. */
export const alerts = (db: Database, accountId: string) => {
  const unresolved = (person: Person, when?: SQL) =>
    and(isShownTo(accountId, person), ne(alertTable.state, "resolved"), when);
  const targets = (person: Person, { rule, alert_id }: Targets, isSnoozed = false) => {
    const snoozes = db.select().from(alertSnoozeTable).where(isSnoozeOf(person));
    const isInGroup = isSnoozed ? exists(snoozes) : not(exists(snoozes));
    return unresolved(
      person,
      and(eq(alertTable.rule, rule), alert_id === undefined ? isInGroup : eq(alertTable.id, alert_id)),
    );
  };
  const change = async ({ rule }: Targets, set: Partial<AlertRow>, where: SQL | undefined) =>
    sentenceOf(rule, await db.update(alertTable).set(set).where(where).returning());

  return [
    implement(listAlerts, async ({ rule }, { person }) => {
      const data = await alertsFor(db, accountId, person, unresolved(person, rule && eq(alertTable.rule, rule)));
      return { data: data.slice(0, maxAlerts) };
    }),

    implement(listAlertGroups, async (_input, { person }) => ({
      data: groupsOf(await alertsFor(db, accountId, person, unresolved(person))),
      notes: person.role === "admin" ? await notesIn(db, accountId) : null,
    })),

    implement(acknowledgeAlerts, async (input, { person }) => {
      const set = { state: "acknowledged", ownerId: person.id, owner: person.name } as const;
      const isOpen = eq(alertTable.state, "open");
      return { message: await change(input, set, and(targets(person, input), isOpen)) };
    }),

    implement(resolveAlerts, async (input, { person }) => {
      const set = { state: "resolved", resolvedAt: clock.now(), resolvedBy: person.name } as const;
      return { message: await change(input, set, targets(person, input)) };
    }),

    implement(snoozeAlerts, async ({ hours, for_everyone = false, reason, ...input }, { person }) => {
      const trimmed = reason !== undefined && hasVisibleText(reason) ? reason.trim() : "";
      if (for_everyone && person.role !== "admin") throw refused("forbidden", "Only an admin can snooze for everyone.");
      if (for_everyone && trimmed === "") throw refused("bad_input", "Enter a reason. Everyone can read it.");
      const rows = await db.select().from(alertTable).where(targets(person, input));
      const message = sentenceOf(input.rule, rows);
      const set = {
        by: person.name,
        reason: trimmed === "" ? null : trimmed,
        until: hours === undefined ? null : new Date(clock.nowMs() + hours * hourMs),
      };
      const personId = for_everyone ? everyone : person.id;
      await db
        .insert(alertSnoozeTable)
        .values(rows.map(({ id, fingerprint }) => ({ alertId: id, personId, fingerprint, ...set })))
        .onConflictDoUpdate({
          target: [alertSnoozeTable.alertId, alertSnoozeTable.personId],
          set: { ...set, fingerprint: sql`excluded.print` },
        });
      return { message: for_everyone ? `${message.replace(/\.$/, "")}, for everyone.` : message };
    }),

    implement(wakeAlerts, async (input, { person }) => {
      const rows = await db
        .select()
        .from(alertTable)
        .where(targets(person, input, true));
      const message = sentenceOf(input.rule, rows);
      const ids = person.role === "admin" ? [everyone, person.id] : [person.id];
      const { alertId, personId } = alertSnoozeTable;
      const isOwn = and(
        inArray(
          alertId,
          rows.map(({ id }) => id),
        ),
        inArray(personId, ids),
      );
      await db.delete(alertSnoozeTable).where(isOwn);
      return { message };
    }),
  ];
};

/** The sentence for a message and the audit log, which stores no name of a call. */
function sentenceOf(rule: RuleId, rows: readonly AlertRow[]): string {
  const [first, ...others] = rows;
  if (!first) throw refused("not_found", "These alerts are already over or taken.");
  const { subject, message } = groupSentence(rule, [first, ...others]);
  return rule === "call_long" && others.length === 0 ? `A call ${message}` : `${subject} ${message}`;
}

export type AttentionCounts = { of: (person: Pick<Person, "id" | "role">) => number; text: string };

/** Number of groups of alerts that need attention, per person. `text` changes whenever a count can change. */
export async function attentionCounts(db: Database, accountId: string): Promise<AttentionCounts> {
  const rows = await rowsOf<{ rule: RuleId; snoozed: string[] }>(
    db,
    sql`select rule, array_remove(array_agg(snooze.person_id order by snooze.person_id), null) as snoozed
      from console.alert left join console.alert_snooze as snooze on snooze.alert_id = alert.id
        and (snooze.until > ${clock.now().toISOString()} or (snooze.until is null and snooze.print = alert.print))
      where key_print = ${accountId} and cleared_at is null and state <> 'resolved'
      group by alert.id order by alert.id`,
  );
  const isAwake = (snoozed: readonly string[], id: string) => !snoozed.includes(everyone) && !snoozed.includes(id);
  return {
    of: ({ id, role }) => {
      const shown = rulesFor(role);
      const awake = rows.filter(({ rule, snoozed }) => shown.includes(rule) && isAwake(snoozed, id));
      return new Set(awake.map(({ rule }) => rule)).size;
    },
    text: JSON.stringify(rows),
  };
}

const isShownTo = (accountId: string, { role }: Pick<Person, "role">) =>
  and(eq(alertTable.accountId, accountId), isNull(alertTable.clearedAt), inArray(alertTable.rule, rulesFor(role)));

/** An active snooze of this person or everyone. It has not expired, and the alert's fingerprint has not changed. */
const isSnoozeOf = ({ id }: Pick<Person, "id">) =>
  and(
    eq(alertSnoozeTable.alertId, alertTable.id),
    inArray(alertSnoozeTable.personId, [everyone, id]),
    or(
      gt(alertSnoozeTable.until, clock.now()),
      and(isNull(alertSnoozeTable.until), eq(alertSnoozeTable.fingerprint, alertTable.fingerprint)),
    ),
  );

async function alertsFor(db: Database, accountId: string, person: Person, where: SQL | undefined): Promise<Alert[]> {
  const rows = await db
    .select()
    .from(alertTable)
    .where(where)
    .orderBy(toneOrder, desc(alertTable.since), alertTable.id);
  const snoozes = await db
    .select({ snooze: alertSnoozeTable })
    .from(alertSnoozeTable)
    .innerJoin(alertTable, isSnoozeOf(person))
    .where(isShownTo(accountId, person));
  const snoozeByAlert = new Map<string, Snooze>();
  for (const { snooze } of snoozes)
    if (snooze.personId === everyone || !snoozeByAlert.has(snooze.alertId))
      snoozeByAlert.set(snooze.alertId, snoozeOf(snooze));
  const [settings, choices] = [await ruleSettings(db, accountId), await choicesOf(db, person.id)];
  return rows.map((row) => ({
    ...alertOf(row, person),
    is_notified: isNotified({ setting: settings[row.rule], role: person.role, choices, channel: "browser" }),
    snoozed: snoozeByAlert.get(row.id) ?? null,
  }));
}

const snoozeOf = ({ until, by, reason, personId }: typeof alertSnoozeTable.$inferSelect): Snooze => ({
  until: until?.toISOString() ?? null,
  by,
  reason,
  for_everyone: personId === everyone,
});

const alertOf = (row: AlertRow, person: Person): Omit<Alert, "is_notified" | "snoozed"> => ({
  id: row.id,
  rule: row.rule,
  state: row.state,
  tone: row.tone,
  subject: row.subject,
  is_phone: row.isPhone,
  message: row.message,
  why: row.why,
  since: row.since.toISOString(),
  changed_at: row.changedAt?.toISOString() ?? null,
  last_at: row.lastAt.toISOString(),
  href: row.href,
  link: row.link,
  owner: row.owner,
  is_mine: row.ownerId === person.id,
});

async function notesIn(db: Database, accountId: string) {
  const [counts] = await rowsOf<{ words: number; fields: number }>(
    db,
    sql`select
        (count(distinct word) filter (where kind = 'unknown-word'
          and not exists (select from console.reading where reading.word = drift.word)))::int as words,
        (count(distinct (operation, path)) filter (where kind <> 'unknown-word'))::int as fields
      from console.drift where key_print = ${accountId}`,
  );
  return counts ?? { words: 0, fields: 0 };
}
