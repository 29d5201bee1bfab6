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
import { userTable } from "@/lib/db/console/tables/people";
import { driftTable, meaningTable } from "@/lib/db/console/tables/registry";
import { type Database, readOnlyFault } from "@/lib/db/database";
import type { ConnectionChange, ConnectionSetting } from "./connection-setting";
import { type ConsoleOptions, implement } from "./console-types";
import type { Health } from "./health";

type ConnectionOptions = Pick<ConsoleOptions, "connection"> & {
  health: Health;
  storage: Storage;
  setting: ConnectionSetting;
  change: ConnectionChange;
};

/** Shows, tests and changes the connection to the platform. */
export const connection = ({ health, storage, connection: current, setting, change }: ConnectionOptions) => {
  const { host, source, keyLastFour, setBy = null, setAt = null } = current;
  const status = async () => {
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
    implement(getConnectionStatus, async () => ({ ...(await status()), is_disk_low: await storage.isDiskLow() })),
    implement(getConnection, async () => ({
      ...(await status()),
      key_last_four: keyLastFour,
      set_by: setBy,
      set_at: setAt,
      previous: await previous(),
      reads: health.reads(),
      endpoints: health.table(),
    })),
    implement(testConnection, () => health.examine()),

    implement(tryConnection, change.test),

    implement(changeConnection, async (input, { person }) => {
      await change.refuseUnusable(input);
      await change.use(input, person.name);
      return { message: `Switchboard now uses ${new URL(input.address).host}.` };
    }),

    implement(revertConnection, async ({ to }, { person }) => {
      change.refuseFixed();
      if (to === "demo") await setting.replace(undefined, person.name);
      else {
        if (!(await setting.previous()))
          throw refused("conflict", "The previous connection is no longer kept: its ten minutes are over.");
        await setting.replace(await setting.readPrevious(), person.name);
      }
      return {
        message: to === "demo" ? "Switchboard now uses the demo platform." : "The previous connection is back.",
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

/** Operations on the meanings of status words: those of the API documentation, then those that admins set. */
export const meanings = (db: Database) => [
  implement(listMeanings, async () => {
    const custom = await db
      .select()
      .from(meaningTable)
      .orderBy(asc(meaningTable.resource), asc(meaningTable.field), asc(meaningTable.word));
    const documented = documentedMeanings.map((meaning) => ({ ...meaning, set_by: null }));
    return { data: [...documented, ...custom.map(entryOf)] };
  }),

  implement(setMeaning, async (entry, { person }) => {
    if (documentedMeanings.some((meaning) => isSameWord(meaning, entry)))
      throw refused("conflict", `"${entry.word}" is in the API documentation: its meaning is fixed.`);
    const set = { tone: entry.tone, setBy: person.name };
    await db
      .insert(meaningTable)
      .values({ ...entry, ...set })
      .onConflictDoUpdate({ target: [meaningTable.resource, meaningTable.field, meaningTable.word], set });
    return { data: { ...entry, set_by: person.name } };
  }),

  implement(forgetMeaning, async ({ resource, field, word }) => {
    const isWord = and(eq(meaningTable.resource, resource), eq(meaningTable.field, field), eq(meaningTable.word, word));
    const removed = await db.delete(meaningTable).where(isWord).returning();
    if (removed.length === 0) throw refused("not_found", "No meaning was set for this word.");
    return { message: `"${word}" has its usual meaning again.` };
  }),
];

/** Meanings of the API documentation and of admins. `toneOf` adds the usual meanings. */
export async function allMeanings(db: Database) {
  return [...documentedMeanings, ...(await db.select().from(meaningTable))];
}

/** Status words of the webhook log by meaning. Any other word means that a delivery failed. */
export type LogWords = { delivered: string[]; inProgress: string[]; failed: string[]; setIdle: string[] };

/** Status words of the webhook log, by the meanings that admins set and the usual ones. */
export async function logWords(db: Database): Promise<LogWords> {
  const meanings = (await allMeanings(db)).filter(
    ({ resource, field }) => resource === "webhook-logs" && field === "status",
  );
  const isSet = (word: string) => meanings.some((meaning) => meaning.word === word);
  const setWords = (tones: readonly string[]) =>
    meanings.filter(({ tone }) => tones.includes(tone)).map(({ word }) => word);
  const wordsWith = (tones: readonly string[]) => [
    ...setWords(tones),
    ...[...usualMeanings].flatMap(([word, tone]) =>
      tones.includes(tone) ? spellings(word).filter((spelling) => !isSet(spelling)) : [],
    ),
  ];
  return {
    delivered: wordsWith(["ok", "done"]),
    inProgress: wordsWith(["wait", "live"]),
    failed: wordsWith(["fault"]),
    setIdle: setWords(["idle"]),
  };
}

/** Usual meanings ignore case, but an index is case-sensitive. */
const spellings = (word: string) => [word, word.toUpperCase(), word.slice(0, 1).toUpperCase() + word.slice(1)];

/** Lists differences between the platform's responses and its API documentation. */
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

/** State of Switchboard's own database. */
export const createStorage = (db: Database) => {
  /** Reason why the database is read-only, or undefined. */
  async function readOnlyReason() {
    const { rows } = await db.execute(sql`select current_setting('transaction_read_only') = 'on' as yes`);
    return rows[0]?.yes === true ? readOnlyFault() : undefined;
  }

  return {
    isDiskLow: async () => (await readOnlyReason())?.code === "disk_full",
    /** Throws if the database does not answer, lacks its tables or is read-only. */
    async ready() {
      await db.select({ id: userTable.id }).from(userTable).limit(1);
      const reason = await readOnlyReason();
      if (reason) throw new Problem(reason.code, reason.message);
    },
  };
};

type Storage = ReturnType<typeof createStorage>;
