import { z } from "zod";
import { isEnvelope, knownWords } from "./fields";
import { isDigits, isPlainObject } from "./json";
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
  walk(op.output, raw, "", (path, kind, came) => {
    const key = `${path} ${kind} ${kind === "unknown-word" ? came : ""}`;
    const known = found.get(key);
    if (known) known.times += 1;
    else found.set(key, { path, kind, came, times: 1 });
  });
  return [...found.values()];
}

type Report = (path: string, kind: Drift["kind"], came: string) => void;

function walk(schema: z.core.$ZodType, value: unknown, path: string, report: Report): void {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject && isPlainObject(value)) walkObject(inner, value, path, report);
  else if (inner instanceof z.ZodObject && Array.isArray(value)) walkBareList(inner, value, path, report);
  else if (inner instanceof z.ZodArray && Array.isArray(value)) walkList(inner, value, path, report);
  else if (!fits(inner, value)) report(path, value === null ? "null" : "kind", describe(value));
  else if (isUnknownWord(inner, value)) report(path, "unknown-word", String(value));
}

function walkObject(schema: z.ZodObject, value: Record<string, unknown>, path: string, report: Report): void {
  const isResult = Object.hasOwn(schema.shape, "data") && !(unwrapped(schema.shape.data) instanceof z.ZodArray);
  const below = (key: string) => (path ? `${path}.${key}` : key);
  if (isResult && !isEnvelope(value)) {
    walk(schema.shape.data, value, path, report);
    return;
  }
  for (const [key, field] of Object.entries(schema.shape)) {
    const declared = declaredOf(field);
    if (!Object.hasOwn(value, key)) {
      if (!(declared instanceof z.ZodOptional)) report(below(key), "missing", "nothing");
    } else if (value[key] !== null || !(declared instanceof z.ZodNullable)) walk(field, value[key], below(key), report);
  }
  for (const key of Object.keys(value))
    if (!Object.hasOwn(schema.shape, key)) report(below(key), "unknown-field", describe(value[key]));
}

function walkBareList(schema: z.ZodObject, rows: unknown[], path: string, report: Report): void {
  const key = Object.keys(schema.shape).find((name) => unwrapped(schema.shape[name]) instanceof z.ZodArray);
  if (key === undefined) report(path, "kind", describe(rows));
  else {
    report(path, "envelope", "a bare list");
    walk(schema.shape[key], rows, key, report);
  }
}

function walkList(schema: z.ZodArray, rows: unknown[], path: string, report: Report) {
  const seen = new Set<unknown>();
  for (const row of rows) {
    walk(schema.element, row, `${path}[]`, report);
    const id = isPlainObject(row) && typeof row.id === "string" ? row.id : undefined;
    if (id !== undefined && seen.has(id)) report(`${path}[].id`, "duplicate", id);
    seen.add(id);
  }
}

function isUnknownWord(schema: z.core.$ZodType, value: unknown) {
  const words = schema instanceof z.ZodString ? knownWords.get(schema)?.known : undefined;
  return words !== undefined && typeof value === "string" && !words.includes(value);
}

/** A decimal's first reading is text: a number is taken too, and counted. Digits stand for the number they write. */
function fits(schema: z.core.$ZodType, value: unknown) {
  const first = schema instanceof z.ZodUnion ? (schema.options[0] ?? schema) : schema;
  return z.safeParse(first, isDigits(value) ? Number(value.$digits) : value).success;
}

/** The field as its record declared it, without the generosity around it. */
function declaredOf(field: z.core.$ZodType) {
  const optional = field instanceof z.ZodCatch ? field.def.innerType : field;
  const nullable = optional instanceof z.ZodOptional ? optional.def.innerType : optional;
  return field instanceof z.ZodCatch && nullable instanceof z.ZodNullable ? nullable.def.innerType : field;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodCatch || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapped(schema.def.innerType);
  if (!(schema instanceof z.ZodPipe)) return schema;
  const isPreprocess = schema.def.in instanceof z.ZodTransform;
  if (isPreprocess) return unwrapped(schema.def.out);
  return schema.def.in instanceof z.ZodArray ? schema.def.in : schema;
}

function describe(value: unknown) {
  if (value === null) return "null";
  if (Array.isArray(value)) return `list of ${value.length}`;
  return isPlainObject(value) ? "object" : `${typeof value} ${String(value).slice(0, 60)}`;
}
