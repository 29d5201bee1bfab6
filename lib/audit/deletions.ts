import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { begun, finished, isAbout, isEndOfBegun } from "./audit-entries";

/** Of these records, those that somebody deleted from here. */
export async function deletionsOf(
  db: Database,
  accountId: string,
  { resource, refs }: { resource: string; refs: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (refs.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ target: begun.target })
    .from(begun)
    .innerJoin(finished, isEndOfBegun)
    .where(
      and(
        eq(begun.kind, "begun"),
        isAbout.action(`${resource}.delete`),
        inArray(begun.target, [...refs]),
        eq(finished.outcome, "ok"),
        isAbout.account(accountId),
      ),
    );
  return new Set(rows.flatMap(({ target }) => target ?? []));
}
