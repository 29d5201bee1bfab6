import { sql } from "drizzle-orm";

/** The rows of a list that `answer.raw` is: the places where `rowsIn` finds them. */
export const rowsOfAnswer = sql`case 'array' when jsonb_typeof(answer.raw) then answer.raw
  when jsonb_typeof(answer.raw -> 'items') then answer.raw -> 'items'
  when jsonb_typeof(answer.raw -> 'data') then answer.raw -> 'data'
  when jsonb_typeof(answer.raw #> '{data,items}') then answer.raw #> '{data,items}'
  when jsonb_typeof(answer.raw #> '{data,data}') then answer.raw #> '{data,data}'
  else '[]' end`;
