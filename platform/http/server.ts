import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import * as z from "zod/mini";
import { apiOperations } from "@/lib/contract/api";
import { match } from "@/lib/contract/match";
import { isWrite, type Operation } from "@/lib/contract/operation";
import type { Database } from "@/lib/db/database";
import { attempt } from "@/lib/format/attempt";
import { FileFault } from "@/lib/http/file-fault";
import { ApiError, errorBody } from "./api-error";
import type { Handler } from "./context";
import { organizationOf } from "./keys";

type ApiServerOptions = { db: Database; handlers: readonly Handler[]; log: Logger };

export function createApiServer(options: ApiServerOptions) {
  // No limit for whole requests, because uploads can be long. The idle timeout ends a stalled one.
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 10_000, keepAliveTimeout: 65_000 },
    (request, response) => {
      answer(options, request, response).catch((error: unknown) => {
        options.log.error({ err: error }, "a request could not be answered");
        response.destroy();
      });
    },
  );
  server.setTimeout(60_000);
  return server;
}

export const addressOf = (server: { address: () => AddressInfo | string | null }) => {
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The server is not listening.");
  return `http://127.0.0.1:${address.port}`;
};

async function answer(options: ApiServerOptions, request: IncomingMessage, response: ServerResponse) {
  try {
    send(response, 200, await run(options, request));
  } catch (error) {
    if (request.destroyed && !request.complete) return response.destroy();
    const problem = problemOf(error) ?? logUnexpected(options.log, error);
    await drain(request);
    send(response, problem.status, errorBody(problem), problem.headers);
  }
}

async function run({ db, handlers, log: _ }: ApiServerOptions, request: IncomingMessage) {
  const { path, query } = parseUrl(request);
  const organization = await organizationOf(db, request.headers.authorization);
  const { op, params } = matchOperation(request.method ?? "", path);
  const handler = handlers.find((candidate) => candidate.op === op);
  if (!handler) throw new Error(`No handler for ${op.id}.`);
  return handler.run({ ...(isWrite(op) ? {} : query), ...params }, { organization, request });
}

function parseUrl({ url = "/" }: IncomingMessage) {
  const [path = "/", search = ""] = url.split(/\?(.*)/s);
  const query = [...new URLSearchParams(search)].map(([key, value]) => [key, storable(value)]);
  return { path, query: Object.fromEntries(query.reverse()) };
}

function matchOperation(method: string, path: string) {
  const matched = match(apiOperations, method, path, decode);
  if (matched) return matched;
  const allowed = methods.filter((other) => match(apiOperations, other, path, decode));
  if (allowed.length === 0) throw new ApiError("no_such_path", "There is nothing at this address.");
  const allow = allowed.join(", ");
  throw new ApiError("method_not_allowed", `This address takes ${allow} only.`, undefined, { allow });
}

const methods: readonly Operation["method"][] = ["GET", "POST", "DELETE"];

/** Decodes one segment of a path; undefined if its percent-encoding is invalid. */
const decode = (segment: string) => attempt(() => storable(decodeURIComponent(segment)));

/** PostgreSQL cannot store NUL, so no record has it. Any other character gives the same "not found". */
const storable = (text: string) => text.replaceAll("\0", "\uFFFD");

function problemOf(error: unknown) {
  if (error instanceof ApiError) return error;
  if (error instanceof FileFault) return new ApiError(error.code, error.message, error.details);
  if (!(error instanceof z.core.$ZodError)) return undefined;
  const issue = error.issues[0];
  const field = issue?.path.join(".") ?? "";
  return new ApiError("invalid_query", `${field} must be a whole number of at least 1.`, { field });
}

function logUnexpected(log: Logger, error: unknown) {
  log.error({ err: error }, "a request failed");
  return new ApiError("internal", "Something went wrong on our side.");
}

function send(response: ServerResponse, status: number, body: unknown, headers = {}) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...headers,
  });
  response.end(text);
}

/** Drains the rest of a refused upload, because a sender that is cut off does not read the answer. */
function drain(request: IncomingMessage) {
  if (request.complete) return;
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 15_000);
    request.once("close", () => clearTimeout(timer)).once("close", resolve);
    request.once("end", resolve);
    request.resume();
  });
}
