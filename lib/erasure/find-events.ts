import { inArray, sql } from "drizzle-orm";
import { arrivalTable, bodyTable, eventTable } from "@/lib/db/console/tables/inbox";
import type { Transaction } from "@/lib/db/database";
import { eventsOfJson } from "@/lib/inbox/event-list";
import { contentOf, formIn } from "./body-content";
import { isPacked } from "./erase-bodies";
import { holdsNumber } from "./find-erased";
import { forgetIn, namesBeside } from "./forget-in-json";
import type { IsErased } from "./number-forms";
import type { NumberPatterns } from "./number-pattern";
import { addName, addRef, type Person, shortestRef } from "./rewrite-rows";

type Arrival = Pick<typeof arrivalTable.$inferSelect, "headers" | "query" | "eventId" | "otherEventIds">;

const atOnce = 20;

/**
 * Finds the person's events by their content, because the facts of an event have no number if it was spelled otherwise. Adds their
 * calls and names to the person, and resolves to the IDs of the events.
 */
export async function findEvents(tx: Transaction, person: Person, patterns: NumberPatterns): Promise<number[]> {
  const ids: number[] = [];
  for (let after = ""; ; ) {
    const rows = await tx
      .select({ arrival: arrivalTable, body: bodyTable.body })
      .from(arrivalTable)
      .leftJoin(bodyTable, sql`${bodyTable.arrivalId} = ${arrivalTable.id}`)
      .where(
        sql`${arrivalTable.id} > ${after} and (encode(${bodyTable.body}, 'escape') ~ ${patterns.bytes}
          or ${arrivalTable.query} ~ ${patterns.texts} or ${arrivalTable.headers} ? 'content-encoding' or ${isPacked})`,
      )
      .orderBy(arrivalTable.id)
      .limit(atOnce);
    for (const { arrival, body } of rows) ids.push(...(await eventsIn(arrival, body ?? Buffer.alloc(0), person)));
    after = rows.at(-1)?.arrival.id ?? after;
    if (rows.length < atOnce) return personsOwn(tx, ids, person);
  }
}

/** The events of an arrival that hold the number. */
async function eventsIn(arrival: Arrival, body: Buffer, person: Person): Promise<number[]> {
  const { isErased } = person;
  const ids = [arrival.eventId, ...(arrival.otherEventIds ?? [])].filter((id) => id !== null);
  const { value, texts } = await contentOf(arrival.headers, body);
  const parts = ids.length > 1 ? partsOf(value) : [value ?? formIn(texts[0] ?? "")];
  for (const part of [...parts, formIn(arrival.query)])
    for (const name of namesBeside(part, isErased)) addName(person, name);
  if (holdsNumber(arrival.query, isErased)) return ids;
  if (value === undefined) return texts.some((text) => holdsNumber(text, isErased)) ? ids : [];
  return ids.filter((_, nth) => isHeldIn(parts[nth] ?? parts[0], isErased));
}

/** The events of a list, each with what stands beside the list. */
const partsOf = (value: unknown) =>
  eventsOfJson(value).events.map(({ value: item, beside }) => ({ ...beside, ...item }));

const isHeldIn = (value: unknown, isErased: IsErased) => forgetIn(value, isErased) !== value;

/** Events whose facts name only this person. */
async function personsOwn(tx: Transaction, ids: readonly number[], person: Person): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(eventTable)
    .where(inArray(eventTable.id, [...new Set(ids)]));
  const own = rows.filter(({ contact }) => contact === null || holdsNumber(contact, person.isErased));
  for (const { callRef, contactName } of own) {
    addRef(person, callRef);
    if (contactName) addName(person, contactName);
  }
  return own.map(({ id }) => id);
}

type Count = { events: number; calls: number };

/** Clears the facts of events, and of calls found in them, that nothing else in their rows leads to. Resolves to their number. */
export async function clearFacts(tx: Transaction, ids: readonly number[], apply: boolean): Promise<Count> {
  if (ids.length === 0) return { events: 0, calls: 0 };
  const own = sql`(select id, key_print, call_ref from console.hook_event where id = any(${`{${ids.join(",")}}`}::bigint[])
    and length(coalesce(call_ref, '')) < ${shortestRef}::int)`;
  const isEvent = sql`id in (select id from ${own} as own) and contact is null and contact_name is not null`;
  const isCall = sql`(key_print, ref) in (select key_print, call_ref from ${own} as own) and contact is null and contact_name is not null`;
  const count = async (table: "hook_event" | "found_call", where: typeof isCall) => {
    const name = sql`console.${sql.identifier(table)}`;
    if (apply) return (await tx.execute(sql`update ${name} set contact_name = null where ${where}`)).rowCount ?? 0;
    const { rows } = await tx.execute<{ rows: number }>(sql`select count(*)::int as rows from ${name} where ${where}`);
    return rows[0]?.rows ?? 0;
  };
  return { calls: await count("found_call", isCall), events: await count("hook_event", isEvent) };
}
