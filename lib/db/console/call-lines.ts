import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { formerBeginnings, lineOf } from "@/lib/numbers/line";
import { textArray } from "./number-hashes";

/** The line of a call's contact. Calls with one line are with one person. Its index is `found_call_line`. */
export const lineOfCall = (call: string): SQL => sql.raw(`coalesce(${call}.contact_line, ${call}.contact)`);

/** `contact_line` of a contact: its line, if that is another spelling of the number. */
export function contactLineOf(contact: string | null): string | null {
  const line = contact === null ? null : lineOf(contact);
  return line === contact ? null : line;
}

/** Sets the line of calls that earlier versions stored. A rule can be new in any version, so each start looks for them. */
export async function joinCallLines(db: Database): Promise<void> {
  const { rows } = await db.execute<{ contact: string }>(sql`
    select distinct contact from console.found_call where left(contact, 3) = any(${textArray(formerBeginnings())}) and contact_line is null`);
  const pairs = rows.flatMap(({ contact }) => {
    const line = contactLineOf(contact);
    return line === null ? [] : [{ contact, line }];
  });
  if (pairs.length === 0) return;
  await db.execute(sql`
    update console.found_call as call set contact_line = pair.line
    from unnest(${textArray(pairs.map(({ contact }) => contact))}, ${textArray(pairs.map(({ line }) => line))})
      as pair (contact, line)
    where call.contact = pair.contact and call.contact_line is null`);
}
