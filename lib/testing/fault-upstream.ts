import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Reply } from "./fault-replies";
import { faults } from "./faults";

type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; bytes: number };

export type FaultUpstream = {
  baseUrl: string;
  /** Every request that arrived, in order. */
  seen: Seen[];
  /** The fault that answers from now on, by its name; none is the healthy answer. */
  suffer(fault: string | undefined, only?: (request: IncomingMessage) => boolean): void;
  /** Takes the head of these requests, reads nothing more of them and never answers. */
  stall(these: (request: IncomingMessage) => boolean): void;
  /** What a healthy request is answered with. */
  answer(reply: Reply): void;
  /** The same, and before a request's body was read. */
  answerAtOnce(reply: Reply): void;
  /** Stops listening and drops every connection, as a dead platform does. */
  die(): Promise<void>;
  revive(): Promise<void>;
  /** Answers well again, whatever it was told, lets go of what it held up, and has seen nothing. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

/** A real HTTP server that answers as told: well, or with one of the faults that a platform may have. */
export async function startFaultUpstream(healthy: Reply): Promise<FaultUpstream> {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  const stalled = new Set<Socket>();
  let reply = healthy;
  let isEarly = false;
  let fault: string | undefined;
  let applies = (_request: IncomingMessage) => true;
  let stalls = (_request: IncomingMessage) => false;

  const respond: Reply = (request, response) => {
    const entry: Seen = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, bytes: 0 };
    seen.push(entry);
    if (stalls(request)) {
      stalled.add(request.socket);
      return;
    }
    const suffered = fault !== undefined && applies(request) ? faults[fault] : undefined;
    if (suffered?.atOnce) return suffered.reply(request, response);
    if (!suffered && isEarly) return reply(request, response);
    request.on("data", (chunk: Buffer) => {
      entry.bytes += chunk.length;
    });
    request.on("end", () => (suffered?.reply ?? reply)(request, response));
    request.on("error", () => undefined);
  };

  let server = await listen(respond, sockets, 0);
  const port = (server.address() as AddressInfo).port;
  const die = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  const revive = async () => {
    server = await listen(respond, sockets, port);
  };

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    suffer(name, only = () => true) {
      if (name !== undefined && !faults[name]) throw new Error(`There is no fault called ${name}.`);
      fault = name;
      applies = only;
    },
    stall(these) {
      stalls = these;
    },
    answer(next) {
      reply = next;
      isEarly = false;
    },
    answerAtOnce(next) {
      reply = next;
      isEarly = true;
    },
    die,
    revive,
    async reset() {
      reply = healthy;
      isEarly = false;
      fault = undefined;
      stalls = () => false;
      for (const socket of stalled) socket.destroy();
      stalled.clear();
      if (!server.listening) await revive();
      seen.length = 0;
    },
    close: die,
  };
}

function listen(respond: Reply, sockets: Set<Socket>, port: number) {
  const server: Server = createServer(respond);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return new Promise<Server>((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}
