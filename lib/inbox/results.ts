import { type SQL, sql } from "drizzle-orm";
import { implement } from "@/lib/contract/console/context";
import { type ContactResult, exportResults, listResults } from "@/lib/contract/console/inbox/found-calls";
import type { Database } from "@/lib/db/database";
import { csvFile } from "./csv-file";
import { plus } from "./found-calls";
import type { BlockedOf } from "./read-arrivals";

type Campaign = { accountId: string; campaign_id: string };
type ResultRow = Omit<ContactResult, "at" | "is_blocked"> & { at: Date };

const pageSize = 50;

export const results = (db: Database, accountId: string, blockedOf: BlockedOf) => [
  implement(listResults, async ({ campaign_id, result, after, limit = pageSize }) => {
    const campaign = { accountId, campaign_id };
    const isMatch = result === undefined ? sql`true` : sql`result = ${result}`;
    const rows = await readContacts(db, campaign, sql`${isMatch} and ${isAfter(after)}`, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const blocked = await blockedOf(page.flatMap(({ contact }) => (/^\d+$/.test(contact) ? [contact] : [])));
    return {
      data: page.map((row) => ({ ...row, at: row.at.toISOString(), is_blocked: blocked.has(row.contact) })),
      next: rows.length > limit && last ? cursorOf(last) : null,
      ...(await totalsOf(db, campaign)),
    };
  }),

  implement(exportResults, async ({ campaign_id }) =>
    csvFile<ResultRow>({
      name: ["results", campaign_id],
      columns: ["number", "name", "attempts", "last_result", "last_call_at", "call_id"],
      readPage: (last, limit) => readContacts(db, { accountId, campaign_id }, isAfter(last && cursorOf(last)), limit),
      cells: ({ contact, contact_name, attempts, result, at, call_id }) => [
        ...[/^\d+$/.test(contact) ? plus(contact) : null, contact_name, attempts, result, at.toISOString(), call_id],
      ],
    }),
  ),
];

/** Each contact with its last call. Calls without a number are contacts of their own. */
const contactsOf = ({ accountId, campaign_id }: Campaign) => sql`(
  select distinct on (number) number as contact, contact_name, ref as call_id, case when is_over then coalesce(reason, status) end as result, is_over, at,
    count(*) over (partition by number)::int as attempts
  from console.found_call, lateral (select coalesce(contact, 'call ' || ref) as number) as who
  where key_print = ${accountId} and campaign_ref = ${campaign_id}
  order by number, at desc, ref desc) as last_call`;

const cursorOf = ({ at, contact }: ResultRow) => `${at.toISOString()} ${contact}`;

const isAfter = (after: string | undefined) => {
  const [at = "", contact = ""] = after?.split(/ (.*)/s) ?? [];
  return after === undefined ? sql`true` : sql`(at, contact) < (${at}::timestamptz, ${contact})`;
};

async function readContacts(db: Database, campaign: Campaign, where: SQL, limit: number): Promise<ResultRow[]> {
  const { rows } = await db.execute<Omit<ResultRow, "at"> & { at: string }>(sql`
    select * from ${contactsOf(campaign)} where ${where} order by at desc, contact desc limit ${limit}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

async function totalsOf(db: Database, campaign: Campaign) {
  const { rows } = await db.execute<{ result: string | null; is_over: boolean; contacts: number; calls: number }>(sql`
    select result, is_over, count(*)::int as contacts, sum(attempts)::int as calls from ${contactsOf(campaign)}
    group by result, is_over order by contacts desc, result`);
  return {
    results: rows.flatMap(({ result, is_over, contacts }) => (is_over ? [{ result, contacts }] : [])),
    in_progress: rows.find(({ is_over }) => !is_over)?.contacts ?? 0,
    contacts: rows.reduce((sum, { contacts }) => sum + contacts, 0),
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
  };
}
