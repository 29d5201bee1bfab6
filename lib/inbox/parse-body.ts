import { attempt } from "@/lib/format/attempt";
import { formatBytes } from "@/lib/format/format-count";
import { isPlainObject, parseJson } from "@/lib/format/json";
import { eventsOfJson, type ParsedBody } from "./event-list";
import { textOfBytes, unpackBody } from "./unpack-body";

type Sent = { headers: Readonly<Record<string, string>>; query: string; isCut: boolean; size?: number };

/** Reads JSON by how it begins, whatever its type says. A form and a query become an object. Of a large body the first part is read. */
export async function parseBody({ headers, query, isCut, size }: Sent, body: Buffer): Promise<ParsedBody> {
  const unpacked = await unpackBody(headers["content-encoding"], body);
  if (!unpacked) return faulty("It could not be unpacked.");
  const { bytes, isWhole } = unpacked;
  const text = textOfBytes(headers, bytes).replaceAll("\u001e", "").trim();
  if (text === "") return query === "" ? faulty("It has no body.") : eventsOfJson(formOf(query));
  const isPart = isCut || !isWhole;
  const parsed = await parseText(text, { headers, bytes, isPart });
  if (!isPart || parsed.events.length === 0) return parsed;
  return { ...parsed, fault: isCut ? cutWords(size ?? body.length) : longWords };
}

type Text = Pick<Sent, "headers"> & { bytes: Buffer; isPart: boolean };

async function parseText(text: string, { headers, bytes, isPart }: Text): Promise<ParsedBody> {
  const multipart = await multipartOf(headers["content-type"] ?? "", bytes);
  if (multipart) return eventsOfJson(multipart);
  const plain = /^%(?:7B|5B)/i.test(text) ? (attempt(() => decodeURIComponent(text.replace(/=$/, ""))) ?? text) : text;
  if (/^[{["]/.test(plain)) return eventsOfJson(jsonIn(plain, isPart));
  const isForm = /^[^\s=&<>{}]+=/.test(text);
  return isForm ? eventsOfJson(formOf(text)) : faulty("It is neither JSON nor a form.");
}

/** JSON, JSON inside a string of JSON, one value a line, or its beginning. Undefined if it is none of these. */
export function jsonIn(text: string, isPart = false): unknown {
  const parsed = attempt(() => parseJson(text));
  if (typeof parsed === "string") return attempt(() => parseJson(parsed));
  return parsed ?? linesIn(text, isPart) ?? (isPart ? attempt(() => parseCutJson(text)) : undefined);
}

/** NDJSON. Of a part the last line is left out if it is not whole. */
function linesIn(text: string, isPart: boolean): unknown[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length < 2 || !lines.every((line) => /^\s*\{/.test(line))) return undefined;
  const values = lines.map((line) => attempt(() => parseJson(line)));
  const whole = isPart && values.at(-1) === undefined ? values.slice(0, -1) : values;
  return whole.includes(undefined) ? undefined : whole;
}

const faulty = (fault: string): ParsedBody => ({ events: [], fault });

const cutWords = (size: number) =>
  `Only the first 256 kB of ${formatBytes(size)} are stored. Its facts were read from them, so some can be missing.`;
const longWords = "It is larger than 2 MB. Its facts were read from the first 2 MB, so some can be missing.";

/** Parses the beginning of a JSON text, up to its last whole value. Throws a SyntaxError if it is no beginning of JSON. */
function parseCutJson(text: string): unknown {
  let end = 0;
  walkSigns(text, (sign, index) => {
    end = sign === "," ? index : index + 1;
  });
  const whole = text.slice(0, end);
  const open: string[] = [];
  walkSigns(whole, (sign) => {
    if (sign === "{") open.push("}");
    else if (sign === "[") open.push("]");
    else if (sign !== ",") open.pop();
  });
  return parseJson(whole + open.toReversed().join(""));
}

/** Calls back for each bracket and comma outside of strings. */
function walkSigns(text: string, onSign: (sign: string, index: number) => void) {
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index] ?? "";
    if (sign === '"') {
      index = endOfString(text, index);
      if (index < 0) return;
    } else if ("{}[],".includes(sign)) onSign(sign, index);
  }
}

/** Index of the quote that ends a string, or -1 without one. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1)
    if (text[index] === "\\") index += 1;
    else if (text[index] === '"') return index;
  return -1;
}

type Form = Record<string, unknown>;

/** A form or a query as an object: the first value of each name, and `call[id]` as an object in an object. */
const formOf = (text: string): Form => nested([...new URLSearchParams(text)]);

/** The fields of a multipart form, without its files unless they are texts. Undefined if it is none. */
async function multipartOf(contentType: string, body: Buffer): Promise<Form | undefined> {
  if (!/^\s*multipart\/form-data/i.test(contentType)) return undefined;
  const response = new Response(new Uint8Array(body), { headers: { "content-type": contentType.trim() } });
  const form = await response.formData().catch(() => {
    // The header promises a form, and the body is none.
    return undefined;
  });
  if (!form) return undefined;
  const pairs = [...form].map(async ([name, value]): Promise<[string, string]> => {
    if (typeof value === "string") return [name, value];
    return [name, /json|text/.test(value.type) ? await value.text() : ""];
  });
  return nested(await Promise.all(pairs));
}

const mostLevels = 8;

function nested(pairs: readonly (readonly [string, string])[]): Form {
  const form: Form = {};
  for (const [name, value] of pairs) {
    const [first = "", ...more] = keysOf(name);
    put(form, first, more, value);
  }
  return form;
}

function keysOf(name: string): string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]+\])+)$/.exec(name) ?? [];
  const keys = first && rest ? [first, ...rest.slice(1, -1).split("][")] : [name];
  return keys.length > mostLevels ? [name] : keys;
}

function put(object: Form, key: string, [next, ...more]: readonly string[], value: string) {
  const held = Object.hasOwn(object, key) ? object[key] : undefined;
  if (next === undefined) {
    if (held === undefined) define(object, key, value);
  } else if (held === undefined) {
    const inner: Form = {};
    define(object, key, inner);
    put(inner, next, more, value);
  } else if (isPlainObject(held)) put(held, next, more, value);
}

/** An own key, also if its name is `__proto__`. */
const define = (object: Form, key: string, value: unknown) =>
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
