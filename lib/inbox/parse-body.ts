import { attempt } from "@/lib/format/attempt";
import { formatBytes } from "@/lib/format/format-count";
import { parseJson } from "@/lib/format/json";
import { parseCutJson } from "./cut-json";
import { eventsOfJson, type ParsedBody } from "./event-list";
import { formOf, multipartOf } from "./form-body";
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
