import { z } from "zod";
import { type Digits, isDigits, isPlainObject } from "./json";

/** Words the API document names for an open set; any other word is read all the same and counted as unknown. */
export const knownWords = z.registry<{ known: readonly string[] }>();

const digits = z.custom<Digits>(isDigits);

export const text = z.string();
export const flag = z.boolean();
/** A moment as the API sends it, ISO 8601 in UTC. Kept as sent: screens decide what to do with an unreadable one. */
export const timestamp = z.string();
/** A whole number that a JavaScript number holds exactly. */
export const integer = z.union([z.number(), digits.transform(({ $digits }) => Number($digits))]).pipe(z.int());
export const number = z.union([z.number(), digits.transform(({ $digits }) => Number($digits))]);
/** Money and the like: a decimal string, never a float. A number is taken by its digits. */
export const decimal = z.union([z.string(), z.number().transform(String), digits.transform(({ $digits }) => $digits)]);
export const openWord = (...known: string[]) => z.string().register(knownWords, { known });
export const texts = z.array(z.string());
/** An object of which the document says nothing more. */
export const unknownRecord = z.record(z.string(), z.unknown());
/** An answer the document does not show at all: any JSON, or none. */
export const notShown = z.unknown();

type Generous<Shape extends z.ZodRawShape> = {
  [Key in keyof Shape]: z.ZodCatch<z.ZodOptional<z.ZodNullable<Shape[Key] extends z.ZodType ? Shape[Key] : never>>>;
};

/** A record read generously: each field may be missing, null or of another kind (then empty); unknown fields are kept. */
export function record<const Shape extends z.ZodRawShape>(shape: Shape) {
  const generous = Object.entries(shape).map(([key, field]) => [key, z.nullish(field).catch(undefined)]);
  return z.looseObject(Object.fromEntries(generous) as Generous<Shape>);
}

const envelopeKeys = new Set(["success", "data", "message", "error", "errors", "meta", "request_id", "status_code"]);

/** Whether an answer is `{ success, data }` rather than a bare record that happens to have a field called data. */
export const isEnvelope = (value: Record<string, unknown>) =>
  Object.hasOwn(value, "data") &&
  (typeof value.success === "boolean" || Object.keys(value).every((key) => envelopeKeys.has(key)));

/** A single result, `{ success, data }` or bare. */
export function result<Data extends z.ZodType>(data: Data) {
  const wrap = (value: unknown) => (isPlainObject(value) && !isEnvelope(value) ? { data: value } : value);
  return z.preprocess(wrap, z.looseObject({ success: z.boolean().optional().catch(undefined), data }));
}

/** A list under `key`, or bare. Rows that are no objects are kept as empty ones, rows sent twice under one id are kept once. */
export function list<Row extends z.ZodObject, Key extends string, const Shape extends z.ZodRawShape>(
  row: Row,
  key: Key,
  rest: Shape,
) {
  const rows = z.array(row.catch({} as z.output<Row>)).transform(onceEach);
  const wrap = (value: unknown) => (Array.isArray(value) ? { [key]: value } : value);
  const shape = { ...record(rest).shape, [key]: rows } as Generous<Shape> & Record<Key, typeof rows>;
  return z.preprocess(wrap, z.looseObject(shape));
}

/** `{ success, message }`, or nothing at all. */
export const confirmation = z.preprocess((value) => value ?? {}, record({ success: flag, message: text }));

function onceEach<Row>(rows: Row[]) {
  const seen = new Set<unknown>();
  return rows.filter((row) => {
    const id = isPlainObject(row) ? row.id : undefined;
    if (typeof id !== "string") return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}
