import { and, isNull, type SQL, sql } from "drizzle-orm";
import { isUnstorable, storableJson } from "@/lib/console/audit/audit-lines";
import { keepNamed } from "@/lib/console/saved";
import { type Database, takeTurn } from "@/lib/db/database";
import { isPlainObject, parseJson, stringifyJson } from "@/lib/format/json";
import { recordOf, rowsOfAnswer } from "./parts-of-answer";
import { isVersionOf, type RecordPlace, recordVersionTable } from "./tables";

type Read = {
  keyPrint: string;
  resource: string;
  at: Date;
  /** The person who opened it; null for a read of Switchboard's own. */
  askedBy: string | null;
};

/** One record, as `{"raw": …}` in UTF-8 just as the platform sent it. */
export type RecordRead = Read & { ref: string; answer: Uint8Array };

/** A list by its pages. Where it is whole, what it does not have any more is gone. */
export type ListRead = Read & { answers: readonly Uint8Array[]; isWhole: boolean; before: Date | undefined };

/** Rows that came, records that are not what they were, and records that are known here now because these name them. */
export type Kept = { rows: number; changed: number; named: number };

/** Fields that move without anything having changed. */
const moving = "^(updated|modified|last_(seen|read|modified|updated))(_?(at|on))?$";
const movingName = new RegExp(moving, "i");

/** Keeps a record as it was read: a version of its own only where what it holds changed. */
export function keepVersion(db: Database, { ref, answer, ...read }: RecordRead): Promise<Kept> {
  return keeping(answer, ([bytes = answer]) =>
    keep(db, {
      ...read,
      sent: sql`select ${ref}::text as ref, record from (${recordOf(rawOf(bytes))}) as found`,
      only: sql`and ref = ${ref}`,
      isWhole: false,
      before: undefined,
      restMs: 0,
    }),
  );
}

const rowsOfListMs = 6 * 3_600_000;

/**
 * Keeps each row of a list as a record, by its ID, and what the list says beside its rows as the one without. That a row was
 * seen again unchanged is written down a few times a day; the list itself says when it was last read.
 */
export function keepList(db: Database, { answers, isWhole, ...read }: ListRead): Promise<Kept> {
  return keeping(answers, (pages) => {
    const raws = sql.join(pages.map(rawOf), sql` union all `);
    const total = sql`(select max(total) from (
      select coalesce(raw ->> 'total', raw #>> '{data,total}') as total from answer) as said where total ~ '^[0-9]{1,9}$')::int`;
    const sent = sql`
      with answer as materialized (${raws}),
      given as (
        select row from answer, jsonb_array_elements(${rowsOfAnswer}) as row
      ), named as (
        select distinct case jsonb_typeof(row) when 'object' then row else jsonb_build_object('as sent', row) end as record,
          coalesce(nullif(row ->> 'id', ''), 'no id: ' || md5(row::text)) as id
        from given
      ), numbered as (select *, row_number() over (partition by id order by record::text) as nth from named)
      select left(id, 480) || case when nth > 1 then ' (' || nth || ')' else '' end as ref, record from numbered
      union all
      select '', jsonb_build_object('is_whole', ${isWhole}::boolean and coalesce((select count(*) from numbered) >= ${total}, true),
        'rows', (select count(*) from numbered)) || coalesce((select raw - array['items', 'data', 'page', 'limit', 'skip', 'success']
          from answer where jsonb_typeof(raw) = 'object' limit 1), '{}')`;
    return keep(db, { ...read, sent, only: sql``, isWhole, restMs: rowsOfListMs });
  });
}

type Keeping = Read & {
  /** Rows of `ref` and `record`. */
  sent: SQL;
  /** Which versions to look at. */
  only: SQL;
  isWhole: boolean;
  before: Date | undefined;
  /** After how long it is written down that something was seen again unchanged. */
  restMs: number;
};

const longestMs = 60_000;
/** What was kept so much later than a read was not overtaken by it: the clock was set back in between. */
export const aheadMs = 300_000;
const mostNamed = 200;
const largestNaming = 1_000_000;

