import { isDigits, isPlainObject, stringifyJson } from "@/lib/format/json";
import { createDriftTally, type Drift, type DriftTally, describeValue } from "./drift";
import { type Fields, flag, isEnvelope, type ListShape, rawRow, type Shape, wrapped } from "./fields";
import { defaultMeaning } from "./usual-meanings";

type ParsedAnswer<T> = {
  value: T;
  /** All differences between the answer and the API document. */
  drift: Drift[];
  /** True if `value` is the answer as it came, apart from its envelope. */
  isUnchanged: boolean;
};

/** Parses an answer leniently, in one pass, and lists the differences. Undefined if it is of an entirely different kind. */
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
    tally.add("envelope", "", isBare ? "a bare list" : describeValue(isPlainObject(raw) ? raw[shape.key] : raw));
    return parseList(isBare ? { ...shape, rest: {} } : shape, whole, tally);
  }
  if (shape.kind !== "result") return parse(shape.kind === "confirmation" ? shape.record : shape, whole, "", tally);
  const data = parse(shape.data, whole.data, isEnvelope(raw) ? "data" : "", tally);
  if (data === unfit) return unfit;
  const rest = isEnvelope(raw) ? parseFields(envelopeFields, whole, { path: "", skippedKey: "data" }, tally) : whole;
  return data === rest.data ? rest : { ...rest, data };
}

const envelopeFields: Fields = { success: flag };

/** Fails without an array of rows. Keeps every row: two rows may have the same ID and differ. */
function parseList({ key, row, rest }: ListShape, whole: Record<string, unknown>, tally: DriftTally) {
  const rows = whole[key];
  if (!Array.isArray(rows)) return unfit;
  const path = `${key}[]`;
  const ids = new Set<unknown>();
  let isChanged = false;
  const parsed = rows.map((raw: unknown) => {
    const value = parse(row, raw, path, tally);
    const id = isPlainObject(raw) && typeof raw.id === "string" ? raw.id : undefined;
    if (id !== undefined && ids.has(id)) tally.add("duplicate", `${path}.id`, id);
    ids.add(id);
    isChanged ||= value !== raw;
    return value === unfit ? { [rawRow]: raw } : value;
  });
  const others = parseFields(rest, whole, { path: "", skippedKey: key }, tally);
  return isChanged ? { ...others, [key]: parsed } : others;
}

/** Parses one value by its shape, leniently. Returns `unfit` if the shape is an object and the value is not. */
function parse(shape: Shape, value: unknown, path: string, tally: DriftTally): unknown {
  if (shape.kind === "record" && isPlainObject(value)) return parseFields(shape.fields, value, { path }, tally);
  if (shape.kind === "object" && isPlainObject(value)) return value;
  if (shape.kind === "texts" && Array.isArray(value)) return parseTexts(value, path, tally);
  if (shape.kind === "any") return value;
  if (shape.kind === "text" && typeof value === "string") {
    if (shape.words && !shape.words.includes(value) && !defaultMeaning(value))
      tally.addCapped("unknown-word", path, { path, came: value });
    return value;
  }
  const exact = parseExact(shape, value);
  if (exact !== undefined) return exact;
  tally.add(value === null ? "null" : "kind", path, describeValue(value));
  return shape.kind === "record" || shape.kind === "object" ? unfit : convert(shape, value);
}

/** The value if it is of the documented kind, otherwise undefined. A number outside the safe range becomes its text. */
function parseExact({ kind }: Shape, value: unknown): unknown {
  const number = isDigits(value) ? Number(value.$digits) : value;
  if (kind === "decimal" && typeof value === "string") return value;
  if (kind === "flag" && typeof value === "boolean") return value;
  if (kind === "integer" && Number.isInteger(number)) return Number.isSafeInteger(number) ? number : textOf(value);
  if (kind === "number" && typeof number === "number") return typeof value === "number" ? value : textOf(value);
  return undefined;
}

/** Converts a value of another kind if it has one clear meaning, otherwise returns its text. */
function convert({ kind }: Shape, value: unknown): unknown {
  const text = textOf(value);
  if (kind === "texts") return [text];
  if (kind === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (kind === "number" && /^-?\d{1,15}(\.\d*[1-9])?$/.test(text)) return Number(text);
  if (kind === "flag" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function parseTexts(values: unknown[], path: string, tally: DriftTally) {
  if (values.every((value) => typeof value === "string")) return values;
  return values.map((value) => parse({ kind: "text" }, value, `${path}[]`, tally));
}

type FieldsOptions = { path: string; skippedKey?: string };

/** Returns the same object unless a field was converted. */
function parseFields(
  fields: Fields,
  value: Record<string, unknown>,
  { path, skippedKey }: FieldsOptions,
  tally: DriftTally,
) {
  const pathOf = (key: string) => (path ? `${path}.${key}` : key);
  const changes: [string, unknown][] = [];
  for (const [key, shape] of Object.entries(fields)) {
    const raw = value[key];
    if (!Object.hasOwn(value, key)) {
      if (!shape.mayBeMissing) tally.add("missing", pathOf(key), "nothing");
    } else if (raw === null) {
      if (!shape.mayBeNull) tally.add("null", pathOf(key), "null");
    } else {
      const parsed = parse(shape, raw, pathOf(key), tally);
      if (parsed !== raw) changes.push([key, parsed === unfit ? textOf(raw) : parsed]);
    }
  }
  for (const key of Object.keys(value))
    if (key !== skippedKey && !Object.hasOwn(fields, key))
      tally.addCapped("unknown-field", path, { path: pathOf(key), came: describeValue(value[key]) });
  return changes.length > 0 ? { ...value, ...Object.fromEntries(changes) } : value;
}

const textOf = (value: unknown) =>
  typeof value === "string" ? value : isDigits(value) ? value.$digits : stringifyJson(value);
