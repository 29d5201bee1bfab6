import { type SQL, sql } from "drizzle-orm";
import { envelopeKeys, recordNames } from "@/lib/contract/fields";

/** SQL for the rows of a list in `answer.raw`. Must match `rowsIn`. */
export const rowsOfAnswer = sql`case 'array' when jsonb_typeof(answer.raw) then answer.raw
  when jsonb_typeof(answer.raw -> 'items') then answer.raw -> 'items'
  when jsonb_typeof(answer.raw -> 'data') then answer.raw -> 'data'
  when jsonb_typeof(answer.raw #> '{data,items}') then answer.raw #> '{data,items}'
  when jsonb_typeof(answer.raw #> '{data,data}') then answer.raw #> '{data,data}'
  else '[]' end`;

const namesIn = (keys: readonly string[]) => sql`string_to_array(${keys.join(" ")}, ' ')`;
const envelope = namesIn([...envelopeKeys]);
const besides = namesIn([...envelopeKeys].filter((key) => key !== "data"));

/** What is only put around a record taken off once, as `innermost` does. */
const inner = (record: SQL) => sql`coalesce((
  select value
  from (select case jsonb_typeof(${record}) when 'object' then ${record} - ${besides} else '{}' end as fields) as given,
    jsonb_each(given.fields)
  where jsonb_typeof(value) = 'object' and key ~* ${recordNames.source} and given.fields - key = '{}'), ${record})`;

/** The record that the `raw` of an answer is: what `unwrapped` makes of it. */
export const recordOf = (answer: SQL) => sql`
  select ${inner(sql`second.record`)} as record
  from (${answer}) as answer,
    lateral (select case when jsonb_typeof(raw) = 'object' and raw ? 'data'
      and (jsonb_typeof(raw -> 'success') = 'boolean' or raw - ${envelope} = '{}') then raw -> 'data' else raw end as record) as sent,
    lateral (select ${inner(sql`sent.record`)} as record) as first,
    lateral (select ${inner(sql`first.record`)} as record) as second`;
