import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Logger } from "pino";
import type { Console } from "@/lib/console/console-types";
import { match } from "@/lib/contract/match";
import { type FileAnswer, isOfPlatform, isWrite } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { compress, isWorthPacking } from "@/lib/http/compress";
import { jsonBody } from "@/lib/http/json-body";
import { refuseCrossOrigin } from "@/lib/http/origins";
import { createRateLimit } from "@/lib/http/rate-limit";
import { discardBody, plainHeaders, refuse } from "@/lib/http/refuse";
import { allowed, type Gateway, type GatewayAnswer, gatewayOperations } from "./gateway";
import { createMemoryBudget } from "./memory-budget";
import { withFindings } from "./parse-response";
import { createUploadLimit, fileBodyOf, watchSender } from "./upload";

const largestBytes = 64 * 1024;

/** Of all answers on their way to browsers, which may take them slowly. */
const leavingBytes = 128 * 1024 * 1024;

type HandlerParts = {
  gateway: Gateway;
  console: Console;
  origins: readonly string[];
  log: Logger;
  /** Throws when a person asks too much at once. */
  limit?: (person: string) => void;
  /** How long a JSON body may take to arrive. */
  bodyMs?: number;
  /** How long the rest of a body is taken once its request was answered. */
  lingerMs?: number;
};

/** The gateway's own HTTP: `/api/v1/…` and `/api/console/…` on node's server, in front of Next. */
export function createHttpHandler(parts: HandlerParts) {
  const { gateway, console, origins, log, limit = createRateLimit(), bodyMs, lingerMs } = parts;
  const withinUploads = createUploadLimit();
  const leaving = createMemoryBudget(leavingBytes);

  async function answer(request: IncomingMessage, requestId: string, address: string, signal: AbortSignal) {
    const [path = "", query = ""] = (request.url ?? "").slice("/api".length).split("?", 2);
    const found = match(gatewayOperations, request.method ?? "", path);
    if (!found) throw new Problem("no_such_operation", "There is no such operation.");
    const { op, params } = found;
    const { cookie, "x-switchboard-unattended": unattended } = request.headers;
    const looked = isWrite(op) ? console.personOf(cookie) : console.readerOf(cookie, unattended === "1");
    const asking = looked instanceof Promise ? await looked : looked;
    if (asking) limit(asking.id);
    const person = allowed(op, asking);
    if (isWrite(op)) refuseCrossOrigin(request, origins);
    const file = op.body === "file" ? fileBodyOf(request) : undefined;
    const asked = isWrite(op) ? undefined : queryOf(query);
    const rest = asked ?? (file ? {} : await jsonBody(request, { largestBytes, withinMs: bodyMs }));
    const sender = file && watchSender(console, op, cookie);
    // A send goes on when the browser leaves: it may already have taken effect, and its outcome is to be recorded.
    const ends = isWrite(op) ? sender?.signal : signal;
    const caller = { person, requestId, address, file, signal: ends, ...askedAs(request) };
    if (op.isFile) return { file: await gateway.file(op, { ...rest, ...params }, caller) };
    const call = () => gateway.call(op, { ...rest, ...params }, caller);
    const answered = await (sender ? withinUploads(call, person.id).finally(sender.stop) : call());
    return { ...answered, body: answered.body ?? (isOfPlatform(op) ? withFindings(answered) : answered.text) };
  }

  function leaveWithin(response: ServerResponse, bytes: number) {
    leaving.take(bytes);
    const done = () => leaving.giveBack(bytes);
    if (response.closed) done();
    else response.once("close", done);
  }

  return async (request: IncomingMessage, response: ServerResponse, address: string) => {
    const requestId = requestIdOf(request);
    const left = new AbortController();
    response.on("close", () => response.writableFinished || left.abort());
    try {
      const answered = await answer(request, requestId, address, left.signal);
      if (answered.file) return await sendFile(response, answered.file, request, requestId);
      // What a send came to is reported in any case, and as it is: only a send is answered with a secret beside what was asked,
      // so no length of what is packed tells anything (BREACH).
      const isRead = request.method === "GET";
      if (isRead) leaveWithin(response, answered.body.length);
      const packed =
        isRead && isWorthPacking(answered.body)
          ? await compress(answered.body, request.headers["accept-encoding"])
          : answered;
      write(response, { ...answered, ...packed });
    } catch (error) {
      refuse(response, error, { requestId, log });
    }
    discardBody(request, lingerMs);
  };
}

/** Writes a file as fast as it is taken. What breaks off is not ended, so that nobody takes it for the whole. */
async function sendFile(response: ServerResponse, file: FileAnswer, { headers }: IncomingMessage, requestId: string) {
  const isPacked = /\bgzip\b(?!\s*;\s*q=0)/i.test(String(headers["accept-encoding"] ?? ""));
  const body = isPacked ? createGzip({ level: 4 }) : new PassThrough();
  response.writeHead(200, {
    ...plainHeaders(requestId),
    "content-type": file.contentType,
    "content-disposition": `attachment; filename="${file.name}"`,
    ...(isPacked ? { "content-encoding": "gzip" } : {}),
    vary: "accept-encoding",
  });
  const sent = pipeline(body, response);
  sent.catch(() => {});
  try {
    await file.send(async (text) => {
      if (body.destroyed) throw left();
      if (!body.write(text)) await Promise.race([once(body, "drain"), sent]).catch(() => Promise.reject(left()));
    });
    body.end();
    await sent;
  } catch {
    response.destroy();
  }
}

const left = () => new Problem("offline", "The browser left before the end of the file.");

const queryOf = (query: string) => (query === "" ? {} : Object.fromEntries(new URLSearchParams(query)));

/** A list reads records for their names: nobody has opened them. What changed is read again by everybody who shows it. */
const askedAs = ({ headers: { "x-switchboard-read": as } }: IncomingMessage) => ({
  isBackground: as === "background",
  isShared: as === "shared",
});

export function requestIdOf(request: IncomingMessage) {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

type Written = Pick<GatewayAnswer, "requestId" | "status" | "readAt"> & {
  body: string | Uint8Array;
  encoding?: "br" | "gzip";
};

function write(response: ServerResponse, answer: Written) {
  if (response.destroyed) return;
  response.writeHead(200, {
    ...plainHeaders(answer.requestId),
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(answer.body),
    ...(answer.encoding ? { "content-encoding": answer.encoding } : {}),
    vary: "accept-encoding",
    "x-upstream-status": String(answer.status),
    "x-read-at": answer.readAt,
  });
  response.end(answer.body);
}
