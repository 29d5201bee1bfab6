import { visibleControls } from "@/lib/format/format-raw";
import { isPlainObject } from "@/lib/format/json";

const waitKinds = new Set(["missing", "null", "kind", "duplicate", "envelope"]);

const driftKinds = ["missing", "null", "kind", "unknown-field", "unknown-word", "duplicate", "envelope"] as const;

/** One way in which an answer differs from the API document. `path` leaves list positions out: `data[].attempts`. */
export type Drift = { path: string; kind: (typeof driftKinds)[number]; came: string; times: number };

/** Unknown fields of one place, and words of one field, that are named one by one; the others are counted together. */
const mostOfOnePlace = 50;

/** Collects differences, each place and kind once with how often it came, so that no answer can make the list long. */
export function createDriftTally() {
  const found = new Map<string, Drift>();
  const named = new Map<string, number>();

  function add(kind: Drift["kind"], path: string, came: string) {
    const key = `${kind} ${path} ${kind === "unknown-word" ? came : ""}`;
    const known = found.get(key);
    if (known) known.times += 1;
    else found.set(key, { path, kind, came, times: 1 });
  }

  /** The same for what may differ without end; `place` is what the differences are many of. */
  function addOneOfMany(kind: Drift["kind"], place: string, { path, came }: { path: string; came: string }) {
    const key = `${kind} ${path} ${kind === "unknown-word" ? came : ""}`;
    if (found.has(key)) return add(kind, path, came);
    const before = named.get(`${kind} ${place}`) ?? 0;
    if (before >= mostOfOnePlace) return add(kind, `${place}.*`.replace(/^\./, ""), "others");
    named.set(`${kind} ${place}`, before + 1);
    add(kind, path, came);
  }

  return { add, addOneOfMany, list: () => [...found.values()] };
}

export type DriftTally = ReturnType<typeof createDriftTally>;

/** A value in a few words. */
export function describe(value: unknown) {
  if (value === null) return "null";
  if (Array.isArray(value)) return `list of ${value.length}`;
  return isPlainObject(value) ? "object" : `${typeof value} ${/^.{0,60}/su.exec(String(value))?.[0]}`;
}

export type DriftEntry = { path: string; kind: string; came: string };

/** Fields the contract lists and did not come as listed call for a look; additions are only noted. */
export function isWaitDrift(entry: DriftEntry): boolean {
  return waitKinds.has(entry.kind);
}

/** The words after the field's path. */
export function driftMessage({ kind, came: sent }: DriftEntry): string {
  const came = visibleControls(sent);
  if (kind === "missing") return "was not sent. The API documentation lists it.";
  if (kind === "null") return "came as null. The API documentation does not say it may be.";
  if (kind === "kind") return `came as ${came}, another kind than the API documentation names.`;
  if (kind === "unknown-field") return `came as ${came}. The API documentation does not list this field.`;
  if (kind === "unknown-word") return `says “${came}”, a word outside the API documentation.`;
  if (kind === "duplicate") return `${came} came more than once.`;
  return `came as ${came}, wrapped differently than the API documentation shows.`;
}
