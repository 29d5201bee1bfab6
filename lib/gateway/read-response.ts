import { countsIn } from "@/lib/console/audit/counts-in";
import type { Operation } from "@/lib/contract/operation";
import { isPlainObject, stringifyJson } from "@/lib/format/json";
import { type Readable, readWhole, type WholeAnswer } from "./parse-response";

/** An answer as it came. */
export type AnswerBytes = Omit<WholeAnswer, "text"> & { bytes: Uint8Array };

/** Reads an answer of any size, without the key. Throws the Problem that it is. */
export function readAnswer(op: Operation, { bytes, ...head }: AnswerBytes, withoutKey: (text: string) => string) {
  return readWhole(op, { ...head, text: withoutKey(utf8.decode(bytes)) });
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** What the browser is sent: the platform's own text as it came, and beside it what the gateway found in it. */
export function withFindings({ text, drift, ...answer }: Readable) {
  const read = "read" in answer ? `,"read":${stringifyJson(answer.read)}` : "";
  return `{"raw":${text},"drift":${JSON.stringify(drift)}${read}}`;
}

/** A large answer, of which only what this process looks at is at hand; the browser is sent `body` as it is. */
export type LargeAnswer = Readable & { body: Uint8Array };

export function largeAnswer(op: Operation, answer: Readable): LargeAnswer {
  const { status, text, raw, drift } = answer;
  const kept = op.body === "file" ? (countsIn(text) ?? "") : text.slice(0, 4096);
  return { status, text: kept, raw: outlineOf(raw), drift, body: new TextEncoder().encode(withFindings(answer)) };
}

/** What names a record or a message, and the first rows of a list. */
function outlineOf(raw: unknown): unknown {
  if (!isPlainObject(raw)) return rowsOf(raw);
  const { success, message, items, data } = raw;
  const rest = Object.entries({ success, message, items: rowsOf(items), data: rowsOf(data) });
  return Object.fromEntries([...Object.entries(namesOf(raw)), ...rest.filter(([, value]) => value !== undefined)]);
}

const rowsOf = (value: unknown) =>
  Array.isArray(value) ? value.slice(0, 20).map(namesOf) : isPlainObject(value) ? namesOf(value) : undefined;

const namesOf = (value: unknown): Record<string, unknown> =>
  isPlainObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter(([name, each]) => /^(name|status|\w*id)$/.test(name) && typeof each === "string"),
      )
    : {};
