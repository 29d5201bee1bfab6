import { and, count, desc, eq, ilike, isNull, lt, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ConsoleContext } from "@/lib/console/console-types";
import { mayRead } from "@/lib/console/me";
import { auditTable } from "@/lib/console/tables";
import { apiOperations } from "@/lib/contract/api";
import { type AuditEntry, listAnswers, listAudit, type SentAnswer } from "@/lib/contract/console/audit";
import { type InputOf, implementIn, isWrite, resourceOf } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { countsIn } from "./counts-in";

const mostAnswers = 50;

const ofLists = new Set<string>(apiOperations.filter(({ body }) => body === "file").map(({ id }) => id));

const implement = implementIn<ConsoleContext>();

const begun = alias(auditTable, "begun");
const finished = alias(auditTable, "finished");

/**
 * The audit log, newest first, and what the platform answered to sends from here, for those who may see the records they
 * were about. What was begun and never finished reads "unknown", which is the truth.
 */
export const audit = (db: Database) => [
  implement(listAudit, async ({ before, limit = 100, ...filters }) => {
    const wanted = wantedBy(filters);
    const cursor = before !== undefined && /^\d{1,15}$/.test(before) ? lt(begun.id, Number(before)) : undefined;
    const rows = await entries(db, and(wanted, cursor), limit + 1);
    const [all] = await db.select({ total: count() }).from(begun).leftJoin(finished, isItsEnd).where(wanted);
    const page = rows.slice(0, limit);
    const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
    return { data: page.map(({ body: _body, ...entry }) => entry), total: all?.total ?? 0, next };
  }),
  implement(listAnswers, async ({ resource, target }, { person }) => {
    const sends = apiOperations.filter(isWrite).filter((op) => mayRead(person.role, resourceOf(op)));
    const actions = sends.filter((op) => resource === undefined || resourceOf(op) === resource).map(({ id }) => id);
    if (actions.length === 0) return { data: [] };
    const whose = target === undefined && person.role !== "admin" ? isAbout.actor(person.id) : undefined;
    const where = and(
      or(...actions.map(isAbout.action)),
      target === undefined ? undefined : isAbout.target(target),
      whose,
    );
    const rows = await entries(db, where, mostAnswers);
    return { data: rows.map(answerOf) };
  }),
];

const isItsEnd = and(eq(finished.entry, begun.entry), eq(finished.kind, "finished"));

/** Entries with their ends joined to them, newest first. */
async function entries(db: Database, where: SQL | undefined, limit: number) {
  const rows = await db
    .select({ begun, finished })
    .from(begun)
    .leftJoin(finished, isItsEnd)
    .where(and(eq(begun.kind, "begun"), where))
    .orderBy(desc(begun.id))
    .limit(limit);
  return rows.map((row) => entryOf(row.begun, row.finished));
}

/** What an entry is about, for those who filter. */
const isAbout = {
  action: (action: string) => eq(begun.action, action),
  target: (target: string) => eq(begun.target, target),
  actor: (id: string) => eq(begun.actorId, id),
  resource: (resource: string) => ilike(begun.action, `${literal(resource)}.%`),
};

function wantedBy({ action, outcome, text }: Pick<InputOf<typeof listAudit>, "action" | "outcome" | "text">) {
  const words = text ? `%${literal(text)}%` : undefined;
  return and(
    eq(begun.kind, "begun"),
    action === undefined ? undefined : or(isAbout.action(action), isAbout.resource(action)),
    outcome === undefined ? undefined : outcomeIs(outcome),
    words === undefined
      ? undefined
      : or(
          ...[begun.actorName, begun.actorEmail, begun.target, begun.requestId, begun.address, finished.message].map(
            (column) => ilike(column, words),
          ),
        ),
  );
}

const outcomeIs = (outcome: AuditEntry["outcome"]) =>
  outcome === "unknown" ? or(isNull(finished.outcome), eq(finished.outcome, outcome)) : eq(finished.outcome, outcome);

const literal = (text: string) => text.replace(/[\\%_]/g, "\\$&");

type Row = typeof auditTable.$inferSelect;

const entryOf = (row: Row, end: Row | null): AuditEntry & { body: string | null } => ({
  id: String(row.id),
  at: row.at.toISOString(),
  finished_at: end?.at.toISOString() ?? null,
  actor_id: row.actorId,
  actor_name: row.actorName ?? "",
  actor_email: row.actorEmail ?? "",
  role: row.role ?? "",
  action: row.action ?? "",
  target: row.target,
  request: row.request,
  outcome: end?.outcome ?? "unknown",
  status: end?.status ?? null,
  message: end?.message ?? null,
  request_id: row.requestId ?? "",
  address: row.address,
  detail: row.detail || end?.detail ? { ...parsed(row.detail), ...parsed(end?.detail) } : null,
  body: end?.body ?? null,
});

function parsed(detail: string | null | undefined): Record<string, unknown> {
  try {
    return detail ? JSON.parse(detail) : {};
  } catch {
    return { unreadable: detail };
  }
}

/** Lines of earlier versions hold the start of a contact list's whole answer: of those too only the counts are shown. */
function answerOf(entry: Awaited<ReturnType<typeof entries>>[number]): SentAnswer {
  const { id, at, actor_name, action, target, outcome, status, message, request_id, detail, body } = entry;
  const shown = ofLists.has(action) ? countsIn(body) : body;
  return { id, at, actor_name, action, target, outcome, status, message, request_id, detail, body: shown };
}
