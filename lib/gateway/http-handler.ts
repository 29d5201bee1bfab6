import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Person } from "@/lib/contract/actor";
import { match } from "@/lib/contract/match";
import { type FileStream, hasBody, isOfPlatform, isWrite, type Operation } from "@/lib/contract/operation";
import { Problem, refused } from "@/lib/contract/problem";
import { holdsToken, tokenPrefix } from "@/lib/contract/token-access";
import { compress } from "@/lib/http/compress";
import { jsonBody } from "@/lib/http/json-body";
import { refuseCrossOrigin } from "@/lib/http/origins";
import { createRateLimit } from "@/lib/http/rate-limit";
import { plainHeaders, refuse } from "@/lib/http/refuse";
import { type Gateway, type GatewayAnswer, gatewayOperations } from "./gateway";
import type { Sessions } from "./gateway-console";
import { createMemoryBudget, type MemoryBudget } from "./memory-budget";
import { browserBodyOf } from "./parse-response";
import { refuseNumberInAddress } from "./sealed-search";
import { createExportLimit, sendFile } from "./send-file";
import { createUploadLimit, cutOff, type FindPerson, fileBodyOf, watchSender } from "./upload";
import { requirePerson } from "./valid-call";

const largestInput = 64 * 1024;

/** Memory limit for all answers on their way to slow browsers. */
const outgoingBytes = 128 * 1024 * 1024;

type HttpHandlerOptions = {
  gateway: Gateway;
  sessions: Sessions;
  origins: readonly string[];
  log: Logger;
  /** Throws if a person exceeds the rate limit. */
  limit?: (person: string) => void;
  /** Time limit for a JSON body to arrive. */
  bodyMs?: number;
  /** Time within which the browser must read a least part of an export. */
  exportPaceMs?: number;
};

type WantedFile = { op: Operation; person: Person; findPerson: FindPerson; makeFile: () => Promise<FileStream> };

export function createHttpHandler(options: HttpHandlerOptions) {
  const { gateway, sessions, log, bodyMs, exportPaceMs } = options;
  const withinUploads = createUploadLimit();
  const withinExports = createExportLimit();
  const outgoing = createMemoryBudget(outgoingBytes);
  const admit = createAdmission(options);

  async function answer(request: IncomingMessage, requestId: string, address: string, signal: AbortSignal) {
    const { op, params, query, person, findPerson } = await admit(request);
    const file = op.body === "file" ? { ...fileBodyOf(request), left: leftOf(signal) } : undefined;
    const input = { ...(file ? {} : await inputOf(request, { op, query, bodyMs })), ...params };
    const sender = file && watchSender(sessions, op, findPerson);
    // A send goes on if the browser leaves: it may have taken effect, and its outcome must be recorded.
    const abortSignal = isWrite(op) ? sender?.signal : signal;
    const caller = { person, requestId, address, file, signal: abortSignal, ...readModeOf(request) };
    if (op.isFile) return { op, person, findPerson, makeFile: () => gateway.file(op, input, caller) };
    const call = () => gateway.call(op, input, caller);
    const answered = await (sender ? withinUploads(call, person.id).finally(sender.stop) : call());
    return {
      ...answered,
      isRead: !isWrite(op),
      body: answered.body ?? (isOfPlatform(op) ? browserBodyOf(answered) : answered.text),
    };
  }

  /** One export per person, ended with the session. It is recorded once it may begin. */
  function exportFile(response: ServerResponse, request: IncomingMessage, requestId: string, wanted: WantedFile) {
    return withinExports(async () => {
      const sender = watchSender(sessions, wanted.op, wanted.findPerson);
      try {
        const file = await wanted.makeFile();
        await sendFile(response, file, {
          headers: request.headers,
          requestId,
          signal: sender.signal,
          paceMs: exportPaceMs,
        });
      } finally {
        sender.stop();
      }
    }, wanted.person.id);
  }

  return async (request: IncomingMessage, response: ServerResponse, address: string) => {
    const requestId = requestIdOf(request);
    const abort = new AbortController();
    response.on("close", () => response.writableFinished || abort.abort());
    try {
      const answered = await answer(request, requestId, address, abort.signal);
      if (answered.makeFile) return await exportFile(response, request, requestId, answered);
      // Answers to sends skip the memory limit, because their outcome must reach the browser.
      if (answered.isRead) reserveUntilClosed(outgoing, response, answered.body.length);
      write(response, { ...answered, ...(await encodedBody(answered, request)) });
    } catch (error) {
      refuse(response, error, { requestId, log });
    }
  };
}

