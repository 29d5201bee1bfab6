import { and, asc, eq, sql } from "drizzle-orm";
import { logWords } from "@/lib/collector/webhook-log/log-words";
import { applyWords } from "@/lib/collector/webhook-log/outcomes";
import { implement } from "@/lib/contract/console/context";
import {
  documentedMeanings,
  forgetMeaning,
  listMeanings,
  type MeaningEntry,
  setMeaning,
} from "@/lib/contract/console/meanings";
import { refused } from "@/lib/contract/problem";
import { meaningTable } from "@/lib/db/console/tables/registry";
import type { Database, Transaction } from "@/lib/db/database";

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
      throw refused(
        "not_possible",
        `"${entry.word}" is part of the API documentation, so its meaning cannot be changed.`,
      );
    const set = { tone: entry.tone, setBy: person.name };
    await db.transaction(async (tx) => {
      await tx
        .insert(meaningTable)
        .values({ ...entry, ...set })
        .onConflictDoUpdate({ target: [meaningTable.resource, meaningTable.field, meaningTable.word], set });
      await applyToLog(tx, entry);
    });
    return { data: { ...entry, set_by: person.name } };
  }),

  implement(forgetMeaning, async ({ resource, field, word }) => {
    const isWord = and(eq(meaningTable.resource, resource), eq(meaningTable.field, field), eq(meaningTable.word, word));
    await db.transaction(async (tx) => {
      const removed = await tx.delete(meaningTable).where(isWord).returning();
      if (removed.length === 0) throw refused("not_found", "This word has no custom meaning.");
      await applyToLog(tx, { resource, field, word });
    });
    return { message: `"${word}" has its usual meaning again.` };
  }),
];

type Word = Pick<MeaningEntry, "resource" | "field" | "word">;

const applyMs = 60_000;

/** Stored deliveries have arrived or not by the meaning of their status. */
async function applyToLog(tx: Transaction, { resource, field, word }: Word) {
  if (resource !== "webhook-logs" || field !== "status") return;
  await tx.execute(sql`select set_config('statement_timeout', ${`${applyMs}`}, true)`);
  await applyWords(tx, await logWords(tx), sql`status = ${word}`);
}

const isSameWord = (one: Word, other: Word) =>
  one.resource === other.resource && one.field === other.field && one.word === other.word;

const entryOf = ({ setBy, ...entry }: typeof meaningTable.$inferSelect): MeaningEntry => ({
  ...entry,
  set_by: setBy,
});
