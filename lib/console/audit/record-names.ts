import { inArray, or, sql } from "drizzle-orm";
import { alertTable } from "@/lib/console/alerts/tables";
import { savedTable, userTable } from "@/lib/console/tables";
import { knownName } from "@/lib/contract/console/saved";
import type { Database } from "@/lib/db/database";

type Named = { resource: string; ref: string };
type Names = (record: Named | null) => string | null;

/**
 * The names by which records are known here now: people's, alerts', and of a platform's those that were opened or added. The
 * log is one of all connections: of an ID that two platforms know, the name counts that was seen last.
 */
export async function namesOf(db: Pick<Database, "select">, records: readonly (Named | null)[]): Promise<Names> {
  const refs = new Map<string, Set<string>>();
  for (const record of records)
    if (record) refs.set(record.resource, (refs.get(record.resource) ?? new Set()).add(record.ref));
  const names = new Map<string, string>();
  const know = (resource: string, ref: string, name: string | null) =>
    name && names.set(keyOf({ resource, ref }), name);
  const { team, alerts } = { team: [...(refs.get("team") ?? [])], alerts: [...(refs.get("alerts") ?? [])] };
  if (team.length > 0) {
    const people = await db
      .select({ id: userTable.id, name: userTable.name, email: userTable.email })
      .from(userTable)
      .where(or(inArray(userTable.id, team), inArray(userTable.email, team)));
    for (const { id, name, email } of people) for (const ref of [id, email]) know("team", ref, name || email);
  }
  if (alerts.length > 0) {
    const found = await db
      .select({ id: alertTable.id, subject: alertTable.subject, message: alertTable.message })
      .from(alertTable)
      .where(inArray(alertTable.id, alerts));
    for (const { id, subject, message } of found) know("alerts", id, `${subject} ${message}`.replace(/\.$/, ""));
  }
  const others = [...refs].filter(([resource]) => resource !== "team" && resource !== "alerts");
  const pairs = others.flatMap(([resource, all]) => [...all].map((ref) => sql`(${resource}, ${ref})`));
  if (pairs.length > 0) {
    const found = await db
      .select()
      .from(savedTable)
      .where(sql`(${savedTable.resource}, ${savedTable.ref}) in (${sql.join(pairs, sql`, `)})`)
      .orderBy(sql`${savedTable.lastSeenAt} nulls first`);
    for (const { resource, ref, ...known } of found) know(resource, ref, knownName(known));
  }
  return (record) => (record && names.get(keyOf(record))) ?? null;
}

const keyOf = ({ resource, ref }: Named) => `${resource} ${ref}`;

/** What is spoken with is a person's number or name: it is not written into a log that forgets nothing. */
const unkept = new Set(["calls", "sessions"]);

/** The name to keep with an entry: what a record is called may change, and who was removed has none. */
export async function nameToKeep(db: Pick<Database, "select">, record: Named | null): Promise<string | null> {
  if (!record || unkept.has(record.resource)) return null;
  return (await namesOf(db, [record]))(record);
}
