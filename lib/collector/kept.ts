import { asc, desc, eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import { implement } from "@/lib/contract/console/context";
import {
  getKept,
  type KeptKind,
  keptKinds,
  listVersions,
  type Pace,
  type PacedResource,
  pacedResources,
  type RecordChange,
  setPace,
  setRetention,
  setRetries,
  type TaskHealth,
} from "@/lib/contract/console/kept";
import { mayRead } from "@/lib/contract/console/readable";
import { Problem } from "@/lib/contract/problem";
import {
  collectorSettingTable,
  collectorTaskTable,
  isVersionOf,
  type RecordKey,
  recordVersionTable,
} from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { diffRecords } from "@/lib/format/diff-records";
import { formatCount } from "@/lib/format/format-count";
import { withoutVolatileFields } from "./keep-versions";
import { everyMs, minIntervalFactor, resourceOfTask, type Task } from "./pace";
import { effectsSince, type Send, sendsBetween, sendsTo } from "./record-sends";
import { daysName, paceName, readSettings, readTasks, retriesName, retriesOf, type Settings } from "./tasks";

const maxVersions = 41;
const maxBytes = 4 * 1024 * 1024;
const maxShown = 60;

/** Operations on stored versions and on the collector's settings. */
export const collectorOperations = (db: Database, accountId: string) => [
  implement(listVersions, async ({ resource, ref }, { person }) => {
    if (!mayRead(person.role, resource === planLimits ? "phone-numbers" : resource))
      throw new Problem("forbidden", "Your role does not allow you to see these records.");
    const versions = await versionsOf(db, { accountId, resource, ref });
    const [latest] = versions;
    const oldest = versions.at(-1);
    if (!latest || !oldest) return { data: null };
    const sends = await sendsTo(db, { resource, ref, since: effectsSince(oldest) });
    const changes = versions.slice(0, -1).map((version, index) => {
      const before = versions[index + 1] ?? version;
      return changeBetween(before, version, { sends, person });
    });
    return {
      data: {
        first_seen_at: latest.firstSeenAt.toISOString(),
        last_seen_at: (latest.goneAt
          ? latest.lastSeenAt
          : await lastRead(db, { accountId, resource, latest })
        ).toISOString(),
        gone_at: latest.goneAt?.toISOString() ?? null,
        changes,
        has_more: latest.firstSeenAt < oldest.seenAt,
      },
    };
  }),

  implement(getKept, async () => {
    const settings = await readSettings(db);
    const allOn = Object.fromEntries(
      pacedResources.map((resource) => [resource, { ...settings.paces[resource], isOn: true }]),
    );
    const tasks = await readTasks(db, { ...settings, paces: allOn as Settings["paces"] }, accountId);
    const rows = await db.select().from(collectorTaskTable).where(eq(collectorTaskTable.accountId, accountId));
    const rowByTask = new Map(rows.map((row) => [row.task, row]));
    const enabled = tasks.filter((task) => settings.paces[resourceOfTask(task)].isOn);
    const health = enabled.flatMap(({ id }) => rowByTask.get(id) ?? []).sort(byUrgency);
    const failing = health.filter(({ outcome }) => outcome !== "ok");
    const [sizes, retries] = [await sizesOf(db), await retriesOf(db, accountId)];
    return {
      paces: pacedResources.map((resource) => paceOf(resource, settings, { tasks, rowByTask })),
      sizes: [
        ...keptKinds.map((kind) => ({
          kind,
          days: settings.days[kind].days,
          ...setBy(settings.days[kind]),
          ...sizes[kind],
        })),
        { kind: "audit" as const, days: null, ...sizes.audit },
      ],
      database_bytes: sizes.database,
      tasks: health.slice(0, maxShown).map(healthOf),
      task_count: enabled.length,
      failing_count: failing.length,
      retries: { schedule: retries.schedule, ...setBy(retries) },
    };
  }),

  implement(setPace, async ({ resource, is_on, every_seconds }, { person }) => {
    await saveSetting(db, paceName(resource), { is_on, every_seconds }, person);
    return { message: is_on ? "The frequency was changed." : "They are no longer read." };
  }),

  implement(setRetention, async ({ kind, days }, { person }) => {
    await saveSetting(db, daysName(kind), days, person);
    return {
      message: `Kept for ${formatCount(days)} ${days === 1 ? "day" : "days"} from now on. Older data is deleted within the hour.`,
    };
  }),

  implement(setRetries, async ({ schedule }, { person }) => {
    await saveSetting(db, retriesName(accountId), schedule.trim(), person);
    return { message: schedule.trim() === "" ? "Deliveries show no estimates." : "Deliveries now show estimates." };
  }),
];

async function saveSetting(db: Database, name: string, value: unknown, { name: by }: Person) {
  const row = { value, setBy: by, setAt: clock.now() };
  await db
    .insert(collectorSettingTable)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: collectorSettingTable.name, set: row });
}

type TaskRow = typeof collectorTaskTable.$inferSelect;

const setBy = ({ setBy: by, setAt }: { setBy: string | null; setAt: Date | null }) => ({
  set_by: by,
  set_at: setAt?.toISOString() ?? null,
});

