import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { Person } from "@/lib/contract/actor";
import { isAllowed, type Operation } from "@/lib/contract/operation";
import { Problem, refused } from "@/lib/contract/problem";
import { attempt } from "@/lib/format/attempt";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";
import type { Sessions } from "./gateway-console";

const multipart =
  /^multipart\/form-data\s*;\s*(?:.*;\s*)?boundary=(?:"([^"\r\n]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;.*)?$/i;
const csv = /^text\/csv\b/i;
const largestBytes = 512 * 1024 * 1024;

export const uploadsAtOnce = 8;

/** Two uploads per person and eight in total. None waits, because a waiting one would hold a half-received body. */
export const createUploadLimit = () =>
  createConcurrencyLimit({
    atOnce: uploadsAtOnce,
    perKey: 2,
    waiting: 0,
    sentence:
      "Only two lists per person, and eight in total, can be uploaded at once. This one was not uploaded. Try again when one is done.",
  });

/** The person of a request now; undefined once its session or token has ended. */
export type FindPerson = () => Promise<Person | undefined>;

const checkEveryMs = 60_000;

/**
 * Aborts an upload or export once its session or token has ended or its role no longer allows it. Each check also counts as activity, so
 * that the session stays alive meanwhile.
 */
export function watchSender(sessions: Pick<Sessions, "onSessionsChanged">, op: Operation, findPerson: FindPerson) {
  const revoked = new AbortController();
  const check = async () => {
    const person = await findPerson();
    if (person && isAllowed(op, person.role)) return;
    revoked.abort(
      new Problem("forbidden", "It was stopped because you were signed out or your role no longer allows it."),
    );
  };
  const checkSoon = () => void check().catch(checkLater);
  const stopListening = sessions.onSessionsChanged(checkSoon);
  const timer = setInterval(checkSoon, checkEveryMs).unref();
  checkSoon();
  return {
    signal: revoked.signal,
    stop() {
      clearInterval(timer);
      stopListening();
    },
  };
}

/** If the database does not answer, the next check tries again. */
const checkLater = () => {};

/** The reason of a signal that ends an upload whose sender went away. */
export const cutOff = () => new Problem("bad_input", "The upload was cut off. Nothing was sent.");

/** The body of an upload as a stream. Its content type is rebuilt from the parsed parts, never copied. */
export function fileBodyOf(request: IncomingMessage) {
  const header = request.headers["content-type"] ?? "";
  const boundary = multipart.exec(header);
  const contentType = boundary
    ? `multipart/form-data; boundary="${boundary[1] ?? boundary[2]}"`
    : csv.test(header) && "text/csv";
  if (!contentType) throw refused("bad_input", "A contact list is sent as a form with one file.");
  const length = request.headers["content-length"];
  // Without a length, an oversized body would be rejected only after most of it had been forwarded.
  if (length === undefined)
    throw refused("bad_input", "An upload names its length, as content-length.", { status: 411 });
  const contentLength = Number(length);
  if (contentLength > largestBytes)
    throw refused("too_large", `The file is larger than ${largestBytes / 1048576} MiB.`);

  const name = fileName(request);
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.pause();
  return {
    stream: detached(request),
    contentType,
    contentLength,
    importId: importId(request),
    fileName: name,
    // At the start no byte has arrived, and an interrupted upload must not be recorded as having 0 bytes.
    detail: () => ({ ...(bytes > 0 && { bytes }), file: name }),
  };
}

/** Destroying this stream leaves the request open, so that the rest of its body can still be drained. */
const detached = (request: IncomingMessage) =>
  Readable.from(request.iterator({ destroyOnReturn: false }), { objectMode: false }).on("error", () => {});

/** Journal entry in which the sender keeps whom the list names. */
function importId(request: IncomingMessage) {
  const header = request.headers["x-import-id"];
  return typeof header === "string" && /^[\w-]{1,100}$/.test(header) ? header : undefined;
}

/** The name of the person's file, for the audit log and the journal. Never sent in a header. */
function fileName(request: IncomingMessage) {
  const header = request.headers["x-file-name"];
  if (typeof header !== "string") return null;
  return attempt(() => decodeURIComponent(header).slice(0, 200)) ?? null;
}
