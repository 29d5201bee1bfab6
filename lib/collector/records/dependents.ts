import { sql } from "drizzle-orm";
import { implement } from "@/lib/contract/console/context";
import { mayRead, resourcesFor } from "@/lib/contract/console/readable";
import { type Dependent, listDependents } from "@/lib/contract/console/related-records";
import { knownName } from "@/lib/contract/console/saved";
import { refused } from "@/lib/contract/problem";
import { readTool } from "@/lib/contract/shapes/tool";
import type { Database } from "@/lib/db/database";
import { toolName, toolNamesIn } from "./tool-names";

const maxDependents = 200;

/** Which resources use which: a workflow names its tools. A tool can list its users, which are no tools that it uses. */
const usesOf: Readonly<Record<string, readonly string[]>> = {
  tools: ["credentials"],
  workflows: ["tools", "assistants", "workflows", "credentials", "phone-numbers"],
  assistants: ["tools", "workflows", "assistants", "credentials"],
  campaigns: ["assistants", "workflows", "tools", "phone-numbers", "credentials"],
};

export const dependents = (db: Database, accountId: string) =>
  implement(listDependents, async ({ resource, ref }, { person }) => {
    if (!mayRead(person.role, resource))
      throw refused("forbidden", "Your role does not allow you to see these records.");
    const all = (await loadUses(db, accountId, [{ resource, ref }])).dependentsOf({ resource, ref });
    const readable = resourcesFor(person.role);
    const shown = all.filter((dependent) => readable.includes(dependent.resource));
    return { data: shown.slice(0, maxDependents), has_more: shown.length > maxDependents };
  });

type Key = { resource: string; ref: string };
type Node = Key & {
  name: string | null;
  label: string | null;
  status: string | null;
  read_at: Date | string;
  /** Its texts that are IDs of records, and the names of tools that it uses. */
  texts: string[];
  tool_names: string[];
  /** Its own name as a tool. */
  tool_name: string | null;
  used_by: unknown;
  /** Only tools are listed after they are gone: their users still name them. */
  is_gone: boolean;
};

const keyOf = ({ resource, ref }: Key) => `${resource} ${ref}`;

/** The stored records that use others, with `extra` records that the registry does not contain, such as credentials. */
export async function loadUses(db: Database, accountId: string, extra: readonly Key[]) {
  const { rows } = await db.execute<Node>(sql`
    with known as materialized (
      select ref from console.saved_record where key_print = ${accountId} and resource in ('tools', 'workflows', 'assistants')
      union select jsonb_array_elements_text(${JSON.stringify(extra.map(({ ref }) => ref))}::jsonb)
    )
    select saved.resource, saved.ref, saved.label, saved.name, saved.last_status_word as status, latest.last_seen_at as read_at,
      ${toolNamesIn(sql`latest.record`)} as tool_names,
      case saved.resource when 'tools' then latest.record -> 'used_by' end as used_by,
      case saved.resource when 'tools' then coalesce(${toolName(sql`latest.record`)}, saved.name) end as tool_name,
      (latest.gone_at is not null or saved.not_found_since is not null) as is_gone,
      (select coalesce(jsonb_agg(distinct item #>> '{}'), '[]')
        from jsonb_path_query(latest.record, 'strict $.** ? (@.type() == "string")') as item join known on known.ref = item #>> '{}') as texts
    from console.saved_record as saved cross join lateral (
      select record, last_seen_at, gone_at from console.record_version
      where key_print = ${accountId} and resource = saved.resource and ref = saved.ref
      order by id desc nulls last limit 1
    ) as latest
    where saved.key_print = ${accountId} and saved.resource in ('tools', 'workflows', 'assistants', 'campaigns')
      and (saved.resource = 'tools' or (latest.gone_at is null and saved.not_found_since is null))
    order by latest.last_seen_at desc, saved.resource, saved.ref`);
  const users = usersByKey(rows, extra);
  return { dependentsOf: (start: Key) => dependentsOf(start, users) };
}

/** Users of each record, by its key. */
function usersByKey(nodes: readonly Node[], extra: readonly Key[]) {
  const keysByText = new Map<string, Key[]>();
  for (const key of [...nodes, ...extra]) keysByText.set(key.ref, [...(keysByText.get(key.ref) ?? []), key]);
  const toolsByName = new Map<string, Key[]>();
  for (const tool of nodes)
    if (tool.tool_name) toolsByName.set(tool.tool_name, [...(toolsByName.get(tool.tool_name) ?? []), tool]);
  const users = new Map<string, Map<string, Node>>();
  const add = (used: Key, user: Node) => {
    if (keyOf(used) === keyOf(user)) return;
    const known = users.get(keyOf(used)) ?? new Map<string, Node>();
    users.set(keyOf(used), known.set(keyOf(user), user));
  };
  const nodeOf = new Map(nodes.map((node) => [keyOf(node), node]));
  for (const node of nodes) {
    const named = node.is_gone
      ? []
      : [
          ...node.texts.flatMap((text) => keysByText.get(text) ?? []),
          ...(node.resource === "tools" ? [] : node.tool_names.flatMap((name) => toolsByName.get(name) ?? [])),
        ];
    for (const used of named) if (usesOf[node.resource]?.includes(used.resource)) add(used, node);
    const usedBy = readTool({ used_by: node.used_by }).usedBy;
    for (const resource of ["assistants", "workflows"] as const)
      for (const ref of usedBy?.[resource] ?? [])
        add(node, nodeOf.get(keyOf({ resource, ref })) ?? unreadNode(resource, ref));
  }
  return users;
}

/** A record that only its tool names. */
const unreadNode = (resource: string, ref: string): Node => ({
  ...{ resource, ref, name: null, label: null, status: null, read_at: new Date(0) },
  ...{ texts: [], tool_names: [], tool_name: null, used_by: null, is_gone: false },
});

/** Breadth first, so that each record is reached by its shortest way. */
function dependentsOf(start: Key, users: ReadonlyMap<string, ReadonlyMap<string, Node>>): Dependent[] {
  const reached = new Set([keyOf(start)]);
  const found: Dependent[] = [];
  let layer: Key[] = [start];
  while (layer.length > 0) {
    const next: Key[] = [];
    for (const used of layer)
      for (const [key, node] of users.get(keyOf(used)) ?? []) {
        if (reached.has(key)) continue;
        reached.add(key);
        next.push(node);
        found.push(dependentOf(node, keyOf(used) === keyOf(start) ? null : used));
      }
    layer = next;
  }
  return found;
}

const dependentOf = ({ resource, ref, label, name, status, read_at }: Node, via: Key | null): Dependent => ({
  ...{ resource, ref, name: knownName({ label, name }), status, read_at: new Date(read_at).toISOString() },
  via: via && { resource: via.resource, ref: via.ref },
});