/** Finds the operation that a request asks for, and the person. Throws a Problem if they may not ask for it. */
function createAdmission({ sessions, origins, limit = createRateLimit() }: HttpHandlerOptions) {
  return async (request: IncomingMessage) => {
    const [path = "", query = ""] = (request.url ?? "").slice("/api".length).split("?", 2);
    const matched = match(gatewayOperations, request.method ?? "", path);
    if (!matched) throw new Problem("no_such_operation", "There is no such operation.");
    const { op, params } = matched;
    if (holdsToken(query)) throw tokenInAddress();
    const { cookie, authorization, "x-switchboard-unattended": unattended } = request.headers;
    const token = tokenIn(authorization);
    const findPerson = (isUnattended = false) =>
      token === undefined ? sessions.personOf(cookie, isUnattended) : sessions.ownerOf(token);
    const signedIn = await findPerson(!isWrite(op) && unattended === "1");
    if (token !== undefined && !signedIn) throw invalidToken();
    if (signedIn) limit(signedIn.token?.id ?? signedIn.id);
    const person = requirePerson(op, signedIn);
    if (hasBody(op) && token === undefined) refuseCrossOrigin(request, origins);
    return { op, params, query, person, findPerson };
  };
}

type InputOptions = { op: Operation; query: string; bodyMs: number | undefined };

/** The input in the address of a read, or in the JSON body of a send. */
async function inputOf(request: IncomingMessage, { op, query, bodyMs }: InputOptions) {
  if (hasBody(op)) return jsonBody(request, { largestBytes: op.largestInput ?? largestInput, withinMs: bodyMs });
  const input = queryOf(query);
  refuseNumberInAddress(op, input);
  return input;
}

/** Answers to sends are never compressed, because they can hold a secret beside reflected input (BREACH). */
async function encodedBody({ isRead, body }: { isRead: boolean; body: string | Uint8Array }, request: IncomingMessage) {
  return isRead ? compress(body, request.headers["accept-encoding"]) : { body };
}

/** Aborts with a Problem when the sender of an upload leaves before its answer. */
function leftOf(signal: AbortSignal): AbortSignal {
  const left = new AbortController();
  signal.addEventListener("abort", () => left.abort(cutOff()));
  return left.signal;
}

/** Another kind of authorization is that of a proxy before Switchboard, whose people have a session. */
const tokenIn = (authorization = "") => new RegExp(`^Bearer (${tokenPrefix}\\S+)$`, "i").exec(authorization)?.[1];

const invalidToken = () =>
  new Problem("unauthenticated", "This token is not valid. It was revoked, has ended, or its owner is disabled.");

const tokenInAddress = () =>
  refused("bad_input", "A token belongs in the Authorization header, because addresses are logged. Revoke this token.");

function reserveUntilClosed(budget: MemoryBudget, response: ServerResponse, bytes: number) {
  budget.reserve(bytes);
  const release = () => budget.release(bytes);
  if (response.closed) release();
  else response.once("close", release);
}

const queryOf = (query: string) => (query === "" ? {} : Object.fromEntries(new URLSearchParams(query)));

/** `background`: a list needs names. `shared`: a refetch after an announced change. */
const readModeOf = ({ headers: { "x-switchboard-read": mode } }: IncomingMessage) => ({
  isBackground: mode === "background",
  isShared: mode === "shared",
});

/** A client's ID has no dot, so that it is never the ID of an unattended send. */
export function requestIdOf(request: IncomingMessage) {
  const header = request.headers["x-request-id"];
  return typeof header === "string" && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();
}

type BrowserAnswer = Pick<GatewayAnswer, "requestId" | "status" | "readAt"> & {
  body: string | Uint8Array;
  encoding?: "br" | "gzip";
};

function write(response: ServerResponse, answer: BrowserAnswer) {
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