/** The database compares and finds what else is named: a long list never stands as objects in this process. */
async function keep(db: Database, given: Keeping): Promise<Kept> {
  const { keyPrint, resource, at, askedBy, before, isWhole, restMs } = given;
  const [now, then] = [at.toISOString(), (before ?? at).toISOString()];
  const isAhead = (version: SQL) =>
    sql`${version}.last_seen_at > ${new Date(at.getTime() + aheadMs).toISOString()}::timestamptz`;
  return db.transaction(async (tx) => {
    // Who waits for the lock waits for as long as whoever holds it may take.
    await takeTurn(tx, `${keyPrint} ${resource}`, { waitMs: longestMs });
    const { rows } = await tx.execute<
      Omit<Kept, "named"> & { names?: { resource: string; ref: string; by: string }[] }
    >(sql`
      with sent as materialized (
        select ref, record, md5(coalesce((select jsonb_object_agg(key, value) from jsonb_each(
          case jsonb_typeof(record) when 'object' then record else '{}' end) where key !~* ${moving}), record)::text) as hash
        from (${given.sent}) as given
      ), latest as materialized (
        select distinct on (ref) id, ref, hash, last_seen_at, gone_at from console.record_version
        where key_print = ${keyPrint} and resource = ${resource} ${given.only} order by ref, id desc
      ), fresh as (
        insert into console.record_version (key_print, resource, ref, seen_at, last_seen_at, hash, record, asked_by)
        select ${keyPrint}, ${resource}, sent.ref, ${now}::timestamptz, ${now}::timestamptz, sent.hash, sent.record, ${askedBy}
        from sent left join latest using (ref)
        where latest.id is null
          or ((latest.last_seen_at <= ${now}::timestamptz or ${isAhead(sql`latest`)}) and (latest.hash <> sent.hash or latest.gone_at is not null))
        returning ref, record
      ), ended as (
        update console.record_version as kept set last_seen_at = greatest(kept.last_seen_at, ${then}::timestamptz)
        from latest join fresh using (ref)
        where kept.id = latest.id and latest.gone_at is null and ${before !== undefined}::boolean
      ), seen as (
        update console.record_version as kept set last_seen_at = ${now}::timestamptz
        from latest join sent using (ref)
        where kept.id = latest.id and latest.hash = sent.hash and latest.gone_at is null
          and (${isAhead(sql`kept`)} or kept.last_seen_at < ${now}::timestamptz
            - case latest.ref when '' then interval '0' else make_interval(secs => ${restMs / 1000}::double precision) end)
      ), gone as (
        update console.record_version as kept
        set gone_at = ${now}::timestamptz, last_seen_at = greatest(kept.last_seen_at, ${then}::timestamptz)
        from latest
        where kept.id = latest.id and latest.gone_at is null and latest.ref <> ''
          and ${isWhole}::boolean and (select (record ->> 'is_whole')::boolean from sent where ref = '')
          and not exists (select from sent where sent.ref = latest.ref)
        returning kept.id
      ), named as (
        select distinct on (named.resource, named.id) named.resource, named.id as ref, fresh.ref as by
        from (select * from fresh where length(record::text) < ${largestNaming}) as fresh, ${namedIn}
        where length(named.id) between 1 and 500 and named.id !~ '[[:cntrl:]]'
          and (named.resource, named.id) <> (${resource}, fresh.ref)
          and not exists (select from console.saved_record as known
            where known.key_print = ${keyPrint} and known.resource = named.resource and known.ref = named.id)
        limit ${mostNamed}
      )
      select (select count(*)::int from sent where ref <> '') as rows,
        (select count(*)::int from fresh) + (select count(*)::int from gone) as changed,
        (select coalesce(json_agg(named), '[]') from named) as names`);
    const { names = [], ...kept } = rows[0] ?? { rows: 0, changed: 0 };
    const named = names.map(({ by, ...each }) => ({ ...each, namedByResource: resource, namedByRef: by }));
    return { ...kept, named: await keepNamed(tx, keyPrint, named) };
  });
}

/** The platform no longer has a record: its latest version is gone. */
export async function keepGone(db: Database, place: RecordPlace, at: Date) {
  const isIt = isVersionOf(place);
  const isLatest = sql`${recordVersionTable.id} = (select max(id) from ${recordVersionTable} where ${isIt})`;
  await db
    .update(recordVersionTable)
    .set({ goneAt: at })
    .where(and(isIt, isLatest, isNull(recordVersionTable.goneAt)));
}

