import { type Plan, planOf } from "./drift-plan";
import { isEnvelope } from "./fields";
import { isPlainObject } from "./json";
import type { Operation } from "./operation";

export const driftKinds = [
  "missing",
  "null",
  "kind",
  "unknown-field",
  "unknown-word",
  "duplicate",
  "envelope",
] as const;

/** One way in which an answer differs from the API document. `path` leaves list positions out: `data[].attempts`. */
export type Drift = { path: string; kind: (typeof driftKinds)[number]; came: string; times: number };

/** Everything in an answer that the operation's output does not say, each place and kind once, with how often it came. */
export function driftOf(op: Operation, raw: unknown): Drift[] {
  const found = new Map<string, Drift>();
  walk(planOf(op.output), raw, "", (path, kind, came) => {
    const key = `${path} ${kind} ${kind === "unknown-word" ? came : ""}`;
    const known = found.get(key);
    if (known) known.times += 1;
    else found.set(key, { path, kind, came, times: 1 });
  });
  return [...found.values()];
}

type Report = (path: string, kind: Drift["kind"], came: string) => void;
type ObjectPlan = Extract<Plan, { kind: "object" }>;

function walk(plan: Plan, value: unknown, path: string, report: Report): void {
  if (plan.kind === "object" && isPlainObject(value)) walkObject(plan, value, path, report);
  else if (plan.kind === "object" && plan.list && Array.isArray(value)) walkBareList(plan, value, path, report);
  else if (plan.kind === "list" && Array.isArray(value)) walkList(plan.element, value, path, report);
  else if (plan.kind !== "value" || !plan.fits(value)) report(path, value === null ? "null" : "kind", describe(value));
  else if (typeof value === "string" && plan.words && !plan.words.includes(value)) report(path, "unknown-word", value);
}

function walkObject(plan: ObjectPlan, value: Record<string, unknown>, path: string, report: Report): void {
  const below = (key: string) => (path ? `${path}.${key}` : key);
  if (plan.result && !isEnvelope(value)) {
    walk(plan.result, value, path, report);
    return;
  }
  for (const { key, plan: field, mayBeMissing, mayBeNull } of plan.fields) {
    if (!Object.hasOwn(value, key)) {
      if (!mayBeMissing) report(below(key), "missing", "nothing");
    } else if (value[key] !== null || !mayBeNull) walk(field, value[key], below(key), report);
  }
  for (const key of Object.keys(value))
    if (!plan.names.has(key)) report(below(key), "unknown-field", describe(value[key]));
}

function walkBareList({ list }: ObjectPlan, rows: unknown[], path: string, report: Report): void {
  if (!list) return;
  report(path, "envelope", "a bare list");
  walk(list.plan, rows, list.key, report);
}

function walkList(element: Plan, rows: unknown[], path: string, report: Report) {
  const seen = new Set<unknown>();
  for (const row of rows) {
    walk(element, row, `${path}[]`, report);
    const id = isPlainObject(row) && typeof row.id === "string" ? row.id : undefined;
    if (id !== undefined && seen.has(id)) report(`${path}[].id`, "duplicate", id);
    seen.add(id);
  }
}

function describe(value: unknown) {
  if (value === null) return "null";
  if (Array.isArray(value)) return `list of ${value.length}`;
  return isPlainObject(value) ? "object" : `${typeof value} ${String(value).slice(0, 60)}`;
}
