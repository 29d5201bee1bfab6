import { and, desc, eq, getTableColumns, inArray, isNull, max, type SQL, sql } from "drizzle-orm";
import { aheadMs } from "@/lib/collector/records/store-versions";
import { allMeanings, logWords } from "@/lib/collector/webhook-log/log-words";
import type { RuleId } from "@/lib/contract/console/alert-rule-ids";
import type { Alert } from "@/lib/contract/console/alerts";
import { toneOf } from "@/lib/contract/console/meanings";
import { knownName } from "@/lib/contract/console/saved";
import { titleOf } from "@/lib/contract/fields";
import { campaignPatterns } from "@/lib/contract/status-words";
import {
  collectorTaskTable,
  isVersionOf,
  type RecordKey,
  recordVersionTable,
  shortRecord,
} from "@/lib/db/console/tables/collector";
import { isSaved, savedTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";
import { parseMoment } from "@/lib/format/parse-time";

export type Finding = Pick<Alert, "tone" | "subject" | "message" | "why" | "href" | "link"> & {
  ref: string;
  since: Date;
  /** The record's own time of its last change. */
  changedAt?: Date | undefined;
  /** Number of deliveries, and the keys of the first ones. */
  count?: number;
  deliveryIds?: string[];
  /** A change ends snoozes that last until the alert changes, and reopens a resolved alert. */
  fingerprint: string;
  /** The subject is a phone number. */
  isPhone?: boolean;
  /** Below the raise threshold but above the clear threshold (hysteresis). */
  isHold?: boolean;
  /** Another rule reports the same cause. Raises no alert, and ends one without a recovery. */
  isCovered?: boolean;
  /** Already over when it is found. It is reported once and needs no action. */
  isEvent?: boolean;
};

export type Rule = {
  id: RuleId;
  /** How long a cause must be gone before its alert is cleared. */
  clearMs: number;
  /** Minimum interval for rules with expensive queries. */
  everyMs?: number;
  /** Undefined if the data does not show it. Alerts of the rule then stay unchanged. */
  find(context: RuleContext): Promise<Finding[] | undefined>;
};

export type StoredRecord = {
  ref: string;
  record: Record<string, unknown>;
  seenAt: Date;
  lastSeenAt: Date;
  label: string | null;
};

type RuleInput = {
  db: Database;
  accountId: string;
  now: Date;
  limit: string;
  /** Start times of the rule's active alerts, by `ref`. */
  live: ReadonlyMap<string, Date>;
  /** The `ref` of each active alert of earlier rules, also while it is clearing. */
  foundRefs: ReadonlyMap<RuleId, ReadonlySet<string>>;
  /** True if Switchboard's own database is read-only for lack of disk space. */
  isDiskLow: () => Promise<boolean>;
};

/** The data that a rule evaluates: stored data of the account, and findings of earlier rules. */
export function ruleContext(snapshot: Snapshot, { live, foundRefs, ...input }: RuleInput) {
  return {
    ...input,
    ...snapshot,
    live: [...live.keys()],
    since: (ref: string) => live.get(ref),
    isFound: (rule: string, ref: string) => foundRefs.get(rule as RuleId)?.has(ref) === true,
  };
}

export type RuleContext = ReturnType<typeof ruleContext>;
type Snapshot = Awaited<ReturnType<typeof loadSnapshot>>;

export async function loadSnapshot(db: Database, accountId: string, now: Date) {
  const records = new Map<string, Promise<StoredRecord[]>>();
  const latest = (resource: string) => {
    const reading = records.get(resource) ?? latestOf(db, accountId, resource);
    records.set(resource, reading);
    return reading;
  };
  const webhooks = new Map((await latest("webhooks")).map(({ ref, record }) => [ref, record]));
  const stored = await db.select().from(collectorTaskTable).where(eq(collectorTaskTable.accountId, accountId));
  // Times in the future were stored before the clock was set back.
  const isAhead = (time: Date | null) => time !== null && time.getTime() > now.getTime() + aheadMs;
  const tasks = stored.flatMap((task) => (isAhead(task.at) ? [] : isAhead(task.okAt) ? { ...task, okAt: null } : task));
  const meanings = await allMeanings(db);
  return {
    latest,
    tasks,
    logWords: await logWords(db),
    isFault: (resource: string, field: string, word: unknown) => toneOf(meanings, resource, field, word) === "fault",
    hostOf: (id: string) => hostIn(webhooks.get(id)?.url) ?? (id || "a webhook without an ID"),
    eventsOf: (id: string) => textsIn(webhooks.get(id)?.events),
    /** True if the list of webhooks was read and no longer contains the webhook. */
    isGone: (id: string) => webhooks.has("") && !webhooks.has(id),
    nameOf: async (resource: string, ref: string) => {
      const stored = (await latest(resource)).find((record) => record.ref === ref);
      return stored && nameIn(stored);
    },
    /** True if a task with this prefix succeeded in the last ten minutes. */
    isReading: (prefix: string) =>
      tasks.some(({ task, okAt }) => task.startsWith(prefix) && okAt && now.getTime() - okAt.getTime() < 600_000),
  };
}

/** Skips calls that have ended or are not registered, because each record contains a whole transcript. */
const isOngoing = sql`${savedTable.ref} is not null and coalesce(${savedTable.lastStatusWord}, '') !~* ${campaignPatterns.ended}`;

const truncated = shortRecord(sql`${recordVersionTable.record}`).mapWith(recordVersionTable.record);

/** The latest version of each record of a resource. Top-level fields of a list have the ref "". */
async function latestOf(db: Database, accountId: string, resource: string): Promise<StoredRecord[]> {
  const { id, ref, seenAt, lastSeenAt, goneAt } = recordVersionTable;
  const newest = db
    .select({ id: max(id) })
    .from(recordVersionTable)
    .where(and(eq(recordVersionTable.accountId, accountId), eq(recordVersionTable.resource, resource)))
    .groupBy(ref);
  const rows = await db
    .select({ ref, record: truncated, seenAt, lastSeenAt, label: savedTable.label })
    .from(recordVersionTable)
    .leftJoin(savedTable, isSaved({ accountId, resource, ref }))
    .where(and(inArray(id, newest), isNull(goneAt), resource === "calls" ? isOngoing : undefined))
    .orderBy(ref);
  return rows.flatMap((row) => (isPlainObject(row.record) ? [{ ...row, record: row.record }] : []));
}

/** Newest first. */
export const lastVersions = (db: Database, record: RecordKey) =>
  db
    .select({ ...getTableColumns(recordVersionTable), record: truncated })
    .from(recordVersionTable)
    .where(isVersionOf(record))
    .orderBy(desc(recordVersionTable.id))
    .limit(50);

/** Rows of a raw SQL statement. Timestamps are strings. */
export async function rowsOf<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const { rows } = await db.execute(statement);
  return rows as Row[];
}

