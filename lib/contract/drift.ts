import { visibleControls } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";

const waitKinds = new Set(["missing", "null", "kind", "duplicate", "envelope"]);

const driftKinds = ["missing", "null", "kind", "unknown-field", "unknown-word", "duplicate", "envelope"] as const;

/**
 * One difference between an answer and the API document. `path` omits list indexes: `data[].attempts`. `came` describes
 * the value that arrived, and `times` is how often it did.
 */
export type Drift = { path: string; kind: (typeof driftKinds)[number]; came: string; times: number };

/** Maximum number of unknown fields listed per record, and of unknown words per field. */
const maxPerGroup = 50;

/** Counts the differences of one answer. Equal ones share an entry and large groups are capped, so the list stays short. */
export function createDriftTally() {
  const entries = new Map<string, Drift>();
  const groupSizes = new Map<string, number>();

  function add(kind: Drift["kind"], path: string, came: string) {
    const key = `${kind} ${path} ${kind === "unknown-word" ? came : ""}`;
    const entry = entries.get(key);
    if (entry) entry.times += 1;
    else entries.set(key, { path, kind, came, times: 1 });
  }

  /** Adds a difference of a group without a natural limit. Beyond the cap it is counted as "others". */
  function addCapped(kind: Drift["kind"], group: string, { path, came }: { path: string; came: string }) {
    const key = `${kind} ${path} ${kind === "unknown-word" ? came : ""}`;
    if (entries.has(key)) return add(kind, path, came);
    const size = groupSizes.get(`${kind} ${group}`) ?? 0;
    if (size >= maxPerGroup) return add(kind, `${group}.*`.replace(/^\./, ""), "others");
    groupSizes.set(`${kind} ${group}`, size + 1);
    add(kind, path, came);
  }

  return { add, addCapped, list: () => [...entries.values()] };
}

export type DriftTally = ReturnType<typeof createDriftTally>;

/** A short text for a value: "null", "list of 3", "object", or its type and its first 60 characters. */
export function describeValue(value: unknown) {
  if (value === null) return "null";
  if (Array.isArray(value)) return `list of ${value.length}`;
  return isPlainObject(value) ? "object" : `${typeof value} ${/^.{0,60}/su.exec(String(value))?.[0]}`;
}

export type DriftEntry = { path: string; kind: string; came: string };

/** True for a deviation from the documented fields; false for an unknown field or word. */
export function isWaitDrift(entry: DriftEntry): boolean {
  return waitKinds.has(entry.kind);
}

/** The rest of a sentence that begins with the field's path. */
export function driftMessage({ kind, came: raw }: DriftEntry): string {
  const came = visibleControls(raw);
  if (kind === "missing") return "was not sent. The API documentation lists it.";
  if (kind === "null") return "was null. The API documentation does not say that it can be.";
  if (kind === "kind") return `was ${came}, not the type in the API documentation.`;
  if (kind === "unknown-field") return `was ${came}. The API documentation does not list this field.`;
  if (kind === "unknown-word") return `has the value “${came}”, which is not in the API documentation.`;
  if (kind === "duplicate") return `${came} appeared more than once.`;
  return `was ${came}, wrapped differently than the API documentation shows.`;
}
