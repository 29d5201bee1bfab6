import { clock } from "@/lib/clock";
import { countsIn } from "@/lib/contract/counts-in";
import type { Drift } from "@/lib/contract/drift";
import { isRefusal } from "@/lib/contract/fields";
import { isWrite, type Operation } from "@/lib/contract/operation";
import { parseAnswer } from "@/lib/contract/parse-answer";
import { Problem, type ProblemCode, problemKinds, type Upstream } from "@/lib/contract/problem";
import { attempt } from "@/lib/format/attempt";
import { hideSecrets } from "@/lib/format/hide-secrets";
import { isPlainObject, parseJson, stringifyJson } from "@/lib/format/json";
import { reasonIn } from "./reason-in";

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

export type WholeAnswer = { status: number; contentType: string; retryAfter: string | undefined; text: string };

/** `text` is the JSON as sent, and `raw` is its parsed value (null if the body is empty). */
export type ParsedAnswer = {
  status: number;
  text: string;
  raw: unknown;
  /** The answer as its operation's schema parses it, if that differs from `raw`. */
  read?: unknown;
  drift: Drift[];
  /** The bytes for the browser, only if the answer is large. `text` and `raw` are then excerpts. */
  body?: Uint8Array;
};

const bodyExcerpt = 4096;

/** Parses an answer for its operation. Throws a Problem for a refusal or an unreadable answer. */
export function readWhole(op: Operation, answer: WholeAnswer): ParsedAnswer {
  const isOk = answer.status >= 200 && answer.status < 300;
  if (!isOk) throw refusal(op, answer);
  const raw = answer.text.trim() === "" ? null : parsed(op, answer);
  // Any 2xx accepts a send, whatever its answer is documented to hold.
  if (raw === null && isWrite(op))
    return {
      status: answer.status,
      text: "null",
      raw,
      read: op.output.kind === "result" ? { data: {} } : {},
      drift: [],
    };
  if (raw === null) throw unreadable(op, answer, "The platform's answer is empty.");
  if (isRefusal(raw)) throw notASuccess(op, answer, raw);
  const checked = parseAnswer(op.output, raw);
  if (!checked) throw unreadable(op, answer, "The platform's answer is not of the expected kind.");
  const { value, drift, isUnchanged } = checked;
  return { status: answer.status, text: withoutBom(answer.text), raw, drift, ...(isUnchanged ? {} : { read: value }) };
}

function parsed(op: Operation, answer: WholeAnswer): unknown {
  if (!isJson(answer.contentType)) throw unreadable(op, answer, "The platform's answer is not JSON.");
  try {
    return parseJson(withoutBom(answer.text));
  } catch (cause) {
    throw unreadable(op, answer, "The platform's answer is not readable JSON.", cause);
  }
}

const withoutBom = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

/** A missing content type counts as JSON. */
const isJson = (contentType: string) =>
  contentType === "" || /^(application|text)\/([\w.-]+\+)?json\b/i.test(contentType);

const outcomeOf = (op: Operation, outcome: "refused" | "unknown") => (isWrite(op) ? outcome : undefined);

const unreadable = (op: Operation, { status }: WholeAnswer, sentence: string, cause?: unknown) =>
  new Problem("upstream-unreadable", sentence, { upstream: { status }, outcome: outcomeOf(op, "unknown"), cause });

const notASuccess = (op: Operation, { status, text }: WholeAnswer, raw: unknown) =>
  new Problem("upstream-refused", reasonIn(raw) ?? "The platform answered that the request did not succeed.", {
    upstream: { status, message: reasonIn(raw), body: text.slice(0, bodyExcerpt) },
    outcome: outcomeOf(op, "refused"),
  });

function refusal(op: Operation, answer: WholeAnswer): Problem {
  const upstream = upstreamOf(answer);
  const { status } = answer;
  const sentence = upstream.message ?? `The platform answered ${status}.`;
  const refused = outcomeOf(op, "refused");
  if (status < 400)
    return new Problem(
      "upstream-redirect",
      `The platform answered ${status}, a redirect. Switchboard does not follow it.`,
      {
        upstream: { status },
        outcome: outcomeOf(op, "unknown"),
      },
    );
  if (status === 401 || status === 403) {
    const code = status === 401 ? "upstream-auth" : "upstream-forbidden";
    const reason = upstream.message === undefined ? "." : `: ${upstream.message}`;
    return new Problem(code, problemKinds[code][1] + reason, { upstream, outcome: refused });
  }
  if (status === 408) return new Problem("upstream-timeout", sentence, { upstream, outcome: outcomeOf(op, "unknown") });
  const retryAfterSeconds = secondsOf(answer.retryAfter);
  if (status >= 500) {
    const outcome = outcomeOf(op, "unknown");
    return new Problem("upstream-fault", sentence, { upstream, outcome, retryAfterSeconds });
  }
  const code = codes[status] ?? "rejected";
  const retry = status === 429 ? (retryAfterSeconds ?? 30) : undefined;
  return new Problem(code, sentence, { status, upstream, outcome: refused, retryAfterSeconds: retry });
}

const codes: Partial<Record<number, ProblemCode>> = {
  404: "not_found",
  409: "not_possible",
  413: "too_large",
  429: "rate_limited",
};

/** The message and body of a refusal if it is JSON or plain text. HTML pages are dropped. */
function upstreamOf({ status, contentType, text }: WholeAnswer): Upstream {
  const body = text.slice(0, bodyExcerpt);
  if (isJson(contentType)) {
    const json = attempt(() => parseJson(text));
    return json === undefined ? { status } : { status, message: reasonIn(json), body };
  }
  return /^text\/plain\b/i.test(contentType) && text.trim() !== ""
    ? { status, message: reasonIn(body), body }
    : { status };
}

const maxRetryAfterSeconds = 3600;

/** Seconds from a Retry-After header (a number or a date), limited to the range from 1 s to 1 h. */
function secondsOf(value: string | undefined): number | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : (Date.parse(value) - clock.nowMs()) / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 1), maxRetryAfterSeconds);
}

export type AnswerBytes = Omit<WholeAnswer, "text"> & { bytes: Uint8Array };

/** Decodes an answer of any size, removes the key and parses it. Throws a Problem as `readWhole` does. */
export function readAnswer(op: Operation, { bytes, ...head }: AnswerBytes, withoutKey: (text: string) => string) {
  const text = withoutKey(utf8.decode(bytes));
  return readWhole(op, { ...head, text: op.hidesSecrets ? hideSecrets(text) : text });
}

/** The JSON for the browser: the platform's text unchanged, with drift and parsed value beside it. */
export function browserBodyOf({ text, drift, ...answer }: ParsedAnswer) {
  const read = "read" in answer ? `,"read":${stringifyJson(answer.read)}` : "";
  return `{"raw":${text},"drift":${JSON.stringify(drift)}${read}}`;
}

/** A large answer. `body` goes to the browser unchanged; the other fields hold an outline. */
export type LargeAnswer = ParsedAnswer & { body: Uint8Array };

export function largeAnswer(op: Operation, answer: ParsedAnswer): LargeAnswer {
  const { status, text, raw, drift } = answer;
  const excerpt = op.body === "file" ? (countsIn(text) ?? "") : text.slice(0, 4096);
  return { status, text: excerpt, raw: outlineOf(raw), drift, body: new TextEncoder().encode(browserBodyOf(answer)) };
}

/** Keeps IDs, names, statuses and the message, and of a list only the first 20 rows. */
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
        Object.entries(value).filter(([name, text]) => /^(name|status|\w*id)$/.test(name) && typeof text === "string"),
      )
    : {};
