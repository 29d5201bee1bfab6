import { eq, type SQL, sql } from "drizzle-orm";
import { arrivalTable, bodyTable, eventTable } from "@/lib/db/console/tables/inbox";
import type { Transaction } from "@/lib/db/database";
import { stringifyJson } from "@/lib/format/json";
import { eventsOfJson } from "@/lib/inbox/event-list";
import { contentOf } from "./body-content";
import { holdsNumber } from "./find-erased";
import { forgetIn, forgetInForm } from "./forget-in-json";
import type { IsErased } from "./number-forms";
import type { Person } from "./rewrite-rows";

type Arrival = Pick<typeof arrivalTable.$inferSelect, "id" | "headers">;
type BodyErasure = { isErased: IsErased; isList: boolean; isOfCall?: boolean; apply?: boolean };

/**
 * Removes the body of a person's event. Of a list of events, the person's are emptied and keep their place. Resolves to the places
 * of the events that are removed, from 0; a body that is no list has one.
 */
export async function eraseBody(
  tx: Transaction,
  { id, headers }: Arrival,
  { isErased, isList, isOfCall = false, apply = true }: BodyErasure,
): Promise<readonly number[]> {
  const isBody = eq(bodyTable.arrivalId, id);
  const [stored] = await tx.select({ body: bodyTable.body }).from(bodyTable).where(isBody);
  const body = stored?.body ?? Buffer.alloc(0);
  const { value, texts } = await contentOf(headers, body);
  const matches = (item: unknown) => forgetIn(item, isErased) !== item;
  const { events } = isList ? eventsOfJson(value) : { events: [] };
  if (events.length < 2) {
    const isMatch = value === undefined ? texts.some((text) => holdsNumber(text, isErased)) : matches(value);
    if (!isMatch && !isOfCall) return [];
    if (apply) await tx.delete(bodyTable).where(isBody);
    return [0];
  }
  const matching = events.flatMap((event, nth) => (matches(event.value) ? [nth] : []));
  const isBeside = events.some(({ beside }) => matches(beside));
  if (!apply || (matching.length === 0 && !isBeside)) return matching;
  const items = events.map((event, nth) => (matching.includes(nth) ? {} : { ...event.beside, ...event.value }));
  await tx
    .update(bodyTable)
    .set({ body: Buffer.from(stringifyJson(items)) })
    .where(isBody);
  const { "content-encoding": _, ...plain } = headers;
  await tx.update(arrivalTable).set({ headers: plain }).where(eq(arrivalTable.id, id));
  return matching;
}

/** Removes a person from the query of an arrival. Resolves to true if they were in it. */
export async function eraseQuery(
  tx: Transaction,
  { id, query }: Pick<typeof arrivalTable.$inferSelect, "id" | "query">,
  isErased: IsErased,
): Promise<boolean> {
  const left = forgetInForm(query, isErased);
  if (left === query) return false;
  await tx.update(arrivalTable).set({ query: left }).where(eq(arrivalTable.id, id));
  return true;
}

const atOnce = 20;

/** Packed by gzip, although no header says so. */
export const isPacked = sql`substring(${bodyTable.body} from 1 for 2) = '\\x1f8b'::bytea`;

type BodiesErasure = { pattern: string; apply: boolean };

/** Removes the bodies of a person's events, and of the events of their calls. Resolves to their number. */
export async function eraseBodies(tx: Transaction, { isErased, refs }: Person, { pattern, apply }: BodiesErasure) {
  const isOfCall = sql<boolean>`coalesce(${eventTable.callRef} in ${listOf(refs)}, false)`;
  const isList = sql<boolean>`${arrivalTable.otherEventIds} is not null`;
  let count = 0;
  for (let after = ""; ; ) {
    const rows = await tx
      .select({ id: arrivalTable.id, headers: arrivalTable.headers, isOfCall, isList })
      .from(bodyTable)
      .innerJoin(arrivalTable, eq(arrivalTable.id, bodyTable.arrivalId))
      .leftJoin(eventTable, eq(eventTable.id, arrivalTable.eventId))
      .where(
        sql`${arrivalTable.id} > ${after} and (encode(${bodyTable.body}, 'escape') ~ ${pattern} or ${isOfCall}
          or ${arrivalTable.headers} ? 'content-encoding' or ${isPacked})`,
      )
      .orderBy(arrivalTable.id)
      .limit(atOnce);
    for (const row of rows) if ((await eraseBody(tx, row, { ...row, isErased, apply })).length > 0) count += 1;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < atOnce) return count;
  }
}

/** A list for `in`, which must not be empty. */
const listOf = (refs: ReadonlySet<string>): SQL =>
  sql`(${sql.join(
    ["", ...refs].map((ref) => sql`${ref}`),
    sql`, `,
  )})`;
