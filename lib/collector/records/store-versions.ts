import { type SQL, sql } from "drizzle-orm";
import { recordOf, rowsOfAnswer } from "@/lib/collector/webhook-log/parts-of-answer";
import { firstReadAt } from "@/lib/db/console/tables/collector";
import { type Database, lockInTransaction } from "@/lib/db/database";
import { isUnstorable, storableJson } from "@/lib/db/storable";
import { parseJson, stringifyJson } from "@/lib/format/json";
import { volatileFields } from "./compare-versions";
import { storeNamed } from "./registry";

type Read = { accountId: string; resource: string; at: Date };

/** One record, as `{"raw": …}` in UTF-8, unchanged from the platform's response. */
export type RecordRead = Read & { ref: string; answer: Uint8Array };

/** The pages of a list. If it is whole, records that it no longer contains are gone. */
export type ListRead = Read & { answers: readonly Uint8Array[]; isWhole: boolean; before: Date | undefined };

/** Number of rows read, of records that changed, and of new registry entries for IDs that these records contain. */
export type StoreResult = { rows: number; changed: number; named: number };

/** Stores a record. Adds a version only if its content changed. */
export function storeVersion(db: Database, { ref, answer, ...read }: RecordRead): Promise<StoreResult> {
  return withStorableTexts([answer], ([bytes = answer]) =>
    store(db, {
      ...read,
      sent: sql`select ${ref}::text as ref, record from (${recordOf(rawOf(bytes))}) as answer`,
      only: sql`and ref = ${ref}`,
      isWhole: false,
      before: undefined,
      seenEveryMs: 0,
    }),
  );
}

const rowSeenEveryMs = 6 * 3_600_000;

/**
 * Stores each row of a list as a record. The list's own fields are stored under the ID "". They have the time of each read, so
 * that of an unchanged row is updated only every six hours.
 */
export function keepList(db: Database, { answers, isWhole, ...read }: ListRead): Promise<StoreResult> {
  return withStorableTexts(answers, (pages) => {
    const raws = sql.join(pages.map(rawOf), sql` union all `);
    const total = sql`(select max(total) from (
      select coalesce(raw ->> 'total', raw #>> '{data,total}') as total from answer) as totals where total ~ '^[0-9]{1,9}$')::int`;
    const sent = sql`
      with answer as materialized (${raws}),
      list_row as (
        select row from answer, jsonb_array_elements(${rowsOfAnswer}) as row
      ), named as (
        select distinct case jsonb_typeof(row) when 'object' then row else jsonb_build_object('as sent', row) end as record,
          coalesce(nullif(row ->> 'id', ''), 'no id: ' || md5(row::text)) as id
        from list_row
      ), numbered as (select *, row_number() over (partition by id order by record::text) as nth from named)
      select left(id, 480) || case when nth > 1 then ' (' || nth || ')' else '' end as ref, record from numbered
      union all
      select '', jsonb_build_object('is_whole', ${isWhole}::boolean and coalesce((select count(*) from numbered) >= ${total}, true),
        'rows', (select count(*) from numbered)) || coalesce((select raw - array['items', 'data', 'page', 'limit', 'skip', 'success']
          from answer where jsonb_typeof(raw) = 'object' limit 1), '{}')`;
    return store(db, { ...read, sent, only: sql``, isWhole, seenEveryMs: rowSeenEveryMs });
  });
}

type StoreInput = Read & {
  /** SQL for rows of `ref` and `record`. */
  sent: SQL;
  /** SQL condition for the versions to compare with. */
  only: SQL;
  isWhole: boolean;
  before: Date | undefined;
  seenEveryMs: number;
};

const lockWaitMs = 60_000;
/** Tolerance for clock changes when ordering reads. A time further ahead was stored before the clock was set back. */
export const aheadMs = 300_000;
const maxNamed = 200;

/** SQL for the hash of the column `record`, without the volatile fields. */
export const versionHash = sql`md5(coalesce((select jsonb_object_agg(key, value) from jsonb_each(
  case jsonb_typeof(record) when 'object' then record else '{}' end) where key !~* ${volatileFields}), record)::text)`;

