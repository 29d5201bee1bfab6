import { type SQL, sql } from "drizzle-orm";
import { envelopeKeys } from "@/lib/contract/fields";

/** The rows of a list that `answer.raw` is: the places where `rowsIn` finds them. */
export const rowsOfAnswer = sql`case 'array' when jsonb_typeof(answer.raw) then answer.raw
  when jsonb_typeof(answer.raw -> 'items') then answer.raw -> 'items'
  when jsonb_typeof(answer.raw -> 'data') then answer.raw -> 'data'
  when jsonb_typeof(answer.raw #> '{data,items}') then answer.raw #> '{data,items}'
  when jsonb_typeof(answer.raw #> '{data,data}') then answer.raw #> '{data,data}'
  else '[]' end`;

const envelope = sql`string_to_array(${[...envelopeKeys].join(" ")}, ' ')`;

/** The record that the `raw` of an answer is: what `unwrapped` makes of it. */
export const recordOf = (answer: SQL) => sql`
  select case when jsonb_typeof(raw) = 'object' and raw ? 'data'
    and (jsonb_typeof(raw -> 'success') = 'boolean' or raw - ${envelope} = '{}') then raw -> 'data' else raw end as record
  from (${answer}) as answer`;
