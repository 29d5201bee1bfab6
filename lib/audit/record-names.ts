import { inArray, or, sql } from "drizzle-orm";
import { knownName } from "@/lib/contract/console/saved";
import { alertTable } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";

type NamedRecord = { resource: string; ref: string };
type Names = (record: NamedRecord | null) => string | null;

/**
 * Current names of people, alerts and registered records. The log covers all accounts. If two of them have a record with the
 * same ID, the name that was seen last wins.
 */
export async function namesOf(db: Pick<Database, "select">, records: readonly (NamedRecord | null)[]): Promise<Names> {
  const refs = new Map<string, Set<string>>();
  for (const record of records)
    if (record) refs.set(record.resource, (refs.get(record.resource) ?? new Set()).add(record.ref));
  const names = new Map<string, string>();
  const setName = (resource: string, ref: string, name: string | null) =>
    name && names.set(keyOf({ resource, ref }), name);
  const { team, alerts } = { team: [...(refs.get("team") ?? [])], alerts: [...(refs.get("alerts") ?? [])] };
  if (team.length > 0) {
    const people = await db
      .select({ id: userTable.id, name: userTable.name, email: userTable.email })
      .from(userTable)
      .where(or(inArray(userTable.id, team), inArray(userTable.email, team)));
    for (const { id, name, email } of people) for (const ref of [id, email]) setName("team", ref, name || email);
  }
  if (alerts.length > 0) {
    const rows = await db
      .select({ id: alertTable.id, subject: alertTable.subject, message: alertTable.message })
      .from(alertTable)
      .where(inArray(alertTable.id, alerts));
    for (const { id, subject, message } of rows) setName("alerts", id, `${subject} ${message}`.replace(/\.$/, ""));
  }
  const others = [...refs].filter(([resource]) => resource !== "team" && resource !== "alerts");
  const pairs = others.flatMap(([resource, all]) => [...all].map((ref) => sql`(${resource}, ${ref})`));
  if (pairs.length > 0) {
    const rows = await db
      .select()
      .from(savedTable)
      .where(sql`(${savedTable.resource}, ${savedTable.ref}) in (${sql.join(pairs, sql`, `)})`)
      .orderBy(sql`${savedTable.lastSeenAt} nulls first`);
    for (const { resource, ref, ...saved } of rows) setName(resource, ref, knownName(saved));
  }
  return (record) => (record && names.get(keyOf(record))) ?? null;
}

const keyOf = ({ resource, ref }: NamedRecord) => `${resource} ${ref}`;

/** Names of calls and sessions are personal data, which must not be stored in an append-only log. */
const unnamed = new Set(["calls", "sessions"]);

/** The name to store with an entry, because a record can be renamed or removed later. */
export async function nameToStore(db: Pick<Database, "select">, record: NamedRecord | null): Promise<string | null> {
  if (!record || unnamed.has(record.resource)) return null;
  return (await namesOf(db, [record]))(record);
}
