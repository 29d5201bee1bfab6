import { sql } from "drizzle-orm";
import type { ListBasis, Overlap, StayingPeople } from "@/lib/contract/console/contact-lists";
import { campaignPatterns } from "@/lib/contract/status-words";
import { hashArray } from "@/lib/db/console/number-hashes";
import { contactListTable, doNotCallTable } from "@/lib/db/console/tables/numbers";
import type { Database } from "@/lib/db/database";
import { knownSince, type ListRow, listOf, rowsOf, type SentRow, sentColumns, sentNumbers } from "./sent-numbers";

const maxExamples = 20;

type StayingInput = { list: ListRow; file_name: string; others: readonly Buffer[] };

/** `others`: hashes of people who were called, or are in the file and not in the list. */
export async function stayingPeople(db: Database, { list, file_name, others }: StayingInput): Promise<StayingPeople> {
  const { key, accountId, campaignId } = list;
  if (!(await isLaterVersion(db, list, file_name))) return { people: 0, examples: [] };
  const { rows } = await db.execute<SentRow & { people: string }>(sql`
    select staying.*, count(*) over () as people from (
      select distinct on (sent.number) ${sentColumns}, sent."row"
      from ${sentNumbers(accountId)}
      where import.campaign_id = ${campaignId}
        and not exists (select from console.list_number as own where own.list = ${key} and own.number = sent.number)
        and sent.number <> all (${hashArray(others)})
      order by sent.number, import.begun_at desc
    ) as staying
    order by begun_at desc, "row" limit ${maxExamples}`);
  return {
    people: Number(rows[0]?.people ?? 0),
    examples: rows.map((row) => ({ ...listOf(row), row: row.row })),
  };
}

/** True if the list has people of an earlier list of the campaign, or its file name. */
async function isLaterVersion(db: Database, { key, accountId, campaignId }: ListRow, file_name: string) {
  const { rows } = await db.execute<{ overlaps: boolean; file_names: string[] }>(sql`
    select
      (select array_agg(distinct import.file_name) from console.contact_list as list
        join console.contact_import as import on import.id = list.import_id
        where list.account_id = ${accountId} and list.campaign_id = ${campaignId}) as file_names,
      exists (
        select from console.list_number as own
        cross join lateral (
          select from ${sentNumbers(accountId, rowsOf(sql`own.number`))} where import.campaign_id = ${campaignId} limit 1) as earlier
        where own.list = ${key}) as overlaps`);
  const [found] = rows;
  return found?.overlaps === true || (found?.file_names ?? []).some((name) => baseName(name) === baseName(file_name));
}

/** "Clean.csv" and "clean (1).csv" are one name. */
const baseName = (file_name: string) => file_name.toLowerCase().replace(/( ?\(\d+\))?(\.[a-z]+)?$/, "");

const maxCampaigns = 5;

/** The people of a campaign, and those of them whom other campaigns got too. */
export async function overlapOf(db: Database, { accountId, campaignId }: BasisOf): Promise<Overlap> {
  const { rows } = await db.execute<{
    campaign_id: string | null;
    name: string | null;
    people: string;
    at: string;
  }>(sql`
    with own as (
      select distinct sent.number from ${sentNumbers(accountId)} where import.campaign_id = ${campaignId})
    select null as campaign_id, null as name, count(*) as people, null as at from own
    union all (
      select import.campaign_id, max(coalesce(saved.label, saved.name)), count(distinct own.number), max(import.begun_at)
      from own join (${sentNumbers(accountId)}) on sent.number = own.number
      left join console.saved_record as saved
        on saved.key_print = ${accountId} and saved.resource = 'campaigns' and saved.ref = import.campaign_id
      where import.campaign_id <> ${campaignId} and coalesce(saved.last_status_word, '') !~* ${campaignPatterns.ended}
      group by import.campaign_id order by 3 desc, 4 desc limit ${maxCampaigns})`);
  const other_campaigns = rows.flatMap(({ campaign_id, name, people, at }) =>
    campaign_id === null ? [] : [{ campaign_id, name, people: Number(people), begun_at: new Date(at).toISOString() }],
  );
  return { people: Number(rows.find(({ campaign_id }) => campaign_id === null)?.people ?? 0), other_campaigns };
}

type BasisOf = Pick<ListRow, "accountId" | "campaignId">;

export async function basisOf(db: Database, { accountId, campaignId }: BasisOf): Promise<ListBasis> {
  const { rows } = await db.execute<{ people: string }>(sql`
    select count(distinct sent.number) as people
    from ${sentNumbers(accountId)} where import.campaign_id = ${campaignId}`);
  return {
    lists: await db.$count(contactListTable, sql`account_id = ${accountId} and import_id is not null`),
    since: await knownSince(db, accountId),
    in_campaign: Number(rows[0]?.people ?? 0),
    do_not_call: await db.$count(doNotCallTable),
  };
}
