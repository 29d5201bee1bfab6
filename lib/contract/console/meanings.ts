import { ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";
import { defaultMeaning } from "@/lib/contract/usual-meanings";

/** Meanings of the status words in the API document. Admins cannot change them. */
export const documentedMeanings: readonly StatusMeaning[] = [
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

export const settableTones = ["ok", "wait", "fault", "live", "idle", "done"] as const;
export type SettableTone = (typeof settableTones)[number];

export type MeaningEntry = {
  resource: string;
  field: string;
  word: string;
  tone: SettableTone;
  /** Null for a word of the API document. */
  set_by: string | null;
};

export const listMeanings = operation({
  id: "meanings.list",
  label: "See status meanings",
  method: "GET",
  path: "/console/meanings",
  output: ownAnswer<{ data: MeaningEntry[] }>(),
  allow: roles,
});

export const setMeaning = operation({
  id: "meanings.set",
  label: "Set a status meaning",
  phrase: "set what the status {it} means",
  method: "POST",
  path: "/console/meanings",
  output: ownAnswer<{ data: MeaningEntry }>(),
  allow: ["admin"],
  about: "word",
  isInputKept: true,
});

export const forgetMeaning = operation({
  id: "meanings.forget",
  label: "Remove a status meaning",
  phrase: "remove the meaning of the status {it}",
  method: "DELETE",
  path: "/console/meanings/{resource}/{field}/{word}",
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

type StatusMeaning = Pick<MeaningEntry, "resource" | "field" | "word" | "tone">;

/** Tone of a status word: as documented or set by an admin, otherwise its usual one. `unknown` without any. */
export function toneOf(meanings: readonly StatusMeaning[], resource: string, field: string, word: unknown) {
  const meaning = meanings.find((entry) => entry.resource === resource && entry.field === field && entry.word === word);
  return meaning?.tone ?? defaultMeaning(word) ?? "unknown";
}
