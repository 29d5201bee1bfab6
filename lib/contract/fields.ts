import { formatRaw, visibleControls } from "@/lib/format/format-raw";
import { isDigits, isPlainObject } from "@/lib/format/json";
import { parseMoment } from "@/lib/format/parse-time";

/**
 * Documented type of a value. `T` is the type after reading: a value of another type is never dropped, but read as
 * text just as it came. A null or missing field stays null or missing.
 */
export type Shape<T = unknown> = Described & {
  readonly type?: T;
  /** The document itself says that the field may be null, or absent: neither is a difference. */
  readonly mayBeNull?: true;
  readonly mayBeMissing?: true;
};

type Described =
  | { kind: "text"; words?: readonly string[] }
  | { kind: "decimal" }
  | { kind: "integer" }
  | { kind: "number" }
  | { kind: "flag" }
  | { kind: "texts" }
  | { kind: "object" }
  | { kind: "record"; fields: Fields }
  | { kind: "result"; data: Shape }
  | { kind: "list"; key: string; row: RecordShape; rest: Fields }
  | { kind: "confirmation"; record: RecordShape }
  | { kind: "any" };

export type Fields = Readonly<Record<string, Shape>>;
export type ListShape = Extract<Described, { kind: "list" }>;
type RecordShape = Extract<Described, { kind: "record" }>;

export type TypeOf<S extends Shape> = S extends Shape<infer T> ? T : never;

/** A field may be missing or null in any record, and fields that nobody listed are kept. */
type RecordOf<F extends Fields> = { [Key in keyof F]?: FieldOf<TypeOf<F[Key]>> | null } & {
  [unlisted: string]: unknown;
};

/** A record inside another may have come as anything else: then it is the text of that. */
type FieldOf<T> = T extends readonly unknown[] ? T : T extends object ? T | string : T;

export const text: Shape<string> = { kind: "text" };
/** A moment as the API sends it, ISO 8601 in UTC. Kept as sent: screens decide what to do with an unreadable one. */
export const timestamp: Shape<string> = { kind: "text" };
/** A whole number, or the text that came in its place. */
export const integer: Shape<number | string> = { kind: "integer" };
export const number: Shape<number | string> = { kind: "number" };
export const flag: Shape<boolean | string> = { kind: "flag" };
/** Money and the like: a decimal string, never a float. A number is taken by its digits. */
export const decimal: Shape<string> = { kind: "decimal" };
export const texts: Shape<string[]> = { kind: "texts" };
/** One of the words that the document names, or any other. */
export const openWord = (...words: string[]): Shape<string> => ({ kind: "text", words });
/** An object of which the document says nothing more. */
export const unknownRecord: Shape<Record<string, unknown>> = { kind: "object" };
/** An answer the document does not show at all: any JSON, or none. */
export const notShown: Shape = { kind: "any" };

/** An answer of Switchboard's own, which is as its type says. */
export const ownAnswer = <T>(): Shape<T> => ({ kind: "any" });

export const record = <const F extends Fields>(fields: F): RecordShape & { type?: RecordOf<F> } => ({
  kind: "record",
  fields,
});

export const nullable = <T>(shape: Shape<T>): Shape<T> => ({ ...shape, mayBeNull: true });
export const optional = <T>(shape: Shape<T>): Shape<T> => ({ ...shape, mayBeMissing: true });

/** A single result, `{ success, data }` or bare. */
export const result = <T>(data: Shape<T>): Shape<{ success?: boolean | string | null; data: T }> => ({
  kind: "result",
  data,
});

/** A list under `key`, or bare. A row that is no object is kept as one, under the name `rawRow`. */
export const list = <F extends Fields, Key extends string, const Rest extends Fields>(
  row: RecordShape & { type?: RecordOf<F> },
  key: Key,
  rest: Rest,
): Shape<RecordOf<Rest> & Record<Key, RecordOf<F>[]>> => ({ kind: "list", key, row, rest });

/** `{ success, message }`, or nothing at all. */
const confirmed = record({ success: flag, message: text });
export const confirmation: Shape<TypeOf<typeof confirmed>> = { kind: "confirmation", record: confirmed };

/** Longest cursor of a page of a list. */
export const longestCursor = 700;

/** Where a list's row keeps what came in its place. */
export const rawRow = "as sent";

export const envelopeKeys = new Set([
  "success",
  "data",
  "message",
  "error",
  "errors",
  "meta",
  "request_id",
  "status_code",
]);

