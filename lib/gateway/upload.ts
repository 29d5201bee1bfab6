import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { Console } from "@/lib/console/console-types";
import { isAllowed, type Operation } from "@/lib/contract/operation";
import { Problem, refused } from "@/lib/contract/problem";
import { attempt } from "@/lib/format/attempt";
import { createConcurrencyLimit } from "@/lib/http/concurrency-limit";

const multipart =
  /^multipart\/form-data\s*;\s*(?:.*;\s*)?boundary=(?:"([^"\r\n]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;.*)?$/i;
const csv = /^text\/csv\b/i;
const largestBytes = 512 * 1024 * 1024;

export const uploadsAtOnce = 8;

/** Files on their way to the platform: two of one person's, eight in all, and none that waits with its body half here. */
export const createUploadLimit = () =>
  createConcurrencyLimit({
    atOnce: uploadsAtOnce,
    perKey: 2,
    waiting: 0,
    sentence:
      "Only two lists per person, and eight in total, can be sent at once. This one was not sent. Try again when one is done.",
  });

const checkEveryMs = 60_000;

/**
 * Aborts once the session that sends a file has ended, or its role does not allow that any more. Being asked about, the
 * session counts as used while the file is on its way.
 */
export function watchSender(console: Pick<Console, "personOf" | "onSessionsChanged">, op: Operation, cookie?: string) {
  const revoked = new AbortController();
  const check = async () => {
    const person = await console.personOf(cookie);
    if (person && isAllowed(op, person.role)) return;
    revoked.abort(
      new Problem("forbidden", "The upload was stopped because your session ended or your role no longer allows it."),
    );
  };
  // If the database does not answer, the next check finds out.
  const checkSoon = () => void check().catch(() => {});
  const stopListening = console.onSessionsChanged(checkSoon);
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

/** The body of an upload, to be streamed on: its type rebuilt from what was understood of it, its bytes counted. */
export function fileBodyOf(request: IncomingMessage) {
  const given = request.headers["content-type"] ?? "";
  const boundary = multipart.exec(given);
  const contentType = boundary
    ? `multipart/form-data; boundary="${boundary[1] ?? boundary[2]}"`
    : csv.test(given) && "text/csv";
  if (!contentType) throw refused("bad_input", "A contact list is sent as a form with one file.");
  const length = request.headers["content-length"];
  // Without it, a body that is too large would be found out only when most of it had been sent on.
  if (length === undefined)
    throw refused("bad_input", "An upload names its length, as content-length.", { status: 411 });
  const contentLength = Number(length);
  if (contentLength > largestBytes)
    throw refused("too_large", `The file is larger than ${largestBytes / 1048576} MiB.`);

  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.pause();
  const { socket } = request;
  const isBrokenOff = () => !request.complete && (socket.destroyed || socket.readableEnded);
  return {
    stream: detached(request),
    isBrokenOff,
    contentType,
    contentLength,
    // Recorded before it leaves, it has none yet, and where no end is recorded nobody knows how many it had.
    detail: () => ({ ...(bytes > 0 && { bytes }), file: fileName(request) }),
  };
}

/** Whoever reads it may give it up: the request stays as it is, so that the rest of its body can still be taken. */
const detached = (request: IncomingMessage) =>
  Readable.from(request.iterator({ destroyOnReturn: false }), { objectMode: false }).on("error", () => {});

/** The name of the person's file, for the record only; it goes into no header of ours. */
function fileName(request: IncomingMessage) {
  const given = request.headers["x-file-name"];
  if (typeof given !== "string") return null;
  return attempt(() => decodeURIComponent(given).slice(0, 200)) ?? null;
}
