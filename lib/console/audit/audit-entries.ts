import { and, desc, eq, gte, ilike, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { auditTable, savedTable, userTable } from "@/lib/console/tables";
import { actionLabels, doneWords, minorOf, recordOf } from "@/lib/contract/action-labels";
import { apiOperations } from "@/lib/contract/api";
import type { AuditEntry, AuditFilter } from "@/lib/contract/console/audit";
import { problemKinds } from "@/lib/contract/problem";
import { uploadCounts } from "@/lib/contract/upload-counts";
import type { Database } from "@/lib/db/database";
import { countOf } from "@/lib/format/format-count";
import { visibleControls } from "@/lib/format/format-raw";
import { textIn } from "@/lib/format/json";
import { namesOf } from "./record-names";

export const begun = alias(auditTable, "begun");
const finished = alias(auditTable, "finished");
const isItsEnd = and(eq(finished.entry, begun.entry), eq(finished.kind, "finished"));

/** What sends a contact list: of its answer only counts are kept and shown. */
export const ofLists = new Set<string>(apiOperations.filter(({ body }) => body === "file").map(({ id }) => id));

export type Entry = AuditEntry & { body: string | null };

/** Entries with their ends joined to them, newest first. What was begun and never finished reads "unknown", which is the truth. */
export async function entries(db: Pick<Database, "select">, where: SQL | undefined, limit: number): Promise<Entry[]> {
  const rows = await db
    .select({ begun, finished })
    .from(begun)
    .leftJoin(finished, isItsEnd)
    .where(and(eq(begun.kind, "begun"), where))
    .orderBy(desc(begun.id))
    .limit(limit);
  const names = await namesOf(
    db,
    rows.map((row) => recordOf(row.begun.action ?? "", row.begun.target)),
  );
  return rows.map((row) => entryOf(row.begun, row.finished, names));
}

/** The ends of entries are looked at only where a filter asks for them. */
export async function countEntries(db: Database, filter: AuditFilter): Promise<number> {
  const all = db.select({ total: sql<number>`count(*)::int` }).from(begun);
  const hasEnd = filter.outcome !== undefined || filter.text !== undefined;
  const where = and(eq(begun.kind, "begun"), wantedBy(db, filter));
  const [counted] = hasEnd ? await all.leftJoin(finished, isItsEnd).where(where) : await all.where(where);
  return counted?.total ?? 0;
}

/** What an entry is about, for those who filter. */
export const isAbout = {
  action: (action: string) => eq(begun.action, action),
  target: (target: string) => eq(begun.target, target),
  actor: (id: string) => eq(begun.actorId, id),
};

export const isBefore = (id: string | undefined) =>
  id !== undefined && /^\d{1,15}$/.test(id) ? lt(begun.id, Number(id)) : undefined;

export function wantedBy(db: Database, { person, from, to, record, action, outcome, text }: AuditFilter) {
  const isOf = ilike(begun.action, `${literal(action ?? "")}.%`);
  return and(
    person === undefined ? undefined : isBy(db, person),
    from === undefined ? undefined : gte(begun.at, new Date(from)),
    to === undefined ? undefined : lt(begun.at, new Date(to)),
    record === undefined ? undefined : or(isAbout.target(record), ilike(begun.target, `% ${literal(record)}`)),
    action === undefined ? undefined : or(isAbout.action(action), isOf),
    outcome === undefined ? undefined : outcomeIs(outcome),
    text === undefined || text.trim() === "" ? undefined : holds(db, text.trim()),
  );
}

/** Who failed to sign in is known by an address alone. */
const isBy = (db: Database, person: string) =>
  or(
    isAbout.actor(person),
    eq(begun.actorEmail, person),
    inArray(begun.actorEmail, db.select({ email: userTable.email }).from(userTable).where(eq(userTable.id, person))),
    and(isNull(begun.actorId), eq(begun.actorName, person)),
  );

const outcomeIs = (outcome: AuditEntry["outcome"]) =>
  outcome === "unknown" ? or(isNull(finished.outcome), eq(finished.outcome, outcome)) : eq(finished.outcome, outcome);

/** The names that are kept with entries, out of their JSON text. */
const namesIn = (detail: typeof begun.detail | typeof finished.detail) =>
  sql<string>`substring(${detail} from ${'"(?:name|file|because)":"((?:[^"\\\\]|\\\\.)*)"'})`;

function holds(db: Database, text: string) {
  const words = `%${literal(text)}%`;
  const small = text.toLowerCase();
  const actions = Object.keys(actionLabels).filter((action) =>
    [actionLabels[action] ?? "", doneWords({ action, target: "", outcome: "ok" }).join("")].some((each) =>
      each.toLowerCase().includes(small),
    ),
  );
  const named = db
    .select({ ref: savedTable.ref })
    .from(savedTable)
    .where(or(ilike(savedTable.name, words), ilike(savedTable.label, words)));
  const columns = [begun.actorName, begun.actorEmail, begun.target, begun.requestId, begun.address, finished.message];
  return or(
    ...[...columns, namesIn(begun.detail), namesIn(finished.detail)].map((column) => ilike(column, words)),
    inArray(begun.target, named),
    actions.length > 0 ? inArray(begun.action, actions) : undefined,
  );
}

const literal = (text: string) => text.replace(/[\\%_]/g, "\\$&");

type Row = typeof auditTable.$inferSelect;

function entryOf(row: Row, end: Row | null, names: Awaited<ReturnType<typeof namesOf>>): Entry {
  const { action, target } = { action: row.action ?? "", target: row.target };
  const { name, ...detail } = { ...parsed(row.detail), ...parsed(end?.detail) };
  const about = recordOf(action, target);
  const record = about && { ...about, name: typeof name === "string" ? name : names(about) };
  const outcome = end?.outcome ?? "unknown";
  const counts = ofLists.has(action) ? uploadCounts(parsed(end?.body)) : undefined;
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    finished_at: end?.at.toISOString() ?? null,
    actor_id: row.actorId,
    actor_name: row.actorName ?? "",
    actor_email: row.actorEmail ?? "",
    role: row.role ?? "",
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
      doneWords({ action, target, outcome, contacts: outcome === "ok" ? counts?.accepted : undefined }),
    ),
    record,
    note: noteOf(row, end, { detail, record, rejected: counts?.rejected }),
    minor: minorOf(action),
    hash: end?.mac ?? row.mac,
    body: end?.body ?? null,
  };
}

