import { and, desc, eq, gte, ilike, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { actionLabels, doneWords, hasResult, minorOf, recordOf } from "@/lib/contract/action-labels";
import { stranger } from "@/lib/contract/actor";
import { apiOperations } from "@/lib/contract/api";
import type { AuditEntry } from "@/lib/contract/console/audit";
import type { AuditFilter } from "@/lib/contract/inputs/audit";
import { problemKinds } from "@/lib/contract/problem";
import { uploadCounts } from "@/lib/contract/upload-counts";
import { auditTable } from "@/lib/db/console/tables/audit";
import { userTable } from "@/lib/db/console/tables/people";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { formatDateTime } from "@/lib/format/format-time";
import { textIn } from "@/lib/format/json";
import { hashText } from "./audit-chain";
import { actorNameOf } from "./audit-lines";
import { namesOf } from "./record-names";

export const begun = alias(auditTable, "begun");
const finished = alias(auditTable, "finished");
const isEndOfBegun = and(eq(finished.entry, begun.entry), eq(finished.kind, "finished"));

/** Actions that send a contact list. Only the counts of their responses are stored and shown. */
export const listActions = new Set<string>(apiOperations.filter(({ body }) => body === "file").map(({ id }) => id));

export type Entry = AuditEntry & { body: string | null };

/** Entries joined with their ends, newest first. An entry without an end has the outcome "unknown". */
export async function entries(db: Pick<Database, "select">, where: SQL | undefined, limit: number): Promise<Entry[]> {
  const rows = await db
    .select({ begun, finished })
    .from(begun)
    .leftJoin(finished, isEndOfBegun)
    .where(and(eq(begun.kind, "begun"), where))
    .orderBy(desc(begun.id))
    .limit(limit);
  const names = await namesOf(
    db,
    rows.map((row) => recordOf(row.begun.action ?? "", row.begun.target)),
  );
  return rows.map((row) => entryOf(row.begun, row.finished, names));
}

/** Joins the ends of entries only if the filter needs them. */
export async function countEntries(db: Database, filter: AuditFilter): Promise<number> {
  const all = db.select({ total: sql<number>`count(*)::int` }).from(begun);
  const hasEnd = filter.outcome !== undefined || filter.text !== undefined;
  const where = and(eq(begun.kind, "begun"), matches(db, filter));
  const [row] = hasEnd ? await all.leftJoin(finished, isEndOfBegun).where(where) : await all.where(where);
  return row?.total ?? 0;
}

/** Filter conditions on the subject of an entry. */
export const isAbout = {
  action: (action: string) => eq(begun.action, action),
  target: (target: string) => eq(begun.target, target),
  actor: (id: string) => eq(begun.actorId, id),
  /** Entries of earlier versions do not name their account. They count for each. */
  account: (id: string) => sql`coalesce(substring(${begun.detail} from '"account":"([^"]*)"[}]$'), ${id}) = ${id}`,
};

export const isBefore = (id: string | undefined) =>
  id !== undefined && /^\d{1,15}$/.test(id) ? lt(begun.id, Number(id)) : undefined;

export function matches(db: Database, { person, from, to, record, action, outcome, text }: AuditFilter) {
  const hasPrefix = ilike(begun.action, `${literal(action ?? "")}.%`);
  return and(
    person === undefined ? undefined : isBy(db, person),
    from === undefined ? undefined : gte(begun.at, new Date(from)),
    to === undefined ? undefined : lt(begun.at, new Date(to)),
    record === undefined ? undefined : or(isAbout.target(record), ilike(begun.target, `% ${literal(record)}`)),
    action === undefined ? undefined : or(isAbout.action(action), hasPrefix),
    outcome === undefined ? undefined : outcomeIs(outcome),
    text === undefined || text.trim() === "" ? undefined : containsText(db, text.trim()),
  );
}

/** A failed sign-in has only an email address. */
const isBy = (db: Database, person: string) =>
  or(
    isAbout.actor(person),
    eq(begun.actorEmail, person),
    inArray(begun.actorEmail, db.select({ email: userTable.email }).from(userTable).where(eq(userTable.id, person))),
    and(isNull(begun.actorId), eq(begun.actorName, person)),
  );

const outcomeIs = (outcome: AuditEntry["outcome"]) =>
  outcome === "unknown" ? or(isNull(finished.outcome), eq(finished.outcome, outcome)) : eq(finished.outcome, outcome);

/** SQL for the names in the JSON text of an entry's detail. */
const namesIn = (detail: typeof begun.detail | typeof finished.detail) =>
  sql<string>`substring(${detail} from ${'"(?:name|file|because)":"((?:[^"\\\\]|\\\\.)*)"'})`;

function containsText(db: Database, text: string) {
  const pattern = `%${literal(text)}%`;
  const lowerCase = text.toLowerCase();
  const actions = Object.keys(actionLabels).filter((action) =>
    [actionLabels[action] ?? "", doneWords({ action, target: "", outcome: "ok" }).join("")].some((label) =>
      label.toLowerCase().includes(lowerCase),
    ),
  );
  const named = db
    .select({ ref: savedTable.ref })
    .from(savedTable)
    .where(or(ilike(savedTable.name, pattern), ilike(savedTable.label, pattern)));
  const columns = [begun.actorName, begun.actorEmail, begun.target, begun.requestId, begun.address, finished.message];
  return or(
    ...[...columns, namesIn(begun.detail), namesIn(finished.detail)].map((column) => ilike(column, pattern)),
    inArray(begun.target, named),
    actions.length > 0 ? inArray(begun.action, actions) : undefined,
  );
}

const literal = (text: string) => text.replace(/[\\%_]/g, "\\$&");

type Row = typeof auditTable.$inferSelect;

function entryOf(row: Row, end: Row | null, names: Awaited<ReturnType<typeof namesOf>>): Entry {
  // Earlier versions recorded the person whose address was typed as the one who asked.
  const isAskedForSelf = row.action === "password.forgotten" && row.actorId !== null;
  const { action, target } = { action: row.action ?? "", target: isAskedForSelf ? row.actorId : row.target };
  const { name, act, account: _, ...detail } = { ...parsed(row.detail), ...parsed(end?.detail) };
  const about = recordOf(action, target);
  const record = about && { ...about, name: typeof name === "string" ? name : names(about) };
  const outcome = end?.outcome ?? "unknown";
  const counts = listActions.has(action) ? uploadCounts(parsed(end?.body)) : undefined;
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    finished_at: end?.at.toISOString() ?? null,
    ...(isAskedForSelf ? noActor : actorOf(row)),
    action,
    target,
    request: row.request,
    outcome,
    status: end?.status ?? null,
    message: end?.message ?? null,
    is_quoted: isQuoted(end),
    request_id: row.requestId ?? "",
    address: row.address,
    detail: Object.keys(detail).length > 0 ? detail : null,
    words: withoutNounOf(
      record?.name,
      doneWords({
        action,
        target,
        outcome,
        contacts: outcome === "ok" ? counts?.accepted : undefined,
        detail: { ...detail, act },
        message: end?.message ?? null,
      }),
    ),
    record,
    note: noteOf(row, end, { detail, record, rejected: counts?.rejected }),
    minor: minorOf(action),
    hash: hashText(end?.mac ?? row.mac),
    body: end?.body ?? null,
  };
}

