import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { addressOf } from "@/lib/platform/http/server";
import { randomFrom } from "@/lib/platform/seed/seeded-random";

/** Whether a host name is reserved for examples and tests (RFC 2606, RFC 6761), so that nobody is behind it. */
export const isReservedName = (hostname: string) =>
  /(^|\.)(example|test|invalid|example\.com|example\.net|example\.org)$/i.test(hostname.replace(/\.$/, ""));

/** The one of the simulated hosts that often fails, the same way every time for the same delivery. */
export const flakyHost = "meter-sync.fernhill.example";

/**
 * Stands in for the receivers of webhooks behind reserved names: a real HTTP server on loopback, which takes everything,
 * except at one host that answers 500 or not at all to some.
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
  const luck = randomFrom(`${id} ${attempt}`).next();
  if (luck < 0.12) return;
  request.on("end", () => response.writeHead(luck < 0.4 ? 500 : 204).end());
}
