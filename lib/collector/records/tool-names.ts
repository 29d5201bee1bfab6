import { type SQL, sql } from "drizzle-orm";

/** SQL for the name of a tool, from its record. */
export const toolName = (record: SQL) => sql`coalesce(${record} ->> 'name', ${record} #>> '{function,name}')`;

/** SQL for the names of tools in a record: in fields such as `tool`, `tool_name` and `tools`, as texts or objects with a name. */
export const toolNamesIn = (record: SQL) => sql`(
  select coalesce(jsonb_agg(distinct used.name), '[]') from (
    select case jsonb_typeof(item) when 'string' then item #>> '{}' when 'object' then ${toolName(sql`item`)} end as name
    from jsonb_path_query(${record}, '$.** ? (@.type() == "object").keyvalue()
      ? (@.key like_regex "^tools?_?(names?)?$" flag "i").value[*]', '{}', true) as item
  ) as used where used.name <> '')`;

/** SQL for all texts in a record that are among these values. */
export const textsIn = (record: SQL, values: SQL) => sql`(
  select coalesce(jsonb_agg(distinct item #>> '{}'), '[]')
  from jsonb_path_query(${record}, 'strict $.** ? (@.type() == "string")') as item where item #>> '{}' in (${values}))`;
