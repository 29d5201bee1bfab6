import { and, asc, desc, eq, sql } from "drizzle-orm";
import { getConnection, getConnectionStatus, testConnection } from "@/lib/contract/console/connection";
import { changeConnection, revertConnection, tryConnection } from "@/lib/contract/console/connection-change";
import { listDrift } from "@/lib/contract/console/drift";
import {
  documentedMeanings,
  forgetMeaning,
  listMeanings,
  type MeaningEntry,
  setMeaning,
} from "@/lib/contract/console/meanings";
import { Problem, refused } from "@/lib/contract/problem";
import { usualMeanings } from "@/lib/contract/usual-meanings";
import { type Database, readOnlyFault } from "@/lib/db/database";
import type { ConnectionChange, ConnectionSetting } from "./connection-setting";
import { type ConsoleOptions, implement } from "./console-types";
import type { Health } from "./health";
import { driftTable, meaningTable, userTable } from "./tables";

type Parts = Pick<ConsoleOptions, "connection"> & {
  health: Health;
  storage: Storage;
  setting: ConnectionSetting;
  change: ConnectionChange;
};

/** The connection to the platform as this server knows it, and another in its place. */
export const connection = ({ health, storage, connection: to, setting, change }: Parts) => {
  const { host, source, keyLastFour, setBy = null, setAt = null } = to;
  const now = async () => {
    const { isAnswering, isFaulty, lastAnswerAt, lastProblem } = await health.fresh();
    return {
      host,
      source,
      is_answering: isAnswering,
      is_faulty: isFaulty,
      last_answer_at: lastAnswerAt,
      last_problem: lastProblem,
    };
  };
  return [
    implement(getConnectionStatus, async () => ({ ...(await now()), is_disk_low: await storage.isDiskLow() })),
    implement(getConnection, async () => ({
      ...(await now()),
      key_last_four: keyLastFour,
      set_by: setBy,
      set_at: setAt,
      previous: await previous(),
      reads: health.reads(),
      endpoints: health.table(),
    })),
    implement(testConnection, () => health.examine()),

    implement(tryConnection, change.test),

    implement(changeConnection, async (given, { person }) => {
      await change.refuseUnusable(given);
      await change.use(given, person.name);
      return { message: `Switchboard now uses ${new URL(given.address).host}.` };
    }),

    implement(revertConnection, async ({ to: wanted }, { person }) => {
      change.refuseFixed();
      if (wanted === "demo") await setting.replace(undefined, person.name);
      else {
        if (!(await setting.previous()))
          throw refused("conflict", "The previous connection is no longer kept: its ten minutes are over.");
        await setting.replace(await setting.readPrevious(), person.name);
      }
      return {
        message: wanted === "demo" ? "Switchboard now uses the demo platform." : "The previous connection is back.",
      };
    }),
  ];

  async function previous() {
    const before = source === "environment" ? undefined : await setting.previous();
    if (!before) return null;
    const { baseUrl, keyLastFour, setAt: changedAt, until } = before;
    return {
      host: baseUrl && new URL(baseUrl).host,
      key_last_four: keyLastFour,
      changed_at: changedAt.toISOString(),
      until: until.toISOString(),
    };
  }
};

/** How status words read: the API document's own, then what admins set. */
export const meanings = (db: Database) => [
  implement(listMeanings, async () => {
    const custom = await db
      .select()
      .from(meaningTable)
      .orderBy(asc(meaningTable.resource), asc(meaningTable.field), asc(meaningTable.word));
    const known = documentedMeanings.map((each) => ({ ...each, set_by: null }));
    return { data: [...known, ...custom.map(entryOf)] };
  }),

  implement(setMeaning, async (entry, { person }) => {
    if (documentedMeanings.some((each) => isSameWord(each, entry)))
      throw refused("conflict", `"${entry.word}" is in the API documentation: its meaning is fixed.`);
    const set = { tone: entry.tone, setBy: person.name };
    await db
      .insert(meaningTable)
      .values({ ...entry, ...set })
      .onConflictDoUpdate({ target: [meaningTable.resource, meaningTable.field, meaningTable.word], set });
    return { data: { ...entry, set_by: person.name } };
  }),

  implement(forgetMeaning, async ({ resource, field, word }) => {
    const isIt = and(eq(meaningTable.resource, resource), eq(meaningTable.field, field), eq(meaningTable.word, word));
    const gone = await db.delete(meaningTable).where(isIt).returning();
    if (gone.length === 0) throw refused("not_found", "No meaning was set for this word.");
    return { message: `"${word}" has its usual meaning again.` };
  }),
];

