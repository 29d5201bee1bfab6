import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { mostAdded } from "@/lib/contract/console/saved";
import { recordTitle } from "@/lib/contract/shapes/call";
import { savedTable } from "@/lib/db/console/tables/registry";
import { lockInTransaction, type Transaction } from "@/lib/db/database";
import { storable } from "@/lib/db/storable";
import { isPlainObject } from "@/lib/format/json";

type Row = typeof savedTable.$inferInsert;

export const isOfResource = (accountId: string, resource: string) =>
  and(eq(savedTable.accountId, accountId), eq(savedTable.resource, resource));

/** Records that were only opened, or contained in another record. Nobody pinned, labeled or added them. */
const isEvictable = and(
  eq(savedTable.isPinned, false),
  isNull(savedTable.label),
  or(isNull(savedTable.openedBy), isNotNull(savedTable.lastSeenAt)),
);

/**
 * Serializes changes of several records of a resource. Call it before the first one: transactions that lock the same records in
 * another order would deadlock.
 */
export const takeRegistryTurn = (tx: Transaction, accountId: string, resource: string) =>
  lockInTransaction(tx, `saved ${accountId} ${resource}`);

/**
 * The only function that registers records. If the registry of a resource is full, it evicts records. Those that nobody opened
 * come first, then those opened the longest ago.
 */
export async function keepNew(tx: Transaction, rows: readonly Row[]): Promise<{ added: number; isFull: boolean }> {
  const [first] = rows;
  if (!first) return { added: 0, isFull: false };
  const isSameResource = isOfResource(first.accountId, first.resource);
  await takeRegistryTurn(tx, first.accountId, first.resource);
  const inserted = await tx
    .insert(savedTable)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ ref: savedTable.ref });
  const fresh = inserted.map(({ ref }) => ref);
  const over = fresh.length === 0 ? 0 : (await tx.$count(savedTable, isSameResource)) - mostAdded;
  if (over <= 0) return { added: fresh.length, isFull: false };
  const evictable = tx
    .select({ ref: savedTable.ref })
    .from(savedTable)
    .where(and(isSameResource, isEvictable))
    .orderBy(sql`${savedTable.lastSeenAt} nulls first`, desc(inArray(savedTable.ref, fresh)), savedTable.ref)
    .limit(over);
  const evicted = await tx
    .delete(savedTable)
    .where(and(isSameResource, inArray(savedTable.ref, evictable)))
    .returning();
  const added = fresh.filter((ref) => !evicted.some((row) => row.ref === ref)).length;
  return { added, isFull: evicted.length < over };
}

export type NamedId = { resource: string; ref: string; namedByResource: string; namedByRef: string };

/** Registers IDs that other records contain. Sorted by resource, so that concurrent transactions cannot deadlock. */
export async function storeNamed(tx: Transaction, accountId: string, names: readonly NamedId[]): Promise<number> {
  let count = 0;
  for (const resource of [...new Set(names.map((name) => name.resource))].toSorted()) {
    const rows = names.filter((name) => name.resource === resource).map((name) => ({ accountId, ...name }));
    count += (await keepNew(tx, rows)).added;
  }
  return count;
}

/** A record's name and status as the registry shows them. A status can be a number or boolean. */
export function registryFields(resource: string, record: unknown) {
  const fields = isPlainObject(record) ? record : {};
  const status = fields.status ?? (resource === "campaigns" ? fields.state : undefined);
  const word = typeof status === "number" || typeof status === "boolean" ? String(status) : status;
  return { name: textOf(recordTitle(resource, fields)), lastStatusWord: textOf(word) };
}

const textOf = (value: unknown) => (typeof value === "string" ? storable(value.slice(0, 300)) : null);