const noActor = { actor_id: null, actor_name: stranger, actor_email: "", role: "" };

const actorOf = (row: Row) => ({
  actor_id: row.actorId,
  actor_name: actorNameOf(row),
  actor_email: row.actorEmail ?? "",
  role: row.role ?? "",
});

/** Drops the noun before a name that begins with it, as in "ended Call with Hedda Brandt". */
function withoutNounOf(name: string | null | undefined, words: readonly string[]): readonly string[] {
  const [before = "", ...rest] = words;
  const noun = /the (\w+) $/.exec(before)?.[1];
  if (!noun || !name?.toLowerCase().startsWith(`${noun} `)) return words;
  return [before.slice(0, -`the ${noun} `.length), ...rest];
}

type NoteInput = {
  detail: Record<string, unknown>;
  record: AuditEntry["record"];
  rejected: number | undefined;
};

/** Details of an entry: file, rejected rows, a rule's reason and the message. Messages of the platform are quoted. */
function noteOf({ request, action }: Row, end: Row | null, { detail, record, rejected }: NoteInput): string | null {
  const isInSentence = end?.outcome === "ok" && hasResult(action ?? "");
  const message = end?.message && !isInSentence ? messageOf(end, end.message) : null;
  const isInformative = request === null || end?.outcome !== "ok" || /\d/.test(message ?? "");
  const isRepeated = record?.name && message?.replace(/\.$/, "").endsWith(record.name);
  const parts = [
    textIn(detail.file),
    rejected ? `${countOf(rejected, "row")} left out` : undefined,
    textIn(detail.because),
    message && isInformative && !isRepeated ? (isQuoted(end) ? `“${message}”` : message) : undefined,
    end === null ? "No outcome was recorded" : undefined,
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(", ") : null;
}

/** Own messages of earlier versions hold ISO times. What the platform said is quoted as it was. */
const messageOf = (end: Row, message: string) =>
  visibleControls(
    isQuoted(end) ? message : message.replace(isoTimes, (time) => `${formatDateTime(Date.parse(time), "utc")} UTC`),
  );

const isoTimes = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** True for a message from the platform's response. Messages without a response, or with an own prefix, are Switchboard's. */
const isQuoted = (end: Row | null) =>
  end !== null &&
  end.message !== null &&
  end.body !== null &&
  !ownStarts.some((start) => end.message?.startsWith(start));

const ownStarts = [problemKinds["upstream-auth"][1], problemKinds["upstream-forbidden"][1], "The platform answered "];

function parsed(detail: string | null | undefined): Record<string, unknown> {
  try {
    return detail ? JSON.parse(detail) : {};
  } catch {
    // Long details are stored shortened, so they are no longer JSON.
    return { unreadable: detail };
  }
}