/** The kinds that fields name, and their resources. */
const kinds: Readonly<Record<string, string>> = {
  assistant: "assistants",
  call: "calls",
  campaign: "campaigns",
  session: "sessions",
  tool: "tools",
  workflow: "workflows",
};
const kindRows = sql.join(
  Object.entries(kinds).map(([word, resource]) => sql`(${word}, ${resource})`),
  sql`, `,
);
const uuid = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";

/**
 * The IDs that a record names, by fields that name their kind: `campaign_id`, `workflow_ref`, `toolIds`, a list of `tools`
 * that are UUIDs or have an ID each, or a `campaign` that has one.
 */
const namedIn = sql`lateral (
  select kind.resource, case jsonb_typeof(each) when 'object' then each ->> 'id' else each #>> '{}' end as id
  from jsonb_path_query(fresh.record, 'strict $.** ? (@.type() == "object").keyvalue()') as field,
    (values ${kindRows}) as kind (word, resource),
    jsonb_array_elements(case jsonb_typeof(field -> 'value') when 'array' then field -> 'value'
      else jsonb_build_array(field -> 'value') end) as each
  where (field ->> 'key' ~* ('^' || kind.word || '_?(id|ref)s?$') and jsonb_typeof(each) = 'string')
    or (field ->> 'key' = kind.word || 's' and jsonb_typeof(field -> 'value') = 'array' and (
      each #>> '{}' ~* ${uuid} or (jsonb_typeof(each) = 'object' and jsonb_typeof(each -> 'id') = 'string')))
    or (field ->> 'key' = kind.word and jsonb_typeof(field -> 'value') = 'object'
      and jsonb_typeof(each -> 'id') = 'string')
) as named`;

const mostLookedAt = 5_000;

/** The same of an answer that is not kept, such as one to a send. */
export function idsNamedIn(answer: unknown): { resource: string; ref: string }[] {
  const found = new Map<string, { resource: string; ref: string }>();
  const waiting: unknown[] = [answer];
  for (let looked = 0; waiting.length > 0 && looked < mostLookedAt && found.size < mostNamed; looked += 1) {
    const next = waiting.shift();
    if (Array.isArray(next)) waiting.push(...next.slice(0, mostLookedAt));
    if (!isPlainObject(next)) continue;
    for (const [name, value] of Object.entries(next)) {
      for (const each of namedBy(name, value)) found.set(`${each.resource} ${each.ref}`, each);
      waiting.push(value);
    }
  }
  return [...found.values()];
}

function namedBy(name: string, value: unknown) {
  const [, word = "", plural = "", isId] = /^([a-z]+?)(s?)(_?(?:id|ref)s?)?$/i.exec(name) ?? [];
  const resource = kinds[word.toLowerCase()];
  if (resource === undefined || (plural && isId)) return [];
  const refs = [value].flat().map((each) => {
    const id = isPlainObject(each) ? each.id : each;
    const isNamed = isId ? !isPlainObject(each) : isPlainObject(each) || (plural !== "" && isUuid(each));
    return isNamed && typeof id === "string" && /^\P{Cc}{1,500}$/u.test(id) ? id : undefined;
  });
  return refs.flatMap((ref) => (ref === undefined ? [] : [{ resource, ref }]));
}

const isUuid = (value: unknown) => typeof value === "string" && new RegExp(uuid, "i").test(value);

const rawOf = (answer: Uint8Array) =>
  sql`select convert_from(${Buffer.from(answer)}::bytea, 'UTF8')::jsonb -> 'raw' as raw`;

/** Again with what the database can hold, where it refused a text of an answer. */
async function keeping<T>(
  given: Uint8Array | readonly Uint8Array[],
  run: (answers: readonly Uint8Array[]) => Promise<T>,
) {
  const answers = given instanceof Uint8Array ? [given] : given;
  try {
    return await run(answers);
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    return run(answers.map((each) => asAnswer(storableJson(textOf(each)))));
  }
}

const textOf = (answer: Uint8Array) => stringifyJson(parseJson(new TextDecoder().decode(answer)));

const asAnswer = (text: string) => new TextEncoder().encode(text);

/** A parsed answer as the bytes that are kept. */
export const answerOf = (raw: unknown) => asAnswer(`{"raw":${stringifyJson(raw)}}`);

/** A record without the fields that always move. */
export function withoutMoving(record: unknown): unknown {
  if (!isPlainObject(record)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !movingName.test(name)));
}
