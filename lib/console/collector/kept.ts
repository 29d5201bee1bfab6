import { asc, desc, eq, sql } from "drizzle-orm";
import { clock } from "@/lib/clock";
import { implement, type Person } from "@/lib/console/console-types";
import { mayRead } from "@/lib/console/me";
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
import { Problem } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { diffRecords } from "@/lib/format/diff-records";
import { formatCount } from "@/lib/format/format-count";
import { withoutMoving } from "./keep-versions";
import { everyMs, resourceOfTask, restFor, type Task } from "./pace";
import { mayShowFrom, type Send, sendsBetween, sendsTo } from "./record-sends";
import { collectorSettingTable, collectorTaskTable, isVersionOf, type RecordPlace, recordVersionTable } from "./tables";
import { daysName, paceName, readSettings, readTasks, retriesName, retriesOf, type Settings } from "./tasks";

const mostVersions = 41;
const mostBytes = 4 * 1024 * 1024;
const mostShown = 60;

/** What is kept of records. */
export const kept = (db: Database, keyPrint: string) => [
  implement(listVersions, async ({ resource, ref }, { person }) => {
    if (!mayRead(person.role, resource === planLimits ? "phone-numbers" : resource))
      throw new Problem("forbidden", "Your role may not see these records.");
    const versions = await versionsOf(db, { keyPrint, resource, ref });
    const [latest] = versions;
    const oldest = versions.at(-1);
    if (!latest || !oldest) return { data: null };
    const sends = await sendsTo(db, { resource, ref, since: mayShowFrom(oldest) });
    const changes = versions.slice(0, -1).map((version, at) => {
      const before = versions[at + 1] ?? version;
      return changeBetween(before, version, { sends, person });
    });
    return {
      data: {
        first_seen_at: latest.firstSeenAt.toISOString(),
        last_seen_at: (latest.goneAt
          ? latest.lastSeenAt
          : await lastRead(db, { keyPrint, resource, latest })
        ).toISOString(),
        gone_at: latest.goneAt?.toISOString() ?? null,
        changes,
        has_more: latest.firstSeenAt < oldest.seenAt,
      },
    };
  }),

  implement(getKept, async () => {
    const settings = await readSettings(db);
    const stopped = Object.fromEntries(pacedResources.map((each) => [each, { ...settings.paces[each], isOn: true }]));
    const tasks = await readTasks(db, { ...settings, paces: stopped as Settings["paces"] }, keyPrint);
    const rows = await db.select().from(collectorTaskTable).where(eq(collectorTaskTable.keyPrint, keyPrint));
    const read = new Map(rows.map((row) => [row.task, row]));
    const present = tasks.filter((task) => settings.paces[resourceOfTask(task)].isOn);
    const health = present.flatMap(({ id }) => read.get(id) ?? []).sort(byUrgency);
    const failing = health.filter(({ outcome }) => outcome !== "ok");
    const [sizes, retries] = [await sizesOf(db), await retriesOf(db, keyPrint)];
    return {
      paces: pacedResources.map((resource) => paceOf(resource, settings, { tasks, read })),
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
      tasks: health.slice(0, mostShown).map(healthOf),
      task_count: present.length,
      failing_count: failing.length,
      retries: { schedule: retries.schedule, ...setBy(retries) },
    };
  }),

  implement(setPace, async ({ resource, is_on, every_seconds }, { person }) => {
    await choose(db, paceName(resource), { is_on, every_seconds }, person);
    return { message: is_on ? "The frequency was changed." : "They are no longer read." };
  }),

  implement(setRetention, async ({ kind, days }, { person }) => {
    await choose(db, daysName(kind), days, person);
    return {
      message: `Kept for ${formatCount(days)} ${days === 1 ? "day" : "days"} from now on. Older data is deleted within the hour.`,
    };
  }),

  implement(setRetries, async ({ schedule }, { person }) => {
    await choose(db, retriesName(keyPrint), schedule.trim(), person);
    return { message: schedule.trim() === "" ? "Deliveries show no estimates." : "Deliveries now show estimates." };
  }),
];

