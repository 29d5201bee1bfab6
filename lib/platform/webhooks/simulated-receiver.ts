import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { addressOf } from "@/lib/platform/http/server";
import { randomFrom } from "@/lib/platform/seed/seeded-random";

/** True for host names that are reserved for examples and tests (RFC 2606, RFC 6761). */
export const isReservedName = (hostname: string) =>
  /(^|\.)(example|test|invalid|example\.com|example\.net|example\.org)$/i.test(hostname.replace(/\.$/, ""));

/** A simulated host that fails often, but always in the same way for the same delivery. */
export const flakyHost = "meter-sync.fernhill.example";

/**
 * Simulates the receivers of webhooks with reserved names by an HTTP server on loopback. It accepts every delivery, except
 * that `flakyHost` answers some with 500 or not at all.
 */
export async function openSimulatedReceiver() {
  const attempts = new Map<string, number>();
  const server = createServer((request, response) => receive(attempts, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: addressOf(server),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function receive(attempts: Map<string, number>, request: IncomingMessage, response: ServerResponse) {
  request.resume();
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  if (host !== flakyHost) return request.on("end", () => response.writeHead(204).end());

  const id = String(request.headers["webhook-id"]);
  const attempt = (attempts.get(id) ?? 0) + 1;
  if (attempts.size > 10_000) attempts.clear();
  attempts.set(id, attempt);
  const draw = randomFrom(`${id} ${attempt}`).next();
  if (draw < 0.12) return;
  request.on("end", () => response.writeHead(draw < 0.4 ? 500 : 204).end());
}
