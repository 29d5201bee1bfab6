import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Console } from "@/lib/console/console";
import { isPlainObject, parseJson } from "@/lib/contract/json";
import { match } from "@/lib/contract/match";
import { isWrite } from "@/lib/contract/operation";
import { Problem, toProblemJson } from "@/lib/contract/problem";
import { type Gateway, type GatewayAnswer, gatewayOperations } from "./gateway";
import { createRateLimit } from "./rate-limit";
import { fileBodyOf } from "./upload";

const largestBody = 64 * 1024;

type DoorParts = {
  gateway: Gateway;
  console: Console;
  origins: readonly string[];
  /** Throws when a person asks too much at once. */
  limit?: (person: string) => void;
};

/** The gateway's own HTTP: `/api/v1/…` and `/api/console/…` on node's server, in front of Next. */
export function createDoor(parts: DoorParts) {
  const { gateway, console, origins, limit = createRateLimit() } = parts;

  async function answer(request: IncomingMessage, requestId: string, address: string, signal: AbortSignal) {
    const [path = "", query = ""] = (request.url ?? "").slice("/api".length).split("?", 2);
    const found = match(gatewayOperations, request.method ?? "", path);
    if (!found) throw new Problem("no_such_operation", "There is no such operation.");
    const person = await console.personOf(request.headers.cookie);
    if (person) limit(person.id);
    const { op, params } = found;
    if (isWrite(op) && person?.role && op.allow.includes(person.role)) sameOrigin(request, origins);
    const file = op.body === "file" && person ? fileBodyOf(request) : undefined;
    const rest = isWrite(op) ? (file ? {} : await jsonBody(request)) : Object.fromEntries(new URLSearchParams(query));
    // A send goes on when the browser leaves: it may already have taken effect, and its outcome is to be recorded.
    return gateway.call(
      op,
      { ...rest, ...params },
      {
        person,
        requestId,
        address,
        file,
        signal: isWrite(op) ? undefined : signal,
        isBackground: isBackground(request),
      },
    );
  }

  return async (request: IncomingMessage, response: ServerResponse, address: string) => {
    const requestId = requestIdOf(request);
    const left = new AbortController();
    response.on("close", () => response.writableFinished || left.abort());
    try {
      write(response, await answer(request, requestId, address, left.signal));
    } catch (error) {
      refuse(response, error, requestId);
    }
    if (!request.readableEnded) request.resume();
  };
}

/** Writes any failure as the problem it is; what is no problem is a bug, and says nothing of itself. */
export function refuse(response: ServerResponse, error: unknown, requestId: string) {
  const problem = error instanceof Problem ? error : new Problem("internal", "Something went wrong on our side.");
  if (response.headersSent || response.destroyed) return;
  if (problem.retryAfterSeconds !== undefined) response.setHeader("retry-after", String(problem.retryAfterSeconds));
  // An upload that was turned away may still be coming: its connection is not used again.
  if (problem.code === "too_large") response.setHeader("connection", "close");
  response.writeHead(problem.status, { ...plainHeaders(requestId), "content-type": "application/problem+json" });
  response.end(JSON.stringify({ ...toProblemJson(problem), request_id: problem.requestId ?? requestId }));
}

/** A list reads records for their names; nobody has opened them. */
const isBackground = ({ headers }: IncomingMessage) => headers["x-switchboard-read"] === "background";

export function requestIdOf(request: IncomingMessage) {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

function write(response: ServerResponse, answer: GatewayAnswer) {
  response.writeHead(200, {
    ...plainHeaders(answer.requestId),
    "content-type": "application/json; charset=utf-8",
    "x-upstream-status": String(answer.status),
    "x-read-at": answer.readAt,
  });
  response.end(answer.text);
}

const plainHeaders = (requestId: string) => ({
  "x-request-id": requestId,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
});

/** A send must come from our own page: the browser says so itself, and the fixed header cannot be set from elsewhere. */
function sameOrigin({ headers }: IncomingMessage, origins: readonly string[]) {
  const site = headers["sec-fetch-site"];
  const isOurs = site === undefined ? origins.includes(headers.origin ?? "") : site === "same-origin";
  if (isOurs && headers["x-switchboard"] === "1") return;
  throw new Problem("cross_origin", "The request did not come from Switchboard's own page.", { outcome: "refused" });
}

async function jsonBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new Problem("too_large", "The request is too large.", { outcome: "refused" });
    chunks.push(chunk);
  }
  if (size === 0) return {};
  const body = await Promise.resolve(Buffer.concat(chunks).toString("utf8"))
    .then(parseJson)
    .catch(() => undefined);
  if (isPlainObject(body)) return body;
  throw new Problem("bad_input", "The request was not understood.", { outcome: "refused" });
}

export type Door = ReturnType<typeof createDoor>;