async function choose(db: Database, name: string, value: unknown, { name: by }: Person) {
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

/** What a pace costs the platform, from what is read at it now and how often that is. */
function paceOf(
  resource: PacedResource,
  settings: Settings,
  of: { tasks: Task[]; read: ReadonlyMap<string, TaskRow> },
): Pace {
  const { isOn, everySeconds, ...by } = settings.paces[resource];
  const nowMs = clock.nowMs();
  const own = of.tasks.filter((task) => resourceOfTask(task) === resource);
  const costs = own.map((task) => {
    const row = of.read.get(task.id);
    const ms = Math.max(everyMs(task, { changedAtMs: row?.changedAt?.getTime() }, nowMs), (row?.ms ?? 0) * restFor);
    const times = 3_600_000 / ms;
    return { requests: times * (row?.requests ?? 1), bytes: times * (row?.bytes ?? 0) };
  });
  const sum = (name: "requests" | "bytes") => Math.round(costs.reduce((all, each) => all + each[name], 0));
  return {
    resource,
    is_on: isOn,
    every_seconds: everySeconds,
    tasks: own.length,
    requests_an_hour: sum("requests"),
    bytes_an_hour: sum("bytes"),
    ...setBy(by),
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

/** Sizes as they are on the disk. Rows are counted where they are few; of many the database knows about how many. */
async function sizesOf(db: Database) {
  const size = (kind: string, table: string) => sql`
    select ${kind} as kind, pg_total_relation_size(oid)::text as bytes,
      greatest(reltuples::bigint, (select count(*) from (select from ${sql.identifier("console")}.${sql.identifier(table)} limit 10001) as first))::text as rows
    from pg_class where oid = ${`console.${table}`}::regclass`;
  const each = Object.entries(tablesOf).flatMap(([kind, tables]) => tables.map((table) => size(kind, table)));
  const { rows } = await db.execute<{ kind: string; bytes: string; rows: string }>(sql.join(each, sql` union all `));
  const whole = await db.execute<{ bytes: string }>(sql`select pg_database_size(current_database())::text as bytes`);
  const sumOf = (kind: string, name: "bytes" | "rows") =>
    rows.filter((row) => row.kind === kind).reduce((all, row) => all + Number(row[name]), 0);
  const of = (kind: KeptKind | "audit") => ({ bytes: sumOf(kind, "bytes"), rows: sumOf(kind, "rows") });
  return {
    deliveries: of("deliveries"),
    samples: of("samples"),
    versions: of("versions"),
    audit: of("audit"),
    database: Number(whole.rows[0]?.bytes ?? 0),
  };
}

/** What a plan allows is a record without an ID of its own. */
const planLimits: PacedResource = "plan-limits";

type Version = typeof recordVersionTable.$inferSelect & { firstSeenAt: Date };

/** The newest versions, as many as may be held at once. */
export async function versionsOf(db: Database, place: RecordPlace): Promise<Version[]> {
  const isOf = isVersionOf(place);
  const bytes = db
    .select({
      id: recordVersionTable.id,
      bytes:
        sql<number>`sum(length(${recordVersionTable.record}::text)) over (order by ${recordVersionTable.id} desc)`.as(
          "bytes",
        ),
    })
    .from(recordVersionTable)
    .where(isOf)
    .orderBy(desc(recordVersionTable.id))
    .limit(mostVersions)
    .as("sized");
  const rows = await db
    .select({ version: recordVersionTable, bytes: bytes.bytes })
    .from(recordVersionTable)
    .innerJoin(bytes, eq(bytes.id, recordVersionTable.id))
    .orderBy(desc(recordVersionTable.id));
  const [first] = await db
    .select({ at: recordVersionTable.seenAt })
    .from(recordVersionTable)
    .where(isOf)
    .orderBy(asc(recordVersionTable.id))
    .limit(1);
  return rows
    .filter((row, at) => at === 0 || Number(row.bytes) <= mostBytes)
    .map(({ version }) => ({ ...version, firstSeenAt: first?.at ?? version.seenAt }));
}

/** A row of a list was seen whenever its list was read and had it. */
async function lastRead(db: Database, { keyPrint, resource, latest }: Omit<RecordPlace, "ref"> & { latest: Version }) {
  const [list] = await db
    .select({ at: recordVersionTable.lastSeenAt })
    .from(recordVersionTable)
    .where(isVersionOf({ keyPrint, resource, ref: "" }))
    .orderBy(desc(recordVersionTable.id))
    .limit(1);
  return list && list.at > latest.lastSeenAt ? list.at : latest.lastSeenAt;
}

type Between = { sends: readonly Send[]; person: Person };

function changeBetween(before: Version, version: Version, { sends, person }: Between): RecordChange {
  const [send] = sendsBetween(sends, mayShowFrom(before), version.seenAt);
  const mayKnow = person.role === "admin" || send?.actorId === person.id;
  return {
    at: version.seenAt.toISOString(),
    after: before.lastSeenAt.toISOString(),
    seen_by: version.askedBy,
    sent: send ? { action: send.action ?? "", by: mayKnow ? send.actorName : null } : null,
    fields: fieldsChanged(withoutMoving(before.record), withoutMoving(version.record)),
  };
}

export const fieldsChanged = (before: unknown, after: unknown) =>
  diffRecords(before, after).map(({ path, ...change }) => ({ path: path.join("."), ...change }));
