import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Reply } from "./fault-replies";
import { faults } from "./faults";

type ReceivedRequest = { method: string; url: string; headers: IncomingMessage["headers"]; bytes: number };

export type FaultUpstream = {
  baseUrl: string;
  /** Every request that arrived, in order. */
  seen: ReceivedRequest[];
  /** Sets the fault of later answers by its name. Undefined restores the healthy answer. */
  suffer(fault: string | undefined, only?: (request: IncomingMessage) => boolean): void;
  /** Reads only the head of matching requests and never answers them. */
  stall(matches: (request: IncomingMessage) => boolean): void;
  /** Sets the healthy answer, sent after the request's body was read. */
  answer(reply: Reply): void;
  /** Sets the healthy answer, sent before the request's body is read. */
  answerAtOnce(reply: Reply): void;
  /** Stops listening and drops all connections, like a dead platform. */
  die(): Promise<void>;
  revive(): Promise<void>;
  /** Restores the initial state: healthy answers, no stalled requests and an empty `seen`. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

/** An HTTP server that answers normally or with one of the `faults`. */
export async function startFaultUpstream(healthy: Reply): Promise<FaultUpstream> {
  const seen: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const stalled = new Set<Socket>();
  let reply = healthy;
  let isEarly = false;
  let fault: string | undefined;
  let hasFault = (_request: IncomingMessage) => true;
  let isStalled = (_request: IncomingMessage) => false;

  const respond: Reply = (request, response) => {
    const entry: ReceivedRequest = {
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      bytes: 0,
    };
    seen.push(entry);
    if (isStalled(request)) {
      stalled.add(request.socket);
      return;
    }
    const activeFault = fault !== undefined && hasFault(request) ? faults[fault] : undefined;
    if (activeFault?.atOnce) return activeFault.reply(request, response);
    if (!activeFault && isEarly) return reply(request, response);
    request.on("data", (chunk: Buffer) => {
      entry.bytes += chunk.length;
    });
    request.on("end", () => (activeFault?.reply ?? reply)(request, response));
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
      hasFault = only;
    },
    stall(matches) {
      isStalled = matches;
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
      isStalled = () => false;
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
