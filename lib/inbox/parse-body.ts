import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { attempt } from "@/lib/format/attempt";
import { isPlainObject, parseJson } from "@/lib/format/json";

/** A small body can unpack to a very large one. Parsing one of this size keeps the event loop busy for a tenth of a second. */
const largestReadBytes = 2 * 1024 * 1024;
const mostEvents = 500;

const unpackers = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

type Sent = { headers: Readonly<Record<string, string>>; query: string; isCut: boolean };

/** The events of a body, one unless it is a list. Empty if it cannot be read, for which `fault` is a sentence. */
export type ParsedBody = { values: readonly Record<string, unknown>[]; fault: string | null };

/** The bytes of a body, unpacked if its headers say that it is packed. Undefined if it cannot be unpacked. */
export async function unpackBody(encoded: string | undefined, body: Buffer): Promise<Buffer | undefined> {
  const encoding = (encoded ?? "").trim().toLowerCase();
  const unpack = Object.hasOwn(unpackers, encoding) ? unpackers[encoding as keyof typeof unpackers] : undefined;
  return unpack ? unpack(body, { maxOutputLength: largestReadBytes }).catch(() => undefined) : body;
}

/** The text of a body, without a byte order mark. Wrong UTF-8 is replaced. Undefined if it cannot be unpacked. */
export async function textOfBody(headers: Sent["headers"], body: Buffer): Promise<string | undefined> {
  const plain = await unpackBody(headers["content-encoding"], body);
  return plain && new TextDecoder().decode(plain);
}

/** Reads JSON by how it begins, whatever its type says. A form and a query become an object. */
export async function parseBody({ headers, query, isCut }: Sent, body: Buffer): Promise<ParsedBody> {
  if (isCut) return faulty("It is larger than 10 MB, so only its first 256 kB are stored.");
  if (body.length > largestReadBytes) return faulty("It is larger than 2 MB, so its facts were not read.");
  const text = await textOfBody(headers, body);
  if (text === undefined) return faulty("It could not be unpacked.");
  const trimmed = text.trim();
  if (trimmed === "") return query === "" ? faulty("It has no body.") : read(formOf(query));
  if (/^[{[]/.test(trimmed)) {
    const parsed = attempt(() => parseJson(trimmed));
    if (isPlainObject(parsed)) return read(parsed);
    if (!Array.isArray(parsed)) return faulty("It looks like JSON, but cannot be read.");
    if (parsed.length > mostEvents) return faulty(`It is a list of more than ${mostEvents} events.`);
    return parsed.length > 0 && parsed.every(isPlainObject) ? { values: parsed, fault: null } : read({ items: parsed });
  }
  const isForm = /^[^\s=&<>{}]+=/.test(trimmed);
  return isForm ? read(formOf(trimmed)) : faulty("It is neither JSON nor a form.");
}

const read = (value: Record<string, unknown>): ParsedBody => ({ values: [value], fault: null });
const faulty = (fault: string): ParsedBody => ({ values: [], fault });

/** The first value of each name. */
const formOf = (text: string) => Object.fromEntries([...new URLSearchParams(text)].toReversed());
