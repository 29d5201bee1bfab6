import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { addressOf } from "@/platform/http/server";
import { randomFrom } from "@/platform/seed/seeded-random";

/** True for host names that are reserved for examples and tests (RFC 2606, RFC 6761). */
export const isReservedName = (hostname: string) =>
  /(^|\.)(example|test|invalid|example\.com|example\.net|example\.org)$/i.test(hostname.replace(/\.$/, ""));

/** A simulated host that fails often, but always in the same way for the same delivery. */
export const flakyHost = "meter-sync.fernhill.example";

export type ReceivedDelivery = { host: string; id: string; attempt: number };

/** Answers a delivery with a status; undefined leaves it to the simulated host. */
export type AnswerDelivery = (delivery: ReceivedDelivery) => number | undefined;

/**
 * Simulates the receivers of webhooks with reserved names by an HTTP server on loopback. It accepts every delivery, except
 * those that `answer` answers, and that `flakyHost` answers some with 500 or not at all.
 */
export async function openSimulatedReceiver(answer: AnswerDelivery = () => undefined) {
  const attempts = new Map<string, number>();
  const server = createServer((request, response) => receive({ attempts, answer }, request, response));
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

type Receiver = { attempts: Map<string, number>; answer: AnswerDelivery };

function receive({ attempts, answer }: Receiver, request: IncomingMessage, response: ServerResponse) {
  request.resume();
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  const id = String(request.headers["webhook-id"]);
  const attempt = (attempts.get(id) ?? 0) + 1;
  if (attempts.size > 10_000) attempts.clear();
  attempts.set(id, attempt);
  const draw = host === flakyHost ? randomFrom(`${id} ${attempt}`).next() : 1;
  const status = answer({ host, id, attempt }) ?? (draw < 0.4 ? 500 : 204);
  if (draw < 0.12) return;
  request.on("end", () => response.writeHead(status).end());
}
