import { sql } from "drizzle-orm";
import { volatileFields } from "@/lib/collector/records/compare-versions";
import type { CampaignCounts } from "@/lib/contract/console/campaign-counters";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { isVersionOf, newestVersion, type RecordKey, recordVersionTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { type Change, diffRecords } from "@/lib/format/diff-records";

const maxSearched = 2_000;
/** Latest versions that show which fields always move, and how often one must have moved. */
const maxCompared = 30;
const minMoves = 3;

type Changes = Pick<CampaignProgress, "changes" | "changes_kept">;

/** Differences between stored versions, newest first, without fields that move at every read. */
export async function recentChanges(
  db: Database,
  record: RecordKey,
  { counts, most }: { counts: CampaignCounts; most: number },
): Promise<Changes> {
  const isOfRecord = isVersionOf(record);
  const latest = await db
    .select({ record: recordVersionTable.record })
    .from(recordVersionTable)
    .where(isOfRecord)
    .orderBy(newestVersion)
    .limit(maxCompared + 1);
  const moving = movingPaths(
    latest.map((version) => version.record),
    counts,
  );
  const steady = moving.reduce((rest, path) => sql`${rest} #- ${sql.param(path)}::text[]`, sql`record`);
  const { rows } = await db.execute<{ record: unknown; seen_at: string | Date; kept: number }>(sql`
    select record, seen_at, (count(*) over () - 1)::int as kept
    from (
      select id, record, seen_at, steady, lag(steady) over (order by id) as before
      from (
        select id, record, seen_at, case jsonb_typeof(record) when 'object' then ${steady} else record end as steady
        from ${recordVersionTable} where ${isOfRecord} order by id desc limit ${maxSearched}
      ) as recent
    ) as compared
    where before is distinct from steady order by id desc limit ${most + 1}`);
  const isMoving = pathsMatch(moving);
  const changes = rows.slice(0, -1).map((row, index) => ({
    at: new Date(row.seen_at).toISOString(),
    fields: diffRecords(rows[index + 1]?.record, row.record)
      .filter(({ path }) => !isMoving(path))
      .map(({ path, ...change }) => ({ path: path.join("."), ...change })),
  }));
  return { changes: changes.filter(({ fields }) => fields.length > 0), changes_kept: rows[0]?.kept ?? 0 };
}

/** Counters, volatile fields, and any other field that moved in most of these versions. Expects newest first. */
function movingPaths(versions: readonly unknown[], counts: CampaignCounts): string[][] {
  const changes = versions.slice(0, -1).map((record, index) => diffRecords(versions[index + 1], record));
  const moves = new Map<string, { path: string[]; count: number }>();
  for (const { path } of changes.flat()) {
    const key = JSON.stringify(path);
    moves.set(key, { path: [...path], count: (moves.get(key)?.count ?? 0) + 1 });
  }
  const always = [...moves.values()]
    .filter(({ path, count }) => isVolatile(path) || (count >= minMoves && count * 2 > changes.length))
    .map(({ path }) => path)
    .filter((path) => path.join(".") !== "status");
  const { total: _total, ...counters } = counts;
  return [...always, ...Object.values(counters).map(({ field }) => field.split("."))];
}

const volatileField = new RegExp(volatileFields, "i");
const isVolatile = (path: Change["path"]) => volatileField.test(path.at(-1) ?? "");

function pathsMatch(paths: readonly (readonly string[])[]) {
  const keys = new Set(paths.map((path) => JSON.stringify(path)));
  return (path: readonly string[]) => keys.has(JSON.stringify(path));
}
