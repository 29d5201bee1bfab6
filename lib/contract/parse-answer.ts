import { isDigits, isPlainObject, stringifyJson } from "@/lib/format/json";
import { createDriftTally, type Drift, type DriftTally, describe } from "./drift";
import { type Fields, flag, isEnvelope, type ListShape, rawRow, type Shape, wrapped } from "./fields";
import { usualMeaning } from "./usual-meanings";

export type ParsedAnswer<T> = {
  value: T;
  /** Everything in which the answer is not as the API document says. */
  drift: Drift[];
  /** Whether `value` is the answer itself, its wrapping aside. */
  isUnchanged: boolean;
};

/** Reads an answer generously, in one pass, and says what did not fit. Undefined where it is another thing altogether. */
export function parseAnswer<T>(shape: Shape<T>, raw: unknown): ParsedAnswer<T> | undefined {
  const tally = createDriftTally();
  const whole = wrapped(shape, raw);
  const value = parseWhole(shape, { raw, whole }, tally);
  if (value === unfit) return undefined;
  return { value: value as T, drift: tally.list(), isUnchanged: value === whole };
}

const unfit = Symbol("another kind of thing");

function parseWhole(shape: Shape, { raw, whole }: { raw: unknown; whole: unknown }, tally: DriftTally): unknown {
  if (shape.kind === "any") return whole;
  if (!isPlainObject(whole)) return unfit;
  if (shape.kind === "list") {
    if (whole === raw) return parseList(shape, whole, tally);
    const isBare = Array.isArray(raw);
    tally.add("envelope", "", isBare ? "a bare list" : describe(isPlainObject(raw) ? raw[shape.key] : raw));
    return parseList(isBare ? { ...shape, rest: {} } : shape, whole, tally);
  }
  if (shape.kind !== "result") return parse(shape.kind === "confirmation" ? shape.record : shape, whole, "", tally);
  const data = parse(shape.data, whole.data, isEnvelope(raw) ? "data" : "", tally);
  if (data === unfit) return unfit;
  const rest = isEnvelope(raw) ? parseFields(envelopeFields, whole, { path: "", besides: "data" }, tally) : whole;
  return data === rest.data ? rest : { ...rest, data };
}

const envelopeFields: Fields = { success: flag };

/** A list without its rows is another thing than a list. Every row is kept: two may have one id and say different things. */
function parseList({ key, row, rest }: ListShape, whole: Record<string, unknown>, tally: DriftTally) {
  const rows = whole[key];
  if (!Array.isArray(rows)) return unfit;
  const path = `${key}[]`;
  const seen = new Set<unknown>();
  let isChanged = false;
  const parsed = rows.map((each: unknown) => {
    const value = parse(row, each, path, tally);
    const id = isPlainObject(each) && typeof each.id === "string" ? each.id : undefined;
    if (id !== undefined && seen.has(id)) tally.add("duplicate", `${path}.id`, id);
    seen.add(id);
    isChanged ||= value !== each;
    return value === unfit ? { [rawRow]: each } : value;
  });
  const others = parseFields(rest, whole, { path: "", besides: key }, tally);
  return isChanged ? { ...others, [key]: parsed } : others;
}

/** One value as its shape says it, or read as far as it goes: `unfit` is what no reading can be made of. */
function parse(shape: Shape, value: unknown, path: string, tally: DriftTally): unknown {
  if (shape.kind === "record" && isPlainObject(value)) return parseFields(shape.fields, value, { path }, tally);
  if (shape.kind === "object" && isPlainObject(value)) return value;
  if (shape.kind === "texts" && Array.isArray(value)) return parseTexts(value, path, tally);
  if (shape.kind === "any") return value;
  if (shape.kind === "text" && typeof value === "string") {
    if (shape.words && !shape.words.includes(value) && !usualMeaning(value))
      tally.addOneOfMany("unknown-word", path, { path, came: value });
    return value;
  }
  const exact = exactly(shape, value);
  if (exact !== undefined) return exact;
  tally.add(value === null ? "null" : "kind", path, describe(value));
  return shape.kind === "record" || shape.kind === "object" ? unfit : nearest(shape, value);
}

/** A value that is just what its shape says, numbers kept by their digits included. */
function exactly({ kind }: Shape, value: unknown): unknown {
  const number = isDigits(value) ? Number(value.$digits) : value;
  if (kind === "decimal" && typeof value === "string") return value;
  if (kind === "flag" && typeof value === "boolean") return value;
  if (kind === "integer" && Number.isInteger(number)) return Number.isSafeInteger(number) ? number : textOf(value);
  if (kind === "number" && typeof number === "number") return typeof value === "number" ? value : textOf(value);
  return undefined;
}

/** What came in the place of something else: the same where it plainly means it, and otherwise its text. */
function nearest({ kind }: Shape, value: unknown): unknown {
  const came = textOf(value);
  if (kind === "texts") return [came];
  if (kind === "integer" && /^-?\d{1,15}$/.test(came)) return Number(came);
  if (kind === "number" && /^-?\d{1,15}(\.\d*[1-9])?$/.test(came)) return Number(came);
  if (kind === "flag" && (came === "true" || came === "false")) return came === "true";
  return came;
}

function parseTexts(values: unknown[], path: string, tally: DriftTally) {
  if (values.every((value) => typeof value === "string")) return values;
  return values.map((value) => parse({ kind: "text" }, value, `${path}[]`, tally));
}

type Place = { path: string; besides?: string };

/** The same object unless a field had to be read otherwise than it came. */
function parseFields(fields: Fields, value: Record<string, unknown>, { path, besides }: Place, tally: DriftTally) {
  const at = (key: string) => (path ? `${path}.${key}` : key);
  const changes: [string, unknown][] = [];
  for (const [key, shape] of Object.entries(fields)) {
    const came = value[key];
    if (!Object.hasOwn(value, key)) {
      if (!shape.mayBeMissing) tally.add("missing", at(key), "nothing");
    } else if (came === null) {
      if (!shape.mayBeNull) tally.add("null", at(key), "null");
    } else {
      const parsed = parse(shape, came, at(key), tally);
      if (parsed !== came) changes.push([key, parsed === unfit ? textOf(came) : parsed]);
    }
  }
  for (const key of Object.keys(value))
    if (key !== besides && !Object.hasOwn(fields, key))
      tally.addOneOfMany("unknown-field", path, { path: at(key), came: describe(value[key]) });
  return changes.length > 0 ? { ...value, ...Object.fromEntries(changes) } : value;
}

const textOf = (value: unknown) =>
  typeof value === "string" ? value : isDigits(value) ? value.$digits : stringifyJson(value);
