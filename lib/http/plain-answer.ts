import type { ServerResponse } from "node:http";

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