/** A pace with its cost to the platform, computed from the current tasks and their last reads. */
function paceOf(
  resource: PacedResource,
  settings: Settings,
  { tasks, rowByTask }: { tasks: Task[]; rowByTask: ReadonlyMap<string, TaskRow> },
): Pace {
  const { isOn, everySeconds, ...author } = settings.paces[resource];
  const nowMs = clock.nowMs();
  const own = tasks.filter((task) => resourceOfTask(task) === resource);
  const costs = own.map((task) => {
    const row = rowByTask.get(task.id);
    const ms = Math.max(
      everyMs(task, { changedAtMs: row?.changedAt?.getTime() }, nowMs),
      (row?.ms ?? 0) * minIntervalFactor,
    );
    const runsPerHour = 3_600_000 / ms;
    return { requests: runsPerHour * (row?.requests ?? 1), bytes: runsPerHour * (row?.bytes ?? 0) };
  });
  const sum = (name: "requests" | "bytes") => Math.round(costs.reduce((total, cost) => total + cost[name], 0));
  return {
    resource,
    is_on: isOn,
    every_seconds: everySeconds,
    tasks: own.length,
    requests_an_hour: sum("requests"),
    bytes_an_hour: sum("bytes"),
    ...setBy(author),
  };
}

const byUrgency = (a: TaskRow, b: TaskRow) =>
  Number(a.outcome === "ok") - Number(b.outcome === "ok") ||
  Number(a.task.includes(" ")) - Number(b.task.includes(" ")) ||
  b.at.getTime() - a.at.getTime();

const healthOf = ({ task, at, okAt, ms, bytes, rows, requests, outcome, nextAt }: TaskRow): TaskHealth => ({
  task,
  at: at.toISOString(),
  ok_at: okAt?.toISOString() ?? null,
  ms,
  bytes,
  rows,
  requests,
  outcome,
  next_at: nextAt?.toISOString() ?? null,
});

const tablesOf: Record<KeptKind | "audit", readonly string[]> = {
  deliveries: ["delivery", "delivery_change"],
  samples: ["campaign_sample"],
  versions: ["record_version"],
  audit: ["audit_event"],
};

/** Sizes on disk. Up to about 10,000 rows are counted. Larger numbers are estimates of PostgreSQL. */
async function sizesOf(db: Database) {
  const size = (kind: string, table: string) => sql`
    select ${kind} as kind, pg_total_relation_size(oid)::text as bytes,
      greatest(reltuples::bigint, (select count(*) from (select from ${sql.identifier("console")}.${sql.identifier(table)} limit 10001) as first))::text as rows
    from pg_class where oid = ${`console.${table}`}::regclass`;
  const sizes = Object.entries(tablesOf).flatMap(([kind, tables]) => tables.map((table) => size(kind, table)));
  const { rows } = await db.execute<{ kind: string; bytes: string; rows: string }>(sql.join(sizes, sql` union all `));
  const total = await db.execute<{ bytes: string }>(sql`select pg_database_size(current_database())::text as bytes`);
  const sumOf = (kind: string, name: "bytes" | "rows") =>
    rows.filter((row) => row.kind === kind).reduce((sum, row) => sum + Number(row[name]), 0);
  const sizeOf = (kind: KeptKind | "audit") => ({ bytes: sumOf(kind, "bytes"), rows: sumOf(kind, "rows") });
  return {
    deliveries: sizeOf("deliveries"),
    samples: sizeOf("samples"),
    versions: sizeOf("versions"),
    audit: sizeOf("audit"),
    database: Number(total.rows[0]?.bytes ?? 0),
  };
}

/** Plan limits are a record without an ID of their own. */
const planLimits: PacedResource = "plan-limits";

type Version = typeof recordVersionTable.$inferSelect & { firstSeenAt: Date };

/** The newest versions, limited in number and bytes. */
export async function versionsOf(db: Database, record: RecordKey): Promise<Version[]> {
  const isOfRecord = isVersionOf(record);
  const bytes = db
    .select({
      id: recordVersionTable.id,
      bytes:
        sql<number>`sum(length(${recordVersionTable.record}::text)) over (order by ${recordVersionTable.id} desc)`.as(
          "bytes",
        ),
    })
    .from(recordVersionTable)
    .where(isOfRecord)
    .orderBy(desc(recordVersionTable.id))
    .limit(maxVersions)
    .as("sized");
  const rows = await db
    .select({ version: recordVersionTable, bytes: bytes.bytes })
    .from(recordVersionTable)
    .innerJoin(bytes, eq(bytes.id, recordVersionTable.id))
    .orderBy(desc(recordVersionTable.id));
  const [first] = await db
    .select({ at: recordVersionTable.seenAt })
    .from(recordVersionTable)
    .where(isOfRecord)
    .orderBy(asc(recordVersionTable.id))
    .limit(1);
  return rows
    .filter((row, index) => index === 0 || Number(row.bytes) <= maxBytes)
    .map(({ version }) => ({ ...version, firstSeenAt: first?.at ?? version.seenAt }));
}

/** A row of a list was last seen when its list was last read. */
async function lastRead(db: Database, { accountId, resource, latest }: Omit<RecordKey, "ref"> & { latest: Version }) {
  const [list] = await db
    .select({ at: recordVersionTable.lastSeenAt })
    .from(recordVersionTable)
    .where(isVersionOf({ accountId, resource, ref: "" }))
    .orderBy(desc(recordVersionTable.id))
    .limit(1);
  return list && list.at > latest.lastSeenAt ? list.at : latest.lastSeenAt;
}

type ChangeContext = { sends: readonly Send[]; person: Person };

function changeBetween(before: Version, version: Version, { sends, person }: ChangeContext): RecordChange {
  const [send] = sendsBetween(sends, effectsSince(before), version.seenAt);
  const maySeeSender = person.role === "admin" || send?.actorId === person.id;
  return {
    at: version.seenAt.toISOString(),
    after: before.lastSeenAt.toISOString(),
    seen_by: version.askedBy,
    sent: send ? { action: send.action ?? "", by: maySeeSender ? send.actorName : null } : null,
    fields: fieldsChanged(withoutVolatileFields(before.record), withoutVolatileFields(version.record)),
  };
}

export const fieldsChanged = (before: unknown, after: unknown) =>
  diffRecords(before, after).map(({ path, ...change }) => ({ path: path.join("."), ...change }));
