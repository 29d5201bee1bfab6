import { z } from "#schema";
import type { Drift } from "@/lib/contract/drift";
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

export type Probe = {
  operation: string;
  path: string;
  status: number | null;
  ms: number;
  /** The sentence of the problem, where the read failed. */
  problem: string | null;
};

/** `look` is worth a look, `fault` does not work, `skipped` could not be tried. */
export type RowStatus = "ok" | "look" | "fault" | "skipped";

/** One thing that was looked at on the connection. */
export type ConnectionCheck = {
  /** `address`, `connection`, `certificate`, `key` and the like, or an operation's id. */
  id: string;
  name: string;
  outcome: RowStatus;
  /** One sentence in plain words. */
  says: string;
  /** What stands behind it, a line each. */
  notes: string[];
  /** For a read: how it went. */
  probe: Probe | null;
};

export type ConnectionSource = "demo" | "environment" | "set";

export type Connection = {
  host: string;
  /** `demo` is the local platform that `npm start` brings up; `set` was set by an admin in the browser. */
  source: ConnectionSource;
  key_last_four: string;
  /** Who set it, where it was set in the browser. */
  set_by: string | null;
  set_at: string | null;
  /** What was there before and can be gone back to; `host` is null for the demo platform. */
  previous: { host: string | null; key_last_four: string | null; changed_at: string; until: string } | null;
  is_answering: boolean;
  /** It answers, but not as it should. */
  is_faulty: boolean;
  last_answer_at: string | null;
  last_problem: string | null;
  /** The last reads, oldest first. */
  reads: { at: string; ms: number; ok: boolean }[];
  endpoints: Endpoint[];
};

/** How one of the platform's endpoints answered of late, since this server was started. */
export type Endpoint = {
  operation: string;
  request: string;
  status: number | null;
  at: string | null;
  /** The middle of its last times, and what all but the slowest five in a hundred stay under. */
  median_ms: number | null;
  slow_ms: number | null;
  /** How many times that is, and how many of them went badly. */
  times: number;
  failed: number;
};

/** Host and whether it answers, for the rail and the topbar. */
export const getConnectionStatus = operation({
  id: "connection.status",
  label: "See whether the platform answers",
  method: "GET",
  path: "/console/connection/status",
  input: z.object({}),
  output: ownAnswer<
    Pick<Connection, "host" | "source" | "is_answering" | "is_faulty" | "last_answer_at" | "last_problem"> & {
      /** Switchboard's own database takes no changes. */
      is_disk_low: boolean;
    }
  >(),
  allow: roles,
});

export const getConnection = operation({
  id: "connection.get",
  label: "See connection health",
  method: "GET",
  path: "/console/connection",
  input: z.object({}),
  output: ownAnswer<Connection>(),
  allow: ["admin"],
});

/** Looks at the whole connection: address, certificate, key, clock, and each read that can be tried safely. */
export const testConnection = operation({
  id: "connection.test",
  label: "Test the connection",
  minor: "connection test",
  method: "POST",
  path: "/console/connection/test",
  input: z.object({}),
  output: ownAnswer<{ at: string; checks: ConnectionCheck[] }>(),
  allow: ["admin"],
});

/** An address and its key as a person gives them. */
export const givenConnection = z.object({
  address: keptText(2000)
    .transform((given) => given.trim().replace(/\/+$/, ""))
    .refine(isAddress, "Give an address such as https://api.example.com."),
  key: z
    .string()
    .trim()
    .min(8, "A key is at least 8 characters long.")
    .max(2000, "A key is at most 2000 characters long.")
    .regex(/^[\x21-\x7e]+$/, "A key is one line of plain letters, digits and signs."),
});

/** A name or password within it would be kept and shown; a query would be lost. */
function isAddress(given: string) {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password, search, hash } = new URL(given);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === "");
}

/** Looks at a connection as `testConnection` does, before it is used. */
export const tryConnection = operation({
  id: "connection.try",
  label: "Test another connection",
  act: "test a connection to {it}",
  minor: "connection test",
  method: "POST",
  path: "/console/connection/try",
  input: givenConnection,
  output: ownAnswer<{ at: string; checks: ConnectionCheck[] }>(),
  allow: ["admin"],
  about: "address",
});

/** Whether a connection can be used: its key is taken, and some read is answered. */
export function isUsable(checks: readonly ConnectionCheck[]) {
  if (checks.some(({ id, outcome }) => id === "key" && outcome === "fault")) return false;
  return checks.some(({ probe }) => probe && probe.status !== null && probe.problem === null);
}

/** Tests an address and a key and uses them from now on, without a restart. What fails its test is refused. */
export const changeConnection = operation({
  id: "connection.change",
  label: "Change the platform's address or key",
  act: "change the connection to {it}",
  method: "POST",
  path: "/console/connection",
  input: givenConnection,
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  about: "address",
});

/** Back to what was used before the last change, or to the demo platform. */
export const revertConnection = operation({
  id: "connection.revert",
  label: "Go back to another connection",
  method: "POST",
  path: "/console/connection/revert",
  input: z.object({ to: z.enum(["previous", "demo"]) }),
  output: ownAnswer<{ message: string }>(),
  allow: ["admin"],
  about: "to",
});

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

export type DriftRow = Drift & { operation: string; first_seen_at: string; last_seen_at: string };

export const listDrift = operation({
  id: "drift.list",
  label: "See API differences",
  method: "GET",
  path: "/console/drift",
  input: z.object({}),
  output: ownAnswer<{ data: DriftRow[] }>(),
  allow: ["admin"],
});

type Word = Pick<MeaningEntry, "resource" | "field" | "word" | "tone">;

/** What a word means: as the document or an admin has it, else its usual meaning. `unknown` for any other. */
export function toneOf(meanings: readonly Word[], resource: string, field: string, word: unknown) {
  const known = meanings.find((each) => each.resource === resource && each.field === field && each.word === word);
  return known?.tone ?? usualMeaning(word) ?? "unknown";
}
