import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { Problem } from "@/lib/contract/problem";
import { toProblemJson } from "@/lib/contract/problem-json";
import { isStorageFault, writeFault } from "@/lib/db/database";

type Edge = { requestId: string; log: Logger };

/** Writes any failure as the problem it is. A fault of ours is logged here, once; the gateway has logged what bears an id. */
export function refuse(response: ServerResponse, error: unknown, { requestId, log }: Edge) {
  const problem = asProblem(error);
  if (problem.status >= 500 && problem.code !== "busy" && !problem.requestId)
    log.error({ err: error, request_id: requestId }, "unexpected");
  if (response.headersSent || response.destroyed) return;
  if (problem.retryAfterSeconds !== undefined) response.setHeader("retry-after", String(problem.retryAfterSeconds));
  // What was turned away may still be coming, or never come: its connection is not used again.
  if (problem.code === "too_large" || problem.status === 408) response.setHeader("connection", "close");
  response.writeHead(problem.status, { ...plainHeaders(requestId), "content-type": "application/problem+json" });
  response.end(JSON.stringify({ ...toProblemJson(problem), request_id: problem.requestId ?? requestId }));
}

/** Takes what is left of an answered request's body, so that the answer is read; who goes on for too long is cut off. */
export function discardBody(request: IncomingMessage, lingerMs = 30_000) {
  if (request.readableEnded || request.destroyed) return;
  if (request.complete) return void request.resume();
  const { socket } = request;
  const late = setTimeout(() => socket.destroy(), lingerMs).unref();
  request.once("close", () => clearTimeout(late)).resume();
}

export const plainHeaders = (requestId: string) => ({
  "x-request-id": requestId,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
});

/** Any failure as what a person can be told of it. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const fault = writeFault(error);
  if (fault) return new Problem(fault.code, fault.message, { cause: error });
  return isStorageFault(error)
    ? new Problem("storage_down", undefined, { cause: error })
    : new Problem("internal", undefined, { cause: error });
}

type Plain = { status: number; text: string; headers?: Record<string, string> };

/** A short answer that no page has to be made for. */
export function plainAnswer(response: ServerResponse, { status, text, headers }: Plain) {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(text);
}
