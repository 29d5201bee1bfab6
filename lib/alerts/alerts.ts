import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import { type RuleId, rulesFor } from "@/lib/contract/console/alert-rules";
import {
  type Alert,
  acknowledgeAlert,
  listAlerts,
  resolveAlert,
  type Snooze,
  snoozeAlert,
  wakeAlert,
} from "@/lib/contract/console/alerts";
import { implement } from "@/lib/contract/console/context";
import { refused } from "@/lib/contract/problem";
import { alertSnoozeTable, alertTable } from "@/lib/db/console/tables/alerts";
import type { Database } from "@/lib/db/database";
import type { AlertRow } from "./engine";
import { rowsOf } from "./rule";
import { rolesOf, ruleSettings } from "./settings";

const maxAlerts = 200;
const hourMs = 3_600_000;
const everyone = "";
const toneOrder = sql`case ${alertTable.tone} when 'fault' then 0 when 'wait' then 1 else 2 end`;

/** Lists, acknowledges, resolves and snoozes alerts. */
export const alerts = (db: Database, accountId: string) => {
  const change = async (id: string, person: Person, set: Partial<AlertRow>) => {
    await alertIn(db, accountId, id, person);
    await db.update(alertTable).set(set).where(eq(alertTable.id, id));
    return alertIn(db, accountId, id, person);
  };

  return [
    implement(listAlerts, async (_input, { person }) => {
      const rows = await db
        .select()
        .from(alertTable)
        .where(and(isShownTo(accountId, person), ne(alertTable.state, "resolved")))
        .orderBy(toneOrder, desc(alertTable.since), alertTable.id)
        .limit(maxAlerts);
      const ids = rows.map(({ id }) => id);
      const data = rows.map(await shownTo(db, accountId, ids, person));
      return { data, notes: person.role === "admin" ? await notesIn(db) : null };
    }),

    implement(acknowledgeAlert, async ({ alert_id }, { person }) => {
      const set = { state: "acknowledged", ownerId: person.id, owner: person.name } as const;
      const data = await change(alert_id, person, set);
      return { data, message: `Acknowledged: ${sentenceOf(data)}` };
    }),

    implement(resolveAlert, async ({ alert_id }, { person }) => {
      const set = { state: "resolved", resolvedAt: clock.now(), resolvedBy: person.name } as const;
      const data = await change(alert_id, person, set);
      return { data, message: `Resolved: ${sentenceOf(data)}` };
    }),

    implement(snoozeAlert, async ({ alert_id, hours, for_everyone = false, reason }, { person }) => {
      const trimmed = reason?.trim() ?? "";
      if (for_everyone && person.role !== "admin") throw refused("forbidden", "Only an admin can snooze for everyone.");
      if (for_everyone && trimmed === "") throw refused("bad_input", "Enter a reason. Everyone can read it.");
      const row = await rowIn(db, accountId, alert_id, person);
      const set = {
        by: person.name,
        reason: trimmed === "" ? null : trimmed,
        until: hours === undefined ? null : new Date(clock.nowMs() + hours * hourMs),
        fingerprint: row.fingerprint,
      };
      await db
        .insert(alertSnoozeTable)
        .values({ alertId: alert_id, personId: for_everyone ? everyone : person.id, ...set })
        .onConflictDoUpdate({ target: [alertSnoozeTable.alertId, alertSnoozeTable.personId], set });
      const data = await alertIn(db, accountId, alert_id, person);
      return { data, message: `Snoozed${for_everyone ? " for everyone" : ""}: ${sentenceOf(data)}` };
    }),

    implement(wakeAlert, async ({ alert_id }, { person }) => {
      const row = await rowIn(db, accountId, alert_id, person);
      const ids = person.role === "admin" ? [everyone, person.id] : [person.id];
      const isOwnSnooze = and(eq(alertSnoozeTable.alertId, row.id), inArray(alertSnoozeTable.personId, ids));
      await db.delete(alertSnoozeTable).where(isOwnSnooze);
      const data = await alertIn(db, accountId, alert_id, person);
      return { data, message: `Shown again: ${sentenceOf(data)}` };
    }),
  ];
};

export type AttentionCounts = { of: (person: Pick<Person, "id" | "role">) => number; text: string };

/** Number of alerts that need attention, per person. `text` changes whenever a count can change. */
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
      return rows.filter(({ rule, snoozed }) => shown.includes(rule) && isAwake(snoozed, id)).length;
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

async function rowIn(db: Database, accountId: string, id: string, person: Person) {
  const [row] = await db
    .select()
    .from(alertTable)
    .where(and(isShownTo(accountId, person), eq(alertTable.id, id)));
  if (!row) throw refused("not_found", "This problem is already over.");
  return row;
}

async function alertIn(db: Database, accountId: string, id: string, person: Person): Promise<Alert> {
  const row = await rowIn(db, accountId, id, person);
  return (await shownTo(db, accountId, [id], person))(row);
}

/** Converts rows to alerts as one person sees them. */
async function shownTo(db: Database, accountId: string, ids: readonly string[], person: Person) {
  const snoozes = await db
    .select({ snooze: alertSnoozeTable })
    .from(alertSnoozeTable)
    .innerJoin(alertTable, isSnoozeOf(person))
    .where(inArray(alertSnoozeTable.alertId, [...ids]));
  const settings = await ruleSettings(db, accountId);
  return (row: AlertRow): Alert => {
    const hears = rolesOf[settings[row.rule].audience].includes(person.role);
    const own = snoozes.filter(({ snooze }) => snooze.alertId === row.id).map(({ snooze }) => snooze);
    const snooze = own.find(({ personId }) => personId === everyone) ?? own[0];
    return { ...alertOf(row, person), hears, snoozed: snooze ? snoozeOf(snooze) : null };
  };
}

const snoozeOf = ({ until, by, reason, personId }: typeof alertSnoozeTable.$inferSelect): Snooze => ({
  until: until?.toISOString() ?? null,
  by,
  reason,
  for_everyone: personId === everyone,
});

const alertOf = (row: AlertRow, person: Person): Omit<Alert, "hears" | "snoozed"> => ({
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

/** Counts unknown words without a meaning, and fields that differ from the API documentation. */
async function notesIn(db: Database) {
  const [counts] = await rowsOf<{ words: number; fields: number }>(
    db,
    sql`select
        (count(distinct word) filter (where kind = 'unknown-word'
          and not exists (select from console.reading where reading.word = drift.word)))::int as words,
        (count(distinct (operation, path)) filter (where kind <> 'unknown-word'))::int as fields
      from console.drift`,
  );
  return counts ?? { words: 0, fields: 0 };
}

const sentenceOf = ({ subject, message }: Pick<Alert, "subject" | "message">) => `${subject} ${message}`;
