import type { MeaningEntry } from "./settings";

type Word = Pick<MeaningEntry, "resource" | "field" | "word" | "lamp">;

/** How the words of the API document read. No other word is read as anything until an admin says so. */
export const documentedMeanings: readonly Word[] = [
  { resource: "phone-numbers", field: "status", word: "active", lamp: "ok" },
  { resource: "phone-numbers", field: "status", word: "inactive", lamp: "idle" },
  { resource: "phone-numbers", field: "status", word: "suspended", lamp: "fault" },
  { resource: "assistants", field: "status", word: "published", lamp: "ok" },
  { resource: "workflows", field: "status", word: "published", lamp: "ok" },
  { resource: "calls", field: "status", word: "ended", lamp: "done" },
  { resource: "credentials", field: "status", word: "active", lamp: "ok" },
  { resource: "credentials", field: "last_sync_status", word: "synced", lamp: "ok" },
  { resource: "webhooks", field: "status", word: "active", lamp: "ok" },
  { resource: "webhook-logs", field: "status", word: "delivered", lamp: "ok" },
];

/** The lamp a word shows, or `odd` for a word that neither the document nor an admin has given a reading. */
export function readingOf(readings: readonly Word[], resource: string, field: string, word: unknown) {
  const known = readings.find((each) => each.resource === resource && each.field === field && each.word === word);
  return known?.lamp ?? "odd";
}
