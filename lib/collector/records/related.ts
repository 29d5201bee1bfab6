import { sql } from "drizzle-orm";
import { implement } from "@/lib/contract/console/context";
import { resourcesFor } from "@/lib/contract/console/readable";
import { getEarlierWorkflow, listRelated, type RelatedRecord } from "@/lib/contract/console/related-records";
import { knownName } from "@/lib/contract/console/saved";
import { recordTitle } from "@/lib/contract/shapes/call";
import { compareSteps, isAsPublished, readWorkflow } from "@/lib/contract/shapes/workflow";
import { shortRecord } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { isPlainObject, stringifyJson } from "@/lib/format/json";
import { credentialStates } from "./credential-states";
import { dependents } from "./dependents";
import { missingToolsOperation } from "./missing-tools";
import { versionsOf } from "./versions";

const maxRelated = 30;
const maxFieldLength = 400;

export const related = (db: Database, accountId: string) => [
  implement(listRelated, async ({ value, among }, { person }) => {
    const requested = among.split(" ");
    const resources = resourcesFor(person.role).filter((resource) => requested.includes(resource));
    if (value === "" || resources.length === 0) return { data: [], has_more: false };
    const { rows } = await db.execute<RelatedRow>(sql`
      select saved.resource, saved.ref, saved.label, saved.name, saved.last_status_word as status,
        latest.last_seen_at, ${shortRecord(sql`latest.record`)} as record
      from console.saved_record as saved cross join lateral (
        select record, last_seen_at, gone_at from console.record_version
        where key_print = ${accountId} and resource = saved.resource and ref = saved.ref
        order by id desc nulls last limit 1
      ) as latest
      where saved.key_print = ${accountId} and saved.resource in ${resources} and saved.ref <> ${value} and saved.not_found_since is null
        and latest.gone_at is null
        and jsonb_path_exists(latest.record, '$.** ? (@ == $value)', jsonb_build_object('value', ${value}::text))
      order by latest.last_seen_at desc, saved.resource, saved.ref limit ${maxRelated + 1}`);
    return { data: rows.slice(0, maxRelated).map(relatedOf), has_more: rows.length > maxRelated };
  }),

  missingToolsOperation(db, accountId),
  dependents(db, accountId),
  credentialStates(db, accountId),

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
