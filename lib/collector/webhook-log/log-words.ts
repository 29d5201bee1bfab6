import { documentedMeanings } from "@/lib/contract/console/meanings";
import { defaultMeanings } from "@/lib/contract/usual-meanings";
import { meaningTable } from "@/lib/db/console/tables/registry";
import type { Database } from "@/lib/db/database";

/** Meanings of the API documentation and of admins. `toneOf` adds the usual meanings. */
export async function allMeanings(db: Pick<Database, "select">) {
  return [...documentedMeanings, ...(await db.select().from(meaningTable))];
}

/** Status words of the webhook log by meaning. Any other word means that a delivery failed. */
export type LogWords = { delivered: string[]; inProgress: string[]; failed: string[]; setIdle: string[] };

/** Status words of the webhook log, by the meanings that admins set and the usual ones. */
export async function logWords(db: Pick<Database, "select">): Promise<LogWords> {
  const meanings = (await allMeanings(db)).filter(
    ({ resource, field }) => resource === "webhook-logs" && field === "status",
  );
  const isSet = (word: string) => meanings.some((meaning) => meaning.word === word);
  const setWords = (tones: readonly string[]) =>
    meanings.filter(({ tone }) => tones.includes(tone)).map(({ word }) => word);
  const wordsWith = (tones: readonly string[]) => [
    ...setWords(tones),
    ...[...defaultMeanings].flatMap(([word, tone]) =>
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
