import { eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { countOld } from "@/lib/collector/retention";
import {
  getKept,
  getRetentionLoss,
  type KeptKind,
  keptDays,
  keptKinds,
  type Pace,
  type PacedResource,
  type PaceSet,
  pacedResources,
  paces,
  setPace,
  setPaceSet,
  setRetention,
  setRetries,
  type TaskHealth,
} from "@/lib/contract/console/collecting";
import { implement } from "@/lib/contract/console/context";
import { saveSetting } from "@/lib/db/console/save-setting";
import { collectorTaskTable } from "@/lib/db/console/tables/collector";
import type { Database } from "@/lib/db/database";
import { countOf } from "@/lib/format/format-count";
import { everyMs, minIntervalFactor, resourceOfTask, type Task } from "./pace";
import { daysName, paceName, readSettings, retriesName, retriesOf, type Settings, undoMs } from "./settings";
import { readTasks } from "./tasks";

const maxShown = 60;

export const settingsOperations = (db: Database, accountId: string) => [
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
    const [sizeOf, retries] = [await sizesOf(db), await retriesOf(db, accountId)];
    return {
      paces: pacedResources.map((resource) => paceOf(resource, settings, { tasks, rowByTask })),
      sizes: [
        ...keptKinds.map((kind) => ({
          ...{ kind, days: settings.days[kind].days, shorter: shorterOf(settings.days[kind]) },
          ...setBy(settings.days[kind]),
          ...sizeOf(kind),
        })),
        { kind: "audit" as const, days: null, ...sizeOf("audit") },
      ],
      database_bytes: sizeOf("database").bytes,
      tasks: health.slice(0, maxShown).map(healthOf),
      task_count: enabled.length,
      failing_count: failing.length,
      retries: { schedule: retries.schedule, ...setBy(retries) },
    };
  }),

  implement(setPaceSet, async ({ set }, { person }) => {
    const before = await readSettings(db);
    // A resource that is switched off keeps who switched it off.
    const polled = pacedResources.filter((resource) => before.paces[resource].isOn);
    await db.transaction(async (tx) => {
      for (const resource of polled) {
        const value = { is_on: true, every_seconds: paces[resource][set] };
        await saveSetting(tx, { name: paceName(resource), value, by: person.name });
      }
    });
    return { message: `The platform is polled ${setAdverbs[set]}.` };
  }),

  implement(setPace, async ({ resource, is_on, every_seconds }, { person }) => {
    await saveSetting(db, { name: paceName(resource), value: { is_on, every_seconds }, by: person.name });
    return { message: is_on ? "They are polled." : "They are no longer polled." };
  }),

  implement(setRetention, async ({ kind, days }, { person }) => {
    const before = (await readSettings(db)).days[kind].days;
    const value = days < before ? { days, before } : days;
    await saveSetting(db, { name: daysName(kind), value, by: person.name });
    const span = countOf(days, "day");
    return {
      message:
        days < before ? `Kept for ${span} in 24 hours. Until then you can undo it.` : `Kept for ${span} from now on.`,
    };
  }),

  implement(getRetentionLoss, async ({ kind, days = keptDays[kind].least }) => {
    const begins = new Date(clock.nowMs() + undoMs);
    return { ...(await countOld(db, kind, days, begins)), begins_at: begins.toISOString() };
  }),

  implement(setRetries, async ({ schedule }, { person }) => {
    await saveSetting(db, { name: retriesName(accountId), value: schedule.trim(), by: person.name });
    return { message: schedule.trim() === "" ? "Deliveries show no estimates." : "Deliveries now show estimates." };
  }),
];

const setAdverbs: Record<PaceSet, string> = { gentle: "gently", normal: "normally", fast: "fast" };

const shorterOf = ({ shorter }: Settings["days"][KeptKind]) =>
  shorter && { days: shorter.days, at: shorter.at.toISOString() };

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

const healthOf = ({ task, at, okAt, ms, bytes, rows, outcome, nextAt }: TaskRow): TaskHealth => ({
  ...{ task, ms, bytes, rows, outcome },
  at: at.toISOString(),
  ok_at: okAt?.toISOString() ?? null,
  next_at: nextAt?.toISOString() ?? null,
});

const tablesOf: Record<KeptKind | "audit", readonly string[]> = {
  deliveries: ["delivery", "delivery_change"],
  samples: ["campaign_sample"],
  versions: ["record_version"],
  numbers: ["list_number", "contact_list"],
  left_out: ["left_out_rows"],
  events: ["hook_event", "hook_arrival", "found_call"],
  bodies: ["hook_body"],
  audit: ["audit_event"],
};

type Size = { bytes: number; rows: number };

/** A table of days has its rows in its parts. */
const bytesOfParts = sql`coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(oid)), pg_total_relation_size(oid))`;
const rowsOfParts = sql`coalesce((select sum(greatest(part.reltuples, 0)) from pg_partition_tree(pg_class.oid)
  join pg_class as part on part.oid = relid where isleaf), reltuples)`;

/** Sizes on disk. Up to about 10,000 rows are counted. Larger numbers are estimates of PostgreSQL. */
async function sizesOf(db: Database) {
  const size = (kind: string, table: string) => sql`
    select ${kind} as kind, ${bytesOfParts} as bytes, greatest(${rowsOfParts}, (
      select count(*) from (select from ${sql.identifier("console")}.${sql.identifier(table)} limit 10001) as first)) as rows
    from pg_class where oid = ${`console.${table}`}::regclass`;
  const sizes = Object.entries(tablesOf).flatMap(([kind, tables]) => tables.map((table) => size(kind, table)));
  const { rows } = await db.execute<Size & { kind: string }>(sql`
    select kind, sum(bytes)::float8 as bytes, sum(rows)::float8 as rows
    from (${sql.join(sizes, sql` union all `)}) as size group by kind
    union all select 'database', pg_database_size(current_database())::float8, 0`);
  return (kind: KeptKind | "audit" | "database"): Size => {
    const { bytes = 0, rows: count = 0 } = rows.find((row) => row.kind === kind) ?? {};
    return { bytes, rows: count };
  };
}