/** True for `{ success, data }`, and not for a bare record that has a field called data. */
export const isEnvelope = (value: unknown): value is Record<string, unknown> =>
  isPlainObject(value) &&
  Object.hasOwn(value, "data") &&
  (typeof value.success === "boolean" || Object.keys(value).every((key) => envelopeKeys.has(key)));

/**
 * True if a response says that nothing was done: by its `success`, however that is written, by an `ok` that is false, by an error
 * and nothing else, or by its status as JSend has it (https://github.com/omniti-labs/jsend). A record may have fields of these
 * names too.
 */
export function isRefusal(raw: unknown): raw is Record<string, unknown> {
  if (!isPlainObject(raw)) return false;
  const { success, ok, status, code, ...rest } = raw;
  if (Object.hasOwn(raw, "success")) return /^(false|0|no)$/i.test(String(success));
  if (!Object.keys(rest).every((key) => envelopeKeys.has(key))) return false;
  if (ok !== undefined) return ok === false;
  const { data, message, error, errors } = rest;
  if (status === "error" || status === "fail") return [data, message, error, errors].some((each) => each !== undefined);
  return status === undefined && code === undefined && data === undefined && Boolean(error);
}

/** A single record just as it was sent, out of its envelope. */
export const unwrapped = (raw: unknown): unknown => (isEnvelope(raw) ? raw.data : raw);

/** A number that can be counted with; undefined for the text that came in its place. */
export const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined);

/** The fields of a record inside another; none where something else came in its place. */
export const fieldsOf = <T extends object>(value: T | string | null | undefined): Partial<T> =>
  typeof value === "object" && value !== null ? value : {};

/**
 * A list with its rows under `key`: they came there, bare, or under another usual name, be it a level down. A null in their
 * place is how some servers write a list of none; it is read so where nothing else in the answer says that it failed.
 */
function listIn(key: string, raw: unknown): unknown {
  if (Array.isArray(raw)) return { [key]: raw };
  if (!isPlainObject(raw) || Array.isArray(raw[key])) return raw;
  const places = [raw, raw.data]
    .filter(isPlainObject)
    .flatMap((holder) => [key, "items", "data"].map((name) => ({ holder, name, rows: holder[name] })));
  const isNull = ({ rows }: { rows: unknown }) => rows === null && hasNoError(raw);
  const found = places.find(({ rows }) => Array.isArray(rows)) ?? places.find(isNull);
  if (!found) return raw;
  const { [found.name]: rows, ...rest } = found.holder;
  return { ...rest, [key]: rows ?? [] };
}

const hasNoError = ({ success, message, error, errors }: Record<string, unknown>) =>
  !error && !errors && (success === undefined ? !message : Boolean(success));

export function rowsIn(raw: unknown): unknown[] {
  const list = listIn("items", raw);
  return isPlainObject(list) && Array.isArray(list.items) ? list.items : [];
}

/** An answer in the wrapping that its operation names, where a platform sends the bare record or list. */
export function wrapped(shape: Shape, raw: unknown): unknown {
  if (shape.kind === "result") return isEnvelope(raw) ? raw : { data: raw };
  if (shape.kind === "list") return listIn(shape.key, raw);
  if (shape.kind === "confirmation") return raw ?? {};
  return raw;
}

/** A record's `name` or `title`, as it can be shown. */
export function titleOf(record: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const found = [record?.name, record?.title].find((each) => typeof each === "string" && each.trim() !== "");
  return typeof found === "string" ? visibleControls(found) : undefined;
}

/** The first of these fields that holds something. `config.url` is a field of the object `config`. */
export function firstField(record: unknown, ...names: readonly string[]): unknown {
  for (const name of names) {
    const found = name.split(".").reduce(fieldNamed, record);
    if (found !== undefined && found !== null && found !== "") return found;
  }
  return undefined;
}

/** `ended_reason` is found as `endedReason` too. */
const fieldNamed = (record: unknown, name: string): unknown =>
  isPlainObject(record)
    ? (record[name] ?? record[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())])
    : undefined;

/** The field as text in one line; undefined if it is no readable text or number. */
export function firstText(record: unknown, ...names: readonly string[]): string | undefined {
  const found = firstField(record, ...names);
  if (typeof found === "number" || isDigits(found)) return formatRaw(found);
  return typeof found === "string" && found.trim() !== "" ? found.trim() : undefined;
}

/** A number of at least 0. */
export function firstNumber(record: unknown, ...names: readonly string[]): number | undefined {
  const text = firstText(record, ...names);
  return text !== undefined && /^\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
}

export const momentField = (record: unknown, name: string): number | undefined =>
  parseMoment(firstField(record, name))?.ms;
