import type { ServerResponse } from "node:http";
import type { Logger } from "pino";
import { clock } from "@/lib/clock";
import { Problem } from "@/lib/contract/problem";
import { toProblemJson } from "@/lib/contract/problem-json";
import { isStorageFault, writeFault } from "@/lib/db/database";

type RefusalContext = { requestId: string; log: Logger };

/** Sends any failure as a problem. Logs our own faults, unless they have a request ID: the gateway has logged those. */
export function refuse(response: ServerResponse, error: unknown, { requestId, log }: RefusalContext) {
  const problem = asProblem(error);
  if (problem.status >= 500 && problem.code !== "busy" && !problem.requestId)
    log.error({ err: error, request_id: requestId }, "unexpected");
  if (response.headersSent || response.destroyed) return;
  if (problem.retryAfterSeconds !== undefined) response.setHeader("retry-after", String(problem.retryAfterSeconds));
  // The rest of the body may still arrive, or never, so the connection is not reused.
  if (problem.code === "too_large" || problem.status === 408) response.setHeader("connection", "close");
  response.writeHead(problem.status, { ...plainHeaders(requestId), "content-type": "application/problem+json" });
  response.end(JSON.stringify({ ...toProblemJson(problem), request_id: problem.requestId ?? requestId }));
}

export const plainHeaders = (requestId: string) => ({
  "x-request-id": requestId,
  // Browsers follow the server's clock; see `clock.follow`.
  "x-time": String(clock.nowMs()),
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
});

/** Maps any failure to a Problem that people can see. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const fault = writeFault(error);
  if (fault) return new Problem(fault.code, fault.message, { cause: error });
  return isStorageFault(error)
    ? new Problem("storage_down", undefined, { cause: error })
    : new Problem("internal", undefined, { cause: error });
}

type PlainAnswer = { status: number; text: string; headers?: Record<string, string> };

export function sendPlainAnswer(response: ServerResponse, { status, text, headers }: PlainAnswer) {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  response.end(text);
}
