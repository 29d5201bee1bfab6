import { and, desc, eq, isNotNull, or, sql } from "drizzle-orm";
import { actionLabel, recordOf } from "@/lib/contract/action-labels";
import type { Person } from "@/lib/contract/actor";
import { apiOperations } from "@/lib/contract/api";
import {
  exportAudit,
  getAuditChoices,
  getAuditEntry,
  listAnswers,
  listAudit,
  type SentAnswer,
  verifyAuditLog,
} from "@/lib/contract/console/audit";
import { implement } from "@/lib/contract/console/context";
import { mayRead, maySeeSend, maySeeSender } from "@/lib/contract/console/readable";
import { countsIn } from "@/lib/contract/counts-in";
import { isWrite, resourceOf } from "@/lib/contract/operation";
import { userTable } from "@/lib/db/console/tables/people";
import type { Database } from "@/lib/db/database";
import { onceAtATime } from "@/lib/jobs/once-at-a-time";
import { begun, countEntries, type Entry, entries, isAbout, isBefore, listActions, matches } from "./audit-entries";
import { createAuditExport } from "./audit-export";
import { namesOf } from "./record-names";
import { verifyForApi } from "./verify-audit";

const maxAnswers = 50;

type AuditOptions = { accountId: string; key: string; origin: string };

/** Operations on the audit log. Responses to sends are visible to roles that can read their records. */
export const audit = (db: Database, { accountId, key, origin }: AuditOptions) => {
  const exported = createAuditExport(db, origin);
  const verify = onceAtATime(() => verifyForApi(db, key));
  const choices = onceAtATime(async () => ({
    person: await peopleIn(db),
    record: await recordsIn(db),
    action: await actionsIn(db),
  }));
  return [
    implement(listAudit, async ({ after, limit = 100, ...filters }) => {
      const rows = await entries(db, and(matches(db, filters), isBefore(after)), limit + 1);
      const total = await countEntries(db, filters);
      const page = rows.slice(0, limit);
      return { data: page.map(shownOf), total, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
    }),
    implement(getAuditEntry, async ({ entry_id }) => {
      const [entry] = /^\d{1,15}$/.test(entry_id) ? await entries(db, eq(begun.id, Number(entry_id)), 1) : [];
      return { data: entry ? shownOf(entry) : null };
    }),
    implement(getAuditChoices, choices),
    implement(exportAudit, async (filters, context) => exported(filters, context)),
    implement(verifyAuditLog, verify),
    implement(listAnswers, async ({ resource, target }, { person }) => {
      const sends = apiOperations.filter(isWrite).filter((op) => mayRead(person.role, resourceOf(op)));
      const actions = sends.filter((op) => resource === undefined || resourceOf(op) === resource).map(({ id }) => id);
      if (actions.length === 0) return { data: [] };
      const isOwn = target === undefined && person.role !== "admin" ? isAbout.actor(person.id) : undefined;
      const where = and(
        or(...actions.map(isAbout.action)),
        target === undefined ? undefined : isAbout.target(target),
        isOwn,
        isAbout.account(accountId),
      );
      const rows = await entries(db, where, maxAnswers);
      return { data: rows.map((entry) => answerFor(person, entry)) };
    }),
  ];
};

const shownOf = ({ body: _body, ...entry }: Entry) => entry;

/** The team, and other actors in the log: former members, rules and Switchboard itself. */
async function peopleIn(db: Database) {
  const team = await db
    .select({ id: userTable.id, name: userTable.name, email: userTable.email })
    .from(userTable)
    .orderBy(userTable.name, userTable.email);
  const isNameless = and(eq(begun.actorEmail, ""), sql`${begun.actorId} is null`);
  const actors = await db
    .selectDistinctOn([begun.actorId, sql`case when ${begun.actorId} is null then ${begun.actorName} end`], {
      id: begun.actorId,
      name: begun.actorName,
      email: begun.actorEmail,
    })
    .from(begun)
    .where(and(eq(begun.kind, "begun"), or(isNotNull(begun.actorId), isNameless)))
    .orderBy(begun.actorId, sql`case when ${begun.actorId} is null then ${begun.actorName} end`, desc(begun.id));
  const teamIds = new Set(team.map(({ id }) => id));
  const others = actors.filter(({ id }) => id === null || !teamIds.has(id));
  return [...team, ...others].flatMap(({ id, name, email }) => {
    const label = name || email || "";
    return label === "" ? [] : [{ value: id ?? label, label }];
  });
}

const maxScanned = 5_000;
const maxRecords = 100;

/** Records of the newest entries, the latest first. */
async function recordsIn(db: Database) {
  const { rows } = await db.execute<{ action: string; target: string }>(sql`
    select action, target from (
      select action, target, id from console.audit_event
      where kind = 'begun' and target is not null order by id desc limit ${maxScanned}) as latest
    group by action, target order by max(id) desc`);
  const refs = new Set<string>();
  const records = rows.flatMap(({ action, target }) => {
    const record = recordOf(action, target);
    if (!record || refs.has(record.ref)) return [];
    refs.add(record.ref);
    return [record];
  });
  const names = await namesOf(db, records);
  const named = records.flatMap((record) => {
    const label = names(record);
    return label ? [{ value: record.ref, label }] : [];
  });
  return named.slice(0, maxRecords);
}

async function actionsIn(db: Database) {
  const { rows } = await db.execute<{ action: string }>(
    sql`select distinct action from console.audit_event where kind = 'begun' and action is not null`,
  );
  const actions = rows.map(({ action }) => ({ value: action, label: actionLabel(action) }));
  return actions.sort((one, other) => one.label.localeCompare(other.label, "en"));
}

/** Without the request and the platform's words for a person who may not see them, and perhaps without the actor. */
function answerFor(person: Person, entry: Entry): SentAnswer {
  const answer = answerOf(entry);
  const resource = resourceIn(entry.action);
  if (maySeeSend(person, resource, entry.actor_id)) return answer;
  const { is_quoted, message, note } = answer;
  const quotable = is_quoted ? { message: null, note: null } : { message, note };
  const actor_name = maySeeSender(person, resource, entry.actor_id) ? answer.actor_name : "";
  return { ...answer, ...quotable, actor_name, request_id: "", body: null };
}

const resourceIn = (action: string) => action.split(".", 1)[0] ?? "";

/** Entries of earlier versions contain the start of the whole response to a contact list. Only their counts are shown. */
function answerOf({ id, at, actor_name, action, target, request_id, body, ...entry }: Entry): SentAnswer {
  const { outcome, status, message, is_quoted, detail, words, record, note } = entry;
  return {
    ...{ id, at, actor_name, action, target, request_id },
    ...{ outcome, status, message, is_quoted, detail, words, record, note },
    body: listActions.has(action) ? countsIn(body) : body,
  };
}
