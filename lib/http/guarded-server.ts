import { createServer, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { sendPlainAnswer } from "./refuse";

/** Node drops headers beyond its limit, among them the address that a proxy appends. So more headers are refused. */
const maxHeaders = 500;
/** The rest of a stranger's body that is still read after the answer. */
const maxRestBytes = 64 * 1024;
/** A body in tiny chunks costs more to parse than it costs to send. */
const freeChunks = 1_000;
const minChunkBytes = 64;

type GuardedServerOptions = {
  answer: (request: IncomingMessage, response: GuardedResponse) => void;
  /** True for requests without a session. */
  isStranger: (request: IncomingMessage) => boolean;
  /** How long the rest of a body is read after the answer. */
  lingerMs?: number;
};

/**
 * Node's HTTP server, in which a client cannot buy much parsing for few bytes: each connection has one request at a time, a
 * body in tiny chunks closes it, and the rest of a body that nobody reads is limited.
 */
export function createGuardedServer({ answer, isStranger, lingerMs = 30_000 }: GuardedServerOptions) {
  const answering = new WeakSet<Socket>();
  const inTurn = createTurns();
  const server = createServer({ IncomingMessage: CountedRequest, ServerResponse: GuardedResponse });
  server.maxHeadersCount = maxHeaders + 1;
  server.on("request", (request, response) => {
    const { socket } = request;
    // Pipelining. Browsers and proxies do not pipeline.
    if (answering.has(socket)) return stopParsing(socket);
    answering.add(socket);
    response.once("close", () => answering.delete(socket));
    response.once("finish", () => drain(request, lingerMs));
    response.isToStranger = isStranger(request);
    const begin = () => {
      if (request.rawHeaders.length > 2 * maxHeaders)
        sendPlainAnswer(response, { status: 431, text: "Too many headers.", headers: { connection: "close" } });
      else if (!socket.destroyed) answer(request, response);
    };
    if (response.isToStranger) inTurn(begin);
    else begin();
  });
  server.on("checkExpectation", (_request, response) =>
    sendPlainAnswer(response, { status: 417, text: "Not expected.", headers: { connection: "close" } }),
  );
  return server;
}

/**
 * Runs one task per turn of the event loop. Node accepts one connection per turn, so turns that answer many requests would
 * leave new connections waiting to be accepted.
 */
function createTurns() {
  const tasks: (() => void)[] = [];
  function runNext() {
    if (tasks.length > 1) setImmediate(runNext);
    tasks.shift()?.();
  }
  return (task: () => void) => {
    if (tasks.push(task) === 1) setImmediate(runNext);
  };
}

/**
 * Destroys the socket. Node would still handle the thousands of requests that it has already read, at 30 µs each. Its parser
 * stops at a request for which `onIncoming` returns 2, as at an upgrade.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }) {
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.destroy();
}

/** Drains the rest of an answered request's body, so that the client reads the answer. Cuts it off after `lingerMs`. */
function drain(request: IncomingMessage, lingerMs: number) {
  if (request.readableEnded || request.destroyed) return;
  request.resume();
  if (request.complete) return;
  const timer = setTimeout(() => request.socket.destroy(), lingerMs).unref();
  request.once("close", () => clearTimeout(timer));
}

class CountedRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;

  override push(chunk: unknown, encoding?: BufferEncoding) {
    // Node detaches the socket once the request is destroyed, and then still pushes the end of its body.
    const socket: Socket | null = this.socket;
    if (!socket || socket.destroyed) return false;
    if (chunk instanceof Uint8Array) {
      this.#chunks += 1;
      this.#bytes += chunk.length;
    }
    if (this.#chunks < freeChunks + this.#bytes / minChunkBytes) return super.push(chunk, encoding);
    socket.destroy();
    return false;
  }
}

export class GuardedResponse extends ServerResponse<CountedRequest> {
  isToStranger = true;
  /** Returns how long this answer is held back. Called once, when its status is known. */
  holdMs: ((status: number) => number) | undefined;
  /** False for a proxy's connection, which other people use, too. */
  pausesSocket = true;

  override writeHead(status: number, ...rest: unknown[]) {
    if (this.#leavesBody() && !this.headersSent) this.setHeader("connection", "close");
    return super.writeHead(status, ...(rest as []));
  }

  override end(...args: unknown[]) {
    const waitMs = this.holdMs?.(this.statusCode) ?? 0;
    this.holdMs = undefined;
    if (waitMs === 0) return super.end(...(args as []));
    const { socket } = this;
    // Node resumes the socket once it has handled a whole request, which can be the caller.
    if (this.pausesSocket) setImmediate(() => socket?.pause());
    setTimeout(() => {
      if (this.pausesSocket) socket?.resume();
      super.end(...(args as []));
    }, waitMs);
    return this;
  }

  /** The body of an unknown length, or a stranger's long one, is not worth reading for the next request. */
  #leavesBody() {
    const { complete, headers } = this.req;
    if (complete) return false;
    const isLong = Number(headers["content-length"] ?? 0) > maxRestBytes;
    return headers["transfer-encoding"] !== undefined || (this.isToStranger && isLong);
  }
}