/** What statuses mean by the API's document, then as admins set it. `toneOf` adds the usual meanings. */
export async function allMeanings(db: Database) {
  return [...documentedMeanings, ...(await db.select().from(meaningTable))];
}

/** How the statuses of the webhook log read. Any other word is one of a delivery that failed. */
export type LogWords = { delivered: string[]; inProgress: string[]; failed: string[]; setIdle: string[] };

/** Which statuses of the webhook log mean that an entry was delivered, or is on its way: as everybody here reads them. */
export async function logWords(db: Database): Promise<LogWords> {
  const given = (await allMeanings(db)).filter(
    ({ resource, field }) => resource === "webhook-logs" && field === "status",
  );
  const isGiven = (word: string) => given.some((each) => each.word === word);
  const set = (tones: readonly string[]) => given.filter(({ tone }) => tones.includes(tone)).map(({ word }) => word);
  const read = (tones: readonly string[]) => [
    ...set(tones),
    ...[...usualMeanings].flatMap(([word, tone]) =>
      tones.includes(tone) ? spellings(word).filter((each) => !isGiven(each)) : [],
    ),
  ];
  return {
    delivered: read(["ok", "done"]),
    inProgress: read(["wait", "live"]),
    failed: read(["fault"]),
    setIdle: set(["idle"]),
  };
}

/** Letters' case does not count in usual meanings; an index knows words as they are spelled. */
const spellings = (word: string) => [word, word.toUpperCase(), word.slice(0, 1).toUpperCase() + word.slice(1)];

/** How the platform's answers differed from its document. */
export const drift = (db: Database) => [
  implement(listDrift, async () => {
    const rows = await db
      .select()
      .from(driftTable)
      .orderBy(desc(driftTable.lastSeenAt), asc(driftTable.operation), asc(driftTable.path), asc(driftTable.word));
    return {
      data: rows.map(({ operation, path, kind, came, firstSeenAt, lastSeenAt, times }) => ({
        operation,
        path,
        kind,
        came,
        first_seen_at: firstSeenAt.toISOString(),
        last_seen_at: lastSeenAt.toISOString(),
        times,
      })),
    };
  }),
];

type Word = Pick<MeaningEntry, "resource" | "field" | "word">;

const isSameWord = (one: Word, other: Word) =>
  one.resource === other.resource && one.field === other.field && one.word === other.word;

const entryOf = ({ setBy, ...entry }: typeof meaningTable.$inferSelect): MeaningEntry => ({
  ...entry,
  set_by: setBy,
});

/** Switchboard's own database, as it answers now. */
export const createStorage = (db: Database) => {
  /** Why it takes no changes now. */
  async function fault() {
    const { rows } = await db.execute(sql`select current_setting('transaction_read_only') = 'on' as yes`);
    return rows[0]?.yes === true ? readOnlyFault() : undefined;
  }

  return {
    isDiskLow: async () => (await fault())?.code === "disk_full",
    /** Throws when it does not answer, lacks its tables or takes no changes. */
    async ready() {
      await db.select({ id: userTable.id }).from(userTable).limit(1);
      const found = await fault();
      if (found) throw new Problem(found.code, found.message);
    },
  };
};

type Storage = ReturnType<typeof createStorage>;
