import { type SQL, sql } from "drizzle-orm";
import { envelopeKeys } from "@/lib/contract/fields";

/** SQL for the rows of a list in `answer.raw`. Must match `rowsIn`. */
export const rowsOfAnswer = sql`case 'array' when jsonb_typeof(answer.raw) then answer.raw
  when jsonb_typeof(answer.raw -> 'items') then answer.raw -> 'items'
  when jsonb_typeof(answer.raw -> 'data') then answer.raw -> 'data'
  when jsonb_typeof(answer.raw #> '{data,items}') then answer.raw #> '{data,items}'
  when jsonb_typeof(answer.raw #> '{data,data}') then answer.raw #> '{data,data}'
  else '[]' end`;

const envelope = sql`string_to_array(${[...envelopeKeys].join(" ")}, ' ')`;

/** SQL for the record in the `raw` of a response. Must match `unwrapped`. */
export const recordOf = (answer: SQL) => sql`
  select case when jsonb_typeof(raw) = 'object' and raw ? 'data'
    and (jsonb_typeof(raw -> 'success') = 'boolean' or raw - ${envelope} = '{}') then raw -> 'data' else raw end as record
  from (${answer}) as answer`;
