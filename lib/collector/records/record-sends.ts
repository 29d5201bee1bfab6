import { and, desc, eq, inArray, isNull, like, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { auditTable } from "@/lib/db/console/tables/audit";
import type { RecordKey } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";

const begun = alias(auditTable, "begun");
const finished = alias(auditTable, "finished");

const maxSends = 200;

const columns = {
  id: begun.id,
  action: begun.action,
  target: begun.target,
  actorName: begun.actorName,
  actorId: begun.actorId,
  at: begun.at,
  isOver: sql<boolean>`${finished.id} is not null`,
  /** The start time for a send without a recorded end. */
  endedAt: sql<Date>`coalesce(${finished.at}, ${begun.at})`.mapWith(auditTable.at),
};

/** Newest first. Skips refused sends, because they changed nothing. */
const sendsWhere = (db: Database, where: SQL | undefined) =>
  db
    .select(columns)
    .from(begun)
    .leftJoin(finished, and(eq(finished.entry, begun.entry), eq(finished.kind, "finished")))
    .where(and(eq(begun.kind, "begun"), or(isNull(finished.outcome), ne(finished.outcome, "refused")), where))
    .orderBy(desc(begun.id))
    .limit(maxSends);

export type Send = Awaited<ReturnType<typeof sendsWhere>>[number];

export async function sendsTo(db: Database, { resource, ref, since }: Omit<RecordKey, "accountId"> & { since: Date }) {
  if (ref === "") return [];
  const isLate = sql`${columns.endedAt} >= ${since.toISOString()}`;
  return sendsWhere(db, and(eq(begun.target, ref), like(begun.action, `${resource}.%`), isLate));
}

/** Filters records for those deleted from here. Entries of earlier versions do not name their account. */
export async function deletionsOf(db: Database, accountId: string, resource: string, refs: readonly string[]) {
  if (refs.length === 0) return new Set<string>();
  const account = sql`coalesce(substring(${begun.detail} from '"account":"([^"]*)"[}]$'), ${accountId})`;
  const rows = await db
    .selectDistinct({ target: begun.target })
    .from(begun)
    .innerJoin(finished, and(eq(finished.entry, begun.entry), eq(finished.kind, "finished")))
    .where(
      and(
        eq(begun.kind, "begun"),
        eq(begun.action, `${resource}.delete`),
        inArray(begun.target, [...refs]),
        eq(finished.outcome, "ok"),
        sql`${account} = ${accountId}`,
      ),
    );
  return new Set(rows.flatMap(({ target }) => target ?? []));
}

export async function sendOf(db: Database, entryId: string): Promise<Send | undefined> {
  if (!/^\d{1,15}$/.test(entryId)) return undefined;
  const [send] = await sendsWhere(db, eq(begun.id, Number(entryId)));
  return send;
}

/** Sends that were in progress at any time between two reads of their record. */
export const sendsBetween = (sends: readonly Send[], from: Date, to: Date) =>
  sends.filter(({ at, endedAt }) => at <= to && endedAt >= from);

const effectMs = 120_000;

/** Start of the time in which a send can explain a change. The platform can show its effect two minutes later. */
export const effectsSince = ({ lastSeenAt }: { lastSeenAt: Date }) => new Date(lastSeenAt.getTime() - effectMs);
