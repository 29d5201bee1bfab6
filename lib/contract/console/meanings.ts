import { z } from "#schema";
import { keptText, ownAnswer } from "@/lib/contract/fields";
import { operation, roles } from "@/lib/contract/operation";
import { usualMeaning } from "@/lib/contract/usual-meanings";

/** What the words of the API document mean, whatever anybody sets. */
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

export const settableTones = ["ok", "wait", "fault", "live", "idle", "done"] as const;
export type SettableTone = (typeof settableTones)[number];

export type MeaningEntry = {
  resource: string;
  field: string;
  word: string;
  tone: SettableTone;
  /** Null for the words of the API document itself. */
  set_by: string | null;
};

export const listMeanings = operation({
  id: "meanings.list",
  label: "See status meanings",
  method: "GET",
  path: "/console/meanings",
  input: z.object({}),
  output: ownAnswer<{ data: MeaningEntry[] }>(),
  allow: roles,
});

const word = z.object({ resource: keptText(100), field: keptText(100), word: keptText(500) });

export const setMeaning = operation({
  id: "meanings.set",
  label: "Set a status meaning",
  act: "set what the status {it} means",
  method: "POST",
  path: "/console/meanings",
  input: word.extend({ tone: z.enum(settableTones) }),
  output: ownAnswer<{ data: MeaningEntry }>(),
  allow: ["admin"],
  about: "word",
  isInputKept: true,
});

export const forgetMeaning = operation({
  id: "meanings.forget",
  label: "Forget a status meaning",
  act: "forget what the status {it} means",
  method: "DELETE",
  path: "/console/meanings/{resource}/{field}/{word}",
  input: word,
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
});

type Word = Pick<MeaningEntry, "resource" | "field" | "word" | "tone">;

/** What a word means: as the document or an admin has it, else its usual meaning. `unknown` for any other. */
export function toneOf(meanings: readonly Word[], resource: string, field: string, word: unknown) {
  const known = meanings.find((each) => each.resource === resource && each.field === field && each.word === word);
  return known?.tone ?? usualMeaning(word) ?? "unknown";
}
