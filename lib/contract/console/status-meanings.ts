import type { MeaningEntry } from "./settings";

type Word = Pick<MeaningEntry, "resource" | "field" | "word" | "tone">;

/** How the words of the API document read. No other word is read as anything until an admin says so. */
export const documentedMeanings: readonly Word[] = [
  { resource: "phone-numbers", field: "status", word: "active", tone: "ok" },
  { resource: "phone-numbers", field: "status", word: "inactive", tone: "idle" },
  { resource: "phone-numbers", field: "status", word: "suspended", tone: "fault" },
  { resource: "assistants", field: "status", word: "published", tone: "ok" },
  { resource: "workflows", field: "status", word: "published", tone: "ok" },
  { resource: "calls", field: "status", word: "ended", tone: "done" },
  { resource: "credentials", field: "status", word: "active", tone: "ok" },
  { resource: "credentials", field: "last_sync_status", word: "synced", tone: "ok" },
  { resource: "webhooks", field: "status", word: "active", tone: "ok" },
  { resource: "webhook-logs", field: "status", word: "delivered", tone: "ok" },
];

/** The lamp a word shows, or `odd` for a word that neither the document nor an admin has given a reading. */
export function toneOf(meanings: readonly Word[], resource: string, field: string, word: unknown) {
  const known = meanings.find((each) => each.resource === resource && each.field === field && each.word === word);
  return known?.tone ?? "unknown";
}