/** PostgreSQL compares the records and extracts IDs, so that a long list is never parsed in this process. */
async function store(db: Database, input: StoreInput): Promise<StoreResult> {
  const { accountId, resource, at, before, isWhole, seenEveryMs } = input;
  const [now, then] = [at.toISOString(), (before ?? at).toISOString()];
  const isAhead = (version: SQL) =>
    sql`${version}.last_seen_at > ${new Date(at.getTime() + aheadMs).toISOString()}::timestamptz`;
  // A read that began before the record was found gone does not bring it back.
  const isReturn = sql`(latest.gone_at < ${now}::timestamptz
    or latest.gone_at > ${new Date(at.getTime() + aheadMs).toISOString()}::timestamptz)`;
  return db.transaction(async (tx) => {
    // Wait as long as the holder of the lock can take.
    await lockInTransaction(tx, `${accountId} ${resource}`, { waitMs: lockWaitMs });
    const { rows } = await tx.execute<
      Omit<StoreResult, "named"> & { names?: { resource: string; ref: string; by: string }[] }
    >(sql`
      with sent as materialized (
        select ref, record, ${versionHash} as hash from (${input.sent}) as input
      ), latest as materialized (
        select distinct on (ref) id, ref, hash, last_seen_at, gone_at, ${firstReadAt(sql`record_version`)} as first_seen_at
        from console.record_version
        where key_print = ${accountId} and resource = ${resource} ${input.only} order by ref, id desc
      ), fresh as (
        insert into console.record_version (key_print, resource, ref, seen_at, last_seen_at, first_seen_at, hash, record)
        select ${accountId}, ${resource}, sent.ref, ${now}::timestamptz, ${now}::timestamptz,
          coalesce(latest.first_seen_at, ${now}::timestamptz), sent.hash, sent.record
        from sent left join latest using (ref)
        where latest.id is null
          or ((latest.last_seen_at <= ${now}::timestamptz or ${isAhead(sql`latest`)})
            and case when latest.gone_at is null then latest.hash <> sent.hash else ${isReturn} end)
        returning ref, record
      ), ended as (
        update console.record_version as stored set last_seen_at = greatest(stored.last_seen_at, ${then}::timestamptz)
        from latest join fresh using (ref)
        where stored.id = latest.id and latest.gone_at is null and ${before !== undefined}::boolean
      ), seen as (
        update console.record_version as stored set last_seen_at = ${now}::timestamptz
        from latest join sent using (ref)
        where stored.id = latest.id and latest.hash = sent.hash and latest.gone_at is null
          and (${isAhead(sql`stored`)} or stored.last_seen_at < ${now}::timestamptz
            - case latest.ref when '' then interval '0' else make_interval(secs => ${seenEveryMs / 1000}::double precision) end)
      ), gone as (
        update console.record_version as stored
        set gone_at = ${now}::timestamptz, last_seen_at = greatest(stored.last_seen_at, ${then}::timestamptz)
        from latest
        where stored.id = latest.id and latest.gone_at is null and latest.ref <> ''
          and ${isWhole}::boolean and (select (record ->> 'is_whole')::boolean from sent where ref = '')
          and not exists (select from sent where sent.ref = latest.ref)
        returning stored.id
      ), named as (
        select distinct on (named.resource, named.id) named.resource, named.id as ref, fresh.ref as by
        from fresh, ${namedIn}
        where ${isStorableId}
          and (named.resource, named.id) <> (${resource}, fresh.ref)
          and not exists (select from console.saved_record as saved
            where saved.key_print = ${accountId} and saved.resource = named.resource and saved.ref = named.id)
        limit ${maxNamed}
      )
      select (select count(*)::int from sent where ref <> '') as rows,
        (select count(*)::int from fresh) + (select count(*)::int from gone) as changed,
        (select coalesce(json_agg(named), '[]') from named) as names`);
    const { names = [], ...counts } = rows[0] ?? { rows: 0, changed: 0 };
    const named = names.map(({ by, ...name }) => ({ ...name, namedByResource: resource, namedByRef: by }));
    return { ...counts, named: await storeNamed(tx, accountId, named) };
  });
}

const resourceByWord: Readonly<Record<string, string>> = {
  assistant: "assistants",
  call: "calls",
  campaign: "campaigns",
  session: "sessions",
  tool: "tools",
  workflow: "workflows",
};
const kindRows = sql.join(
  Object.entries(resourceByWord).map(([word, resource]) => sql`(${word}, ${resource})`),
  sql`, `,
);
const uuid = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

/**
 * SQL for the IDs in a record, in fields that name a resource, such as `campaign_id`, `workflow_ref` and `toolIds`. Also finds a
 * `campaign` with an ID, and a list of `tools` that are UUIDs or have an ID.
 */
const namedIn = sql`lateral (
  select kind.resource, case jsonb_typeof(item) when 'object' then item ->> 'id' else item #>> '{}' end as id
  from jsonb_path_query(fresh.record, 'strict $.** ? (@.type() == "object").keyvalue()') as field,
    (values ${kindRows}) as kind (word, resource),
    jsonb_array_elements(case jsonb_typeof(field -> 'value') when 'array' then field -> 'value'
      else jsonb_build_array(field -> 'value') end) as item
  where (field ->> 'key' ~* ('^' || kind.word || '_?(id|ref)s?$') and jsonb_typeof(item) = 'string')
    or (field ->> 'key' = kind.word || 's' and jsonb_typeof(field -> 'value') = 'array' and (
      item #>> '{}' ~* ${uuid} or (jsonb_typeof(item) = 'object' and jsonb_typeof(item -> 'id') = 'string')))
    or (field ->> 'key' = kind.word and jsonb_typeof(field -> 'value') = 'object'
      and jsonb_typeof(item -> 'id') = 'string')
) as named`;

const isStorableId = sql`length(named.id) between 1 and 500 and named.id !~ '[[:cntrl:]]'`;

/** IDs of other records in a response that is not stored, such as the response to a send. */
export function idsNamedIn(db: Database, response: unknown): Promise<{ resource: string; ref: string }[]> {
  return withStorableTexts([answerOf(response)], async ([answer = answerOf(null)]) => {
    const { rows } = await db.execute<{ resource: string; ref: string }>(sql`
      select distinct named.resource, named.id as ref from (select raw as record from (${rawOf(answer)}) as answer) as fresh, ${namedIn}
      where ${isStorableId} limit ${maxNamed}`);
    return rows;
  });
}

const rawOf = (answer: Uint8Array) => sql`select convert_from(${answer}::bytea, 'UTF8')::jsonb -> 'raw' as raw`;

/** Retries with storable texts if PostgreSQL rejects a text of a response. */
async function withStorableTexts<T>(
  answers: readonly Uint8Array[],
  run: (answers: readonly Uint8Array[]) => Promise<T>,
) {
  try {
    return await run(answers);
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    const parsed = answers.map((answer) => parseJson(new TextDecoder().decode(answer)));
    return run(parsed.map((answer) => asAnswer(storableJson(stringifyJson(answer)))));
  }
}

const asAnswer = (text: string) => new TextEncoder().encode(text);

export const answerOf = (raw: unknown) => asAnswer(`{"raw":${stringifyJson(raw)}}`);
