import { createHash } from "node:crypto";
import { rowsIn } from "@/lib/contract/fields";
import { storable, storableJson } from "@/lib/db/storable";
import { isDigits, isPlainObject, parseJson, stringifyJson } from "@/lib/format/json";
import { parseMoment } from "@/lib/format/parse-time";

/** Longer texts do not fit into an index. `raw` still has the whole text. */
const maxTextLength = 150;
const maxTextBytes = 400;
const maxIdBytes = 400;
const maxAttempts = 999_999_999;

/** An attempt in a response of the log. Missing texts are `""`, missing attempts -1. */
export type LogEntry = {
  /** Its ID. A missing one is replaced by a hash of the entry, a long one shortened. */
  base: string;
  /** Its webhook and event. Entries with the same ID and source are attempts of one delivery. */
  source: string;
  /** 1 for the latest attempt of its delivery. */
  nth: number;
  webhookId: string;
  event: string;
  status: string;
  attempts: number;
  deliveredAtMs: number | null;
  raw: string;
};

/** A response of the log, `{"raw": …}` in UTF-8, and the status words that mean "delivered". */
export type LogText = { answer: Uint8Array; deliveredWords: readonly string[] };

const batchSize = 2_000;

export function* inBatches(entries: readonly LogEntry[]) {
  for (let from = 0; from < entries.length; from += batchSize) yield entries.slice(from, from + batchSize);
}

/** Parses a response of the log. Throws a SyntaxError if it is not JSON. */
export function parseLog({ answer, deliveredWords }: LogText): LogEntry[] {
  const parsed = parseJson(new TextDecoder().decode(answer));
  const isDelivered = new Set(deliveredWords);
  const copies = new Map<string, number>();
  const byDelivery = new Map<string, ParsedEntry[]>();
  for (const row of rowsIn(isPlainObject(parsed) ? parsed.raw : undefined)) {
    const entry = entryOf(isPlainObject(row) && !isDigits(row) ? row : { "as sent": row });
    if (!entry.hasId) entry.base = nextCopy(copies, entry);
    const name = `${entry.base}\n${entry.source}`;
    const attempts = byDelivery.get(name);
    if (attempts) attempts.push(entry);
    else byDelivery.set(name, [entry]);
  }
  return [...byDelivery.values()].flatMap((attempts) =>
    attempts
      .toSorted((a, b) => compareAttempts(b, a, isDelivered))
      .map(({ hasId: _hasId, ...entry }, index) => ({ ...entry, nth: index + 1 })),
  );
}

type ParsedEntry = LogEntry & { hasId: boolean };

function entryOf(record: Record<string, unknown>): ParsedEntry {
  const [webhookId, event, status] = ["webhook_id", "event", "status"].map((name) => excerpt(textOf(record[name])));
  const id = textOf(record.id);
  return {
    hasId: id !== "",
    base: id === "" ? `no id: ${md5(canonicalJson(record))}` : shortId(id),
    source: excerpt([webhookId, event].filter(Boolean).join(" ")),
    nth: 1,
    webhookId: webhookId ?? "",
    event: event ?? "",
    status: status ?? "",
    attempts: attemptsOf(textOf(record.attempts)),
    deliveredAtMs: parseMoment(textOf(record.delivered_at))?.ms ?? null,
    raw: storableJson(stringifyJson(record)),
  };
}

/** Equal entries without an ID are numbered. */
function nextCopy(copies: Map<string, number>, { base, source }: LogEntry) {
  const name = `${base}\n${source}`;
  const copy = (copies.get(name) ?? 0) + 1;
  copies.set(name, copy);
  return copy > 1 ? `${base} (${copy})` : base;
}

/** Orders attempts: by their number, of equal ones the delivered one last. */
function compareAttempts(a: LogEntry, b: LogEntry, isDelivered: ReadonlySet<string>) {
  const rank = ({ attempts, status }: LogEntry) =>
    attempts < 0 && isDelivered.has(status) ? maxAttempts + 1 : attempts;
  const delivered = ({ status }: LogEntry) => Number(isDelivered.has(status));
  return rank(a) - rank(b) || delivered(a) - delivered(b) || (a.raw < b.raw ? -1 : Number(a.raw > b.raw));
}

const attemptsOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : -1);

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return storable(typeof value === "string" ? value : stringifyJson(value));
}

function excerpt(text: string) {
  const short = text.length <= maxTextLength ? text : [...text].slice(0, maxTextLength).join("");
  return Buffer.byteLength(short) > maxTextBytes ? [...short].slice(0, maxTextBytes / 4).join("") : short;
}

const shortId = (id: string) =>
  Buffer.byteLength(id) > maxIdBytes ? `${[...id].slice(0, 60).join("")} ${md5(id)}` : id;

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

/** JSON text as PostgreSQL writes jsonb, so that entries without an ID keep their keys. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(", ")}]`;
  if (!isPlainObject(value) || isDigits(value)) return stringifyJson(value);
  const names = Object.keys(value).sort((a, b) => Buffer.byteLength(a) - Buffer.byteLength(b) || (a < b ? -1 : 1));
  return `{${names.map((name) => `${JSON.stringify(name)}: ${canonicalJson(value[name])}`).join(", ")}}`;
}
