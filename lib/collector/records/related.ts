import { type SQL, sql } from "drizzle-orm";
import { implement } from "@/lib/contract/console/context";
import { mayRead, resourcesFor } from "@/lib/contract/console/readable";
import {
  getEarlierWorkflow,
  listMissingTools,
  listRelated,
  type MissingTool,
  type RelatedRecord,
} from "@/lib/contract/console/related-records";
import { knownName } from "@/lib/contract/console/saved";
import { refused } from "@/lib/contract/problem";
import { recordTitle } from "@/lib/contract/shapes/call";
import { compareSteps, isAsPublished, readWorkflow } from "@/lib/contract/shapes/workflow";
import { shortRecord } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject, stringifyJson } from "@/lib/format/json";
import { versionsOf } from "./versions";

const maxRelated = 30;
const maxFieldLength = 400;

export const related = (db: Database, accountId: string) => [
  implement(listRelated, async ({ value, among }, { person }) => {
    const requested = among.split(" ");
    const resources = resourcesFor(person.role).filter((resource) => requested.includes(resource));
    if (value === "" || resources.length === 0) return { data: [], has_more: false };
    const { rows } = await db.execute<RelatedRow>(sql`
      with tool as (
        select ${toolName} as name from console.record_version
        where key_print = ${accountId} and resource = 'tools' and ref = ${value} order by id desc nulls last limit 1
      )
      select saved.resource, saved.ref, saved.label, saved.name, saved.last_status_word as status,
        latest.last_seen_at, ${shortRecord(sql`latest.record`)} as record
      from console.saved_record as saved cross join lateral (
        select record, last_seen_at, gone_at from console.record_version
        where key_print = ${accountId} and resource = saved.resource and ref = saved.ref
        order by id desc nulls last limit 1
      ) as latest
      where saved.key_print = ${accountId} and saved.resource in ${resources} and saved.ref <> ${value} and saved.not_found_since is null
        and latest.gone_at is null
        and (${holds(sql`latest.record`, sql`${value}::text`)}
          or exists (select from tool where ${namesTool(sql`latest.record`, sql`tool.name`)}))
      order by latest.last_seen_at desc, saved.resource, saved.ref limit ${maxRelated + 1}`);
    return { data: rows.slice(0, maxRelated).map(relatedOf), has_more: rows.length > maxRelated };
  }),

  implement(listMissingTools, async ({ resource, ref }, { person }) => {
    if (!mayRead(person.role, resource))
      throw refused("forbidden", "Your role does not allow you to see these records.");
    const { rows } = await db.execute<Omit<MissingTool, "since"> & { since: Date | string }>(sql`
      with missing as (
        select ref, max(name) as name, min(since) as since from (
          select ref, name, not_found_since as since from console.saved_record
          where key_print = ${accountId} and resource = 'tools' and not_found_since is not null
          union all
          select ref, ${toolName}, gone_at from (
            select distinct on (ref) ref, record, gone_at from console.record_version
            where key_print = ${accountId} and resource = 'tools' order by ref, id desc
          ) as latest where gone_at is not null
        ) as found group by ref
      ), owner as (
        select record from console.record_version
        where key_print = ${accountId} and resource = ${resource} and ref = ${ref} order by id desc nulls last limit 1
      )
      select ref as named, false as is_by_name, since from missing, owner where ${holds(sql`owner.record`, sql`missing.ref`)}
      union all
      select name, true, min(since) from missing, owner where ${namesTool(sql`owner.record`, sql`missing.name`)}
        and not exists (select from console.saved_record as live where live.key_print = ${accountId}
          and live.resource = 'tools' and live.name = missing.name and live.ref <> missing.ref and live.not_found_since is null)
      group by name order by since desc, named limit ${maxRelated}`);
    return { data: rows.map(({ since, ...tool }) => ({ ...tool, since: new Date(since).toISOString() })) };
  }),

  implement(getEarlierWorkflow, async ({ workflow_ref }) => {
    const versions = await versionsOf(db, { accountId, resource: "workflows", ref: workflow_ref });
    const [latest, ...older] = versions.map((version) => ({ ...version, shape: readWorkflow(version.record) }));
    if (!latest) return { data: null };
    const published = [latest, ...older].find(({ shape }) => shape.steps && isAsPublished(shape));
    const earlier = older.find(
      ({ shape: { steps } }) => steps && latest.shape.steps && compareSteps(steps, latest.shape.steps).length > 0,
    );
    const version = published ?? earlier;
    if (!version) return { data: null };
    const { lastSeenAt, record } = version;
    return { data: { is_published: version === published, last_read_at: lastSeenAt.toISOString(), record } };
  }),
];

const holds = (record: SQL, value: SQL) =>
  sql`jsonb_path_exists(${record}, '$.** ? (@ == $value)', jsonb_build_object('value', ${value}))`;

const toolName = sql`coalesce(record ->> 'name', record #>> '{function,name}')`;

/** SQL that is true if a field for tools contains a tool's name: `tool`, `tool_name`, or `tools` with names. */
const namesTool = (record: SQL, name: SQL) => sql`(${name} is not null and jsonb_path_exists(${record},
  '$.** ? (@.type() == "object").keyvalue() ? (@.key like_regex "^tools?_?(names?)?$" flag "i").value
    ? (@ == $name || @.name == $name || @.function.name == $name)', jsonb_build_object('name', ${name}), true))`;

type RelatedRow = {
  resource: string;
  ref: string;
  label: string | null;
  name: string | null;
  status: string | null;
  last_seen_at: Date | string;
  record: unknown;
};

const relatedOf = ({ label, name, last_seen_at, record, ...row }: RelatedRow): RelatedRecord => ({
  ...row,
  name: knownName({ label, name }) ?? recordTitle(row.resource, isPlainObject(record) ? record : undefined) ?? null,
  read_at: new Date(last_seen_at).toISOString(),
  fields: shortFields(record),
});

/** Fields short enough for a list. This leaves out transcripts of calls. */
function shortFields(record: unknown): Record<string, unknown> {
  if (!isPlainObject(record)) return {};
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => stringifyJson(value).length <= maxFieldLength),
  );
}
