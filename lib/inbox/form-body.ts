import { isPlainObject } from "@/lib/format/json";

type Form = Record<string, unknown>;

/** A form or a query as an object: the first value of each name, and `call[id]` as an object in an object. */
export const formOf = (text: string): Form => nested([...new URLSearchParams(text)]);

/** The fields of a multipart form, without its files unless they are texts. Undefined if it is none. */
export async function multipartOf(contentType: string, body: Buffer): Promise<Form | undefined> {
  if (!/^\s*multipart\/form-data/i.test(contentType)) return undefined;
  const response = new Response(new Uint8Array(body), { headers: { "content-type": contentType.trim() } });
  const form = await response.formData().catch(() => undefined);
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