export const recordsOf = (stored: readonly StoredRecord[]) => stored.filter(({ ref }) => ref !== "");

export const nameIn = ({ record, label }: StoredRecord) => knownName({ label, name: titleOf(record) }) ?? undefined;

/** The record's own time of its last change, if it is before the version was first seen. */
export function changedAtIn({ record, seenAt }: StoredRecord): Date | undefined {
  const fields = ["status_changed_at", "status_updated_at", "updated_at"];
  const time = fields.map((field) => parseMoment(record[field])).find((moment) => moment !== undefined);
  return time && time.ms <= seenAt.getTime() ? new Date(time.ms) : undefined;
}

export const titleIn = (stored: StoredRecord) => nameIn(stored) ?? stored.ref;

export const page = (path: string, search: Record<string, string>) => `${path}?${new URLSearchParams(search)}`;

/** A fingerprint that changes each time the count doubles. */
export const countFingerprint = (count: number) => `x${Math.floor(Math.log2(Math.max(1, count)))}`;

/** Keeps the larger count, so that a falling count does not notify again. */
export function largerFingerprint(before: string, now: string): string {
  const [max, size] = [before, now].map((fingerprint) => Number(/^x(\d+)$/.exec(fingerprint)?.[1]));
  return max !== undefined && size !== undefined && size < max ? before : now;
}

function hostIn(url: unknown): string | undefined {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).host : undefined;
}

const textsIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : undefined;
