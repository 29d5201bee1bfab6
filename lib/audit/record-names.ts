import { inArray, or, type SQL, sql } from "drizzle-orm";
import { ruleIds } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { knownName } from "@/lib/contract/console/saved";
import { alertTable } from "@/lib/db/console/tables/alerts";
import { eventTable, foundCallTable, hookAddressTable } from "@/lib/db/console/tables/inbox";
import { apiTokenTable, userTable } from "@/lib/db/console/tables/people";
import { savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { visibleControls } from "@/lib/format/format-raw";

type Queryable = Pick<Database, "select">;
type NamedRecord = { resource: string; ref: string };
type Names = (record: NamedRecord | null) => string | null;
/** Names by ref. Later pairs win. */
type NameSource = (db: Queryable, refs: readonly string[]) => Promise<(readonly [ref: string, name: string | null])[]>;

/**
 * Current names of people, alerts, calls, registered records and Switchboard's own objects. The log covers all accounts. If two of
 * them have a record with the same ID, the name that was seen last wins.
 */
export async function namesOf(db: Queryable, records: readonly (NamedRecord | null)[]): Promise<Names> {
  const refs = new Map<string, Set<string>>();
  for (const record of records)
    if (record) refs.set(record.resource, (refs.get(record.resource) ?? new Set()).add(record.ref));
  const names = new Map<string, string>();
  const setName = (resource: string, ref: string, name: string | null) =>
    name && names.set(keyOf({ resource, ref }), name);
  for (const [resource, all] of refs)
    for (const [ref, name] of (await sources[resource]?.(db, [...all])) ?? []) setName(resource, ref, name);
  const pairs = [...refs].flatMap(([resource, all]) => [...all].map((ref) => sql`(${resource}, ${ref})`));
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

/** Names of targets that are no registered records. */
const sources: Readonly<Record<string, NameSource>> = {
  async team(db, refs) {
    const people = await db
      .select({ id: userTable.id, name: userTable.name, email: userTable.email })
      .from(userTable)
      .where(or(inArray(userTable.id, refs), inArray(userTable.email, refs)));
    return people.flatMap(({ id, name, email }) => [id, email].map((ref) => [ref, name || email] as const));
  },
  async alerts(db, refs) {
    const rows = await db
      .select({ id: alertTable.id, subject: alertTable.subject, message: alertTable.message })
      .from(alertTable)
      .where(inArray(alertTable.id, refs));
    const rules = ruleIds.map((id) => [id, `“${ruleKinds[id].title}”`] as const);
    return [
      ...rules,
      ...rows.map(({ id, subject, message }) => [id, `${subject} ${message}`.replace(/\.$/, "")] as const),
    ];
  },
  /** Kinds of data, such as "phone-numbers". */
  collector: async (_db, refs) => refs.map((ref) => [ref, ref.replaceAll(/[-_]/g, " ")] as const),
  async inbox(db, refs) {
    const { id, name } = hookAddressTable;
    return pairsOf(await db.select({ ref: id, name }).from(hookAddressTable).where(inArray(id, refs)));
  },
  async tokens(db, refs) {
    const { id, name } = apiTokenTable;
    return pairsOf(await db.select({ ref: id, name }).from(apiTokenTable).where(inArray(id, refs)));
  },
  async received(db, refs) {
    const ids = refs.filter((ref) => /^\d{1,15}$/.test(ref)).map(Number);
    const { id, name } = eventTable;
    const isOne: SQL = inArray(id, ids);
    return pairsOf(
      await db
        .select({ ref: sql<string>`${id}::text`, name })
        .from(eventTable)
        .where(isOne),
    );
  },
  async calls(db, refs) {
    const { ref, contactName, contact, lastEventAt } = foundCallTable;
    const calls = await db
      .select({ ref, contactName, contact })
      .from(foundCallTable)
      .where(inArray(ref, refs))
      .orderBy(lastEventAt);
    return calls.map((call) => {
      const whom = call.contactName ?? (call.contact && `+${call.contact}`);
      return [call.ref, whom && `Call with ${visibleControls(whom)}`] as const;
    });
  },
};

const pairsOf = (rows: readonly { ref: string; name: string | null }[]) =>
  rows.map(({ ref, name }) => [ref, name] as const);

/** Names of calls and sessions are personal data, which must not be stored in an append-only log. */
const unnamed = new Set(["calls", "sessions"]);

/** The name to store with an entry, because a record can be renamed or removed later. */
export async function nameToStore(db: Queryable, record: NamedRecord | null): Promise<string | null> {
  if (!record || unnamed.has(record.resource)) return null;
  return (await namesOf(db, [record]))(record);
}
