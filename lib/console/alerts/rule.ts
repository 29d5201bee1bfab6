import { and, desc, eq, getTableColumns, inArray, isNull, max, type SQL, sql } from "drizzle-orm";
import { aheadMs } from "@/lib/console/collector/keep-versions";
import {
  collectorTaskTable,
  isVersionOf,
  type RecordPlace,
  recordVersionTable,
  shortRecord,
} from "@/lib/console/collector/tables";
import { allMeanings, logWords } from "@/lib/console/settings";
import { isSaved, savedTable } from "@/lib/console/tables";
import type { RuleId } from "@/lib/contract/console/alert-rules";
import type { Alert } from "@/lib/contract/console/alerts";
import { toneOf } from "@/lib/contract/console/meanings";
import { knownName } from "@/lib/contract/console/saved";
import { titleOf } from "@/lib/contract/fields";
import { campaignPatterns } from "@/lib/contract/status-words";
import type { Database } from "@/lib/db/database";
import { isPlainObject } from "@/lib/format/json";

/** One cause that a rule found. */
export type Finding = Pick<Alert, "tone" | "subject" | "message" | "why" | "href" | "link"> & {
  ref: string;
  since: Date;
  /** Changes when there is more to say: a snooze until then ends, and what a person resolved comes back. */
  print: string;
  isPhone?: boolean;
  /** Too little to begin an alert, and enough to keep one: so it does not come and go. */
  isHold?: boolean;
  /** Happened, and is over: it is reported and nobody has to do anything. */
  isEvent?: boolean;
};

export type Rule = {
  id: RuleId;
  /** How long a cause must be gone before its alert is. */
  clearMs: number;
  /** Less often than usual, where looking is dear. */
  everyMs?: number;
  /** Undefined where it cannot be known: alerts stay as they are. */
  find(seen: Seen): Promise<Finding[] | undefined>;
};

export type Kept = {
  ref: string;
  record: Record<string, unknown>;
  seenAt: Date;
  lastSeenAt: Date;
  /** What somebody here calls it. */
  label: string | null;
};

type Given = {
  db: Database;
  keyPrint: string;
  now: Date;
  limit: string;
  /** When the live alerts of the rule began. */
  live: ReadonlyMap<string, Date>;
  found: ReadonlyMap<RuleId, ReadonlySet<string>>;
  /** Whether Switchboard's own database takes no changes for want of space. */
  isDiskLow: () => Promise<boolean>;
};

/** What rules look at: what was kept of the organization, and what each other found. */
export function seenBy(look: Look, { live, found, ...given }: Given) {
  return {
    ...given,
    ...look,
    live: [...live.keys()],
    since: (ref: string) => live.get(ref),
    isFound: (rule: string, ref: string) => found.get(rule as RuleId)?.has(ref) === true,
  };
}

export type Seen = ReturnType<typeof seenBy>;
type Look = Awaited<ReturnType<typeof lookAt>>;

/** What all rules of one round share, each read once and only if asked for. */
export async function lookAt(db: Database, keyPrint: string, now: Date) {
  const records = new Map<string, Promise<Kept[]>>();
  const latest = (resource: string) => {
    const known = records.get(resource) ?? latestOf(db, keyPrint, resource);
    records.set(resource, known);
    return known;
  };
  const webhooks = new Map((await latest("webhooks")).map(({ ref, record }) => [ref, record]));
  const stored = await db.select().from(collectorTaskTable).where(eq(collectorTaskTable.keyPrint, keyPrint));
  // Times that lie ahead were stored before the clock was set back.
  const isAhead = (time: Date | null) => time !== null && time.getTime() > now.getTime() + aheadMs;
  const tasks = stored.flatMap((task) => (isAhead(task.at) ? [] : isAhead(task.okAt) ? { ...task, okAt: null } : task));
  const meanings = await allMeanings(db);
  return {
    latest,
    tasks,
    logWords: await logWords(db),
    isFault: (resource: string, field: string, word: unknown) => toneOf(meanings, resource, field, word) === "fault",
    hostOf: (id: string) => hostIn(webhooks.get(id)?.url) ?? (id || "a webhook that was not named"),
    eventsOf: (id: string) => textsIn(webhooks.get(id)?.events),
    /** Whether a webhook is not in the list of them any more. */
    isGone: (id: string) => webhooks.has("") && !webhooks.has(id),
    nameOf: async (resource: string, ref: string) => {
      const kept = (await latest(resource)).find((each) => each.ref === ref);
      return kept && nameIn(kept);
    },
    /** Whether something was read in the last ten minutes. */
    isReading: async (task: string) =>
      tasks.some((each) => each.task.startsWith(task) && each.okAt && now.getTime() - each.okAt.getTime() < 600_000),
  };
}

/** Each call has its whole transcript, and there are more every day: those that are over or forgotten are not looked at. */
const mayGoOn = sql`${savedTable.ref} is not null and coalesce(${savedTable.lastStatusWord}, '') !~* ${campaignPatterns.ended}`;

const shortened = shortRecord(sql`${recordVersionTable.record}`).mapWith(recordVersionTable.record);

/** The last version of each record of a resource; a list's own fields stand under the empty name. */
async function latestOf(db: Database, keyPrint: string, resource: string): Promise<Kept[]> {
  const { id, ref, seenAt, lastSeenAt, goneAt } = recordVersionTable;
  const newest = db
    .select({ id: max(id) })
    .from(recordVersionTable)
    .where(and(eq(recordVersionTable.keyPrint, keyPrint), eq(recordVersionTable.resource, resource)))
    .groupBy(ref);
  const rows = await db
    .select({ ref, record: shortened, seenAt, lastSeenAt, label: savedTable.label })
    .from(recordVersionTable)
    .leftJoin(savedTable, isSaved({ keyPrint, resource, ref }))
    .where(and(inArray(id, newest), isNull(goneAt), resource === "calls" ? mayGoOn : undefined))
    .orderBy(ref);
  return rows.flatMap((row) => (isPlainObject(row.record) ? [{ ...row, record: row.record }] : []));
}

/** The newest first. */
export const lastVersions = (db: Database, place: RecordPlace) =>
  db
    .select({ ...getTableColumns(recordVersionTable), record: shortened })
    .from(recordVersionTable)
    .where(isVersionOf(place))
    .orderBy(desc(recordVersionTable.id))
    .limit(50);

/** The rows of a statement of one's own; moments come as text. */
export async function rowsOf<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const { rows } = await db.execute(statement);
  return rows as Row[];
}

export const recordsOf = (kept: readonly Kept[]) => kept.filter(({ ref }) => ref !== "");

export const nameIn = ({ record, label }: Kept) => knownName({ label, name: titleOf(record) }) ?? undefined;

export const titleIn = (kept: Kept) => nameIn(kept) ?? kept.ref;

export const page = (path: string, search: Record<string, string>) => `${path}?${new URLSearchParams(search)}`;

/** Changes each time a count has doubled. */
export const growing = (count: number) => `x${Math.floor(Math.log2(Math.max(1, count)))}`;

/** Of what an alert said and says now: a count that fell is nothing more to say. */
export function furthest(before: string, now: string): string {
  const [most, size] = [before, now].map((print) => Number(/^x(\d+)$/.exec(print)?.[1]));
  return most !== undefined && size !== undefined && size < most ? before : now;
}

function hostIn(url: unknown): string | undefined {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).host : undefined;
}

const textsIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : undefined;