/** "ended Call with Hedda Brandt": a name that begins with its noun needs no other. */
function withoutNounOf(name: string | null | undefined, words: readonly string[]): readonly string[] {
  const [before = "", ...rest] = words;
  const noun = /the (\w+) $/.exec(before)?.[1];
  if (!noun || !name?.toLowerCase().startsWith(`${noun} `)) return words;
  return [before.slice(0, -`the ${noun} `.length), ...rest];
}

type NoteParts = {
  detail: Record<string, unknown>;
  record: AuditEntry["record"];
  rejected: number | undefined;
};

/** The file and what of it was not taken, why a rule acted, and what was said of it: our own sentences, and the platform's in marks. */
function noteOf({ request }: Row, end: Row | null, { detail, record, rejected }: NoteParts): string | null {
  const message = end?.message ? visibleControls(end.message) : null;
  const isSaid = request === null || end?.outcome !== "ok" || /\d/.test(message ?? "");
  const isRepeated = record?.name && message?.replace(/\.$/, "").endsWith(record.name);
  const parts = [
    textIn(detail.file),
    rejected ? `${countOf(rejected, "row")} left out` : undefined,
    textIn(detail.because),
    message && isSaid && !isRepeated ? (isQuoted(end) ? `“${message}”` : message) : undefined,
    end === null ? "No end was recorded" : undefined,
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(", ") : null;
}

/** Whether a message came with an answer: what is said without one, or around one, is Switchboard's own. */
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
    return { unreadable: detail };
  }
}
