import { type SQL, sql } from "drizzle-orm";
import { implement } from "@/lib/contract/console/context";
import { mayRead } from "@/lib/contract/console/readable";
import { listMissingTools, type MissingTool } from "@/lib/contract/console/related-records";
import { refused } from "@/lib/contract/problem";
import { livePartOf } from "@/lib/contract/shapes/workflow";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { deletionsOf } from "./record-sends";
import { textsIn, toolName, toolNamesIn } from "./tool-names";

const maxTools = 30;

export const missingToolsOperation = (db: Database, accountId: string) =>
  implement(listMissingTools, async ({ resource, ref }, { person }) => {
    if (!mayRead(person.role, resource))
      throw refused("forbidden", "Your role does not allow you to see these records.");
    const owners = await ownersOf(db, accountId, { resource, ref, gone: await goneTools(db, accountId) });
    return { data: owners.flatMap(({ tools }) => tools).slice(0, maxTools) };
  });

/** Published workflows and assistants that use tools which are gone. */
export async function publishedWithMissingTools(db: Database, accountId: string) {
  const gone = await goneTools(db, accountId);
  const owners: Owner[] = [];
  for (const resource of ["workflows", "assistants"])
    owners.push(...(await ownersOf(db, accountId, { resource, gone })));
  return owners.flatMap((owner) => {
    const live = livePartOf(owner.record);
    const tools = live === undefined ? [] : owner.tools.filter(({ named }) => holdsValue(live, named));
    return tools.length > 0 ? [{ ...owner, tools }] : [];
  });
}

function holdsValue(value: unknown, text: string): boolean {
  if (Array.isArray(value)) return value.some((item) => holdsValue(item, text));
  return isPlainObject(value) ? Object.values(value).some((item) => holdsValue(item, text)) : value === text;
}

type Owner = {
  resource: string;
  ref: string;
  name: string | null;
  label: string | null;
  record: unknown;
  tools: MissingTool[];
};
type Gone = { ref: string; name: string | null; is_name_free: boolean; since: Date | string };
type OwnerRow = Omit<Owner, "tools"> & { ids: string[]; names: string[] };

/** The records of a resource, or one of them, that name tools which are gone, by ID or by a name that no other tool has. */
async function ownersOf(
  db: Database,
  accountId: string,
  { resource, ref, gone }: { resource: string; ref?: string; gone: readonly Gone[] },
): Promise<Owner[]> {
  if (gone.length === 0) return [];
  const among = ref === undefined ? sql`` : sql`and ref = ${ref}`;
  const { rows } = await db.execute<OwnerRow>(sql`
    with owner as (
      select distinct on (ref) ref, record, gone_at from console.record_version
      where key_print = ${accountId} and resource = ${resource} ${among} order by ref, id desc
    )
    select ${resource} as resource, owner.ref, owner.record, saved.label, saved.name,
      ${textsIn(sql`owner.record`, valuesOf(gone.map((tool) => tool.ref)))} as ids, ${toolNamesIn(sql`owner.record`)} as names
    from owner left join console.saved_record as saved
      on saved.key_print = ${accountId} and saved.resource = ${resource} and saved.ref = owner.ref
    where owner.gone_at is null`);
  const owners = rows.map(({ ids, names, ...owner }) => ({ ...owner, used: usedOf(gone, ids, names) }));
  const deletions = await deletionsOf(
    db,
    accountId,
    "tools",
    gone.map((tool) => tool.ref),
  );
  return owners.flatMap(({ used, ...owner }): Owner[] => {
    const tools = used.map(({ ref: toolRef, ...tool }) => ({ ...tool, is_deleted_here: deletions.has(toolRef) }));
    return tools.length > 0 ? [{ ...owner, tools: tools.toSorted(byTime) }] : [];
  });
}

const valuesOf = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

const byTime = (one: MissingTool, other: MissingTool) =>
  other.since.localeCompare(one.since) || one.named.localeCompare(other.named);

/** Tools that a record names by ID, and by a name that no other tool has. */
function usedOf(gone: readonly Gone[], ids: readonly string[], names: readonly string[]) {
  const since = ({ since: time }: Gone) => new Date(time).toISOString();
  const byId = gone.filter((tool) => ids.includes(tool.ref));
  const byName = gone.filter(({ name, is_name_free }, index) => {
    const isFirst = gone.findIndex((other) => other.name === name) === index;
    return name !== null && is_name_free && isFirst && names.includes(name);
  });
  return [
    ...byId.map((tool) => ({ ref: tool.ref, named: tool.ref, name: tool.name, is_by_name: false, since: since(tool) })),
    ...byName.map((tool) => ({
      ...{ ref: tool.ref, named: tool.name ?? "", name: tool.name, is_by_name: true, since: since(tool) },
    })),
  ];
}

/** Tools that are gone. `is_name_free`: no tool in the registry that is still there has the same name. */
async function goneTools(db: Database, accountId: string): Promise<Gone[]> {
  const { rows } = await db.execute<Gone>(sql`
    with gone as (
      select ref, max(name) as name, min(since) as since from (
        select ref, name, not_found_since as since from console.saved_record
        where key_print = ${accountId} and resource = 'tools' and not_found_since is not null
        union all
        select ref, ${toolName(sql`record`)}, gone_at from (
          select distinct on (ref) ref, record, gone_at from console.record_version
          where key_print = ${accountId} and resource = 'tools' order by ref, id desc
        ) as latest where gone_at is not null
      ) as found group by ref
    )
    select ref, since, name, not exists (select from console.saved_record as live where live.key_print = ${accountId}
      and live.resource = 'tools' and live.name = gone.name and live.ref <> gone.ref and live.not_found_since is null) as is_name_free
    from gone order by ref`);
  return rows;
}
