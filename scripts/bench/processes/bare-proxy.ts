import { createServer, type IncomingHttpHeaders } from "node:http";
import { Pool } from "undici";
import { answerRequests, processOptions, usage } from "./answering";
import { listen } from "./listen";

const { to } = processOptions<{ to: string }>();
const pool = new Pool(to, { connections: 64, headersTimeout: 0, bodyTimeout: 0 });
const hopByHop = new Set(["connection", "keep-alive", "transfer-encoding", "host", "expect"]);

const forwardedHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));

/** The yardstick: Node's server and undici's client without anything between them. */
const server = createServer((request, response) => {
  pool
    .request({
      method: request.method as "GET",
      path: request.url ?? "/",
      headers: { ...forwardedHeaders(request.headers), authorization: "Bearer key" },
      body: request.method === "GET" ? null : request,
    })
    .then(({ statusCode, headers, body }) => {
      response.writeHead(statusCode, forwardedHeaders(headers));
      body.pipe(response);
    })
    .catch(() => response.writeHead(502).end());
});
server.requestTimeout = 0;

answerRequests({ usage }, { origin: await listen(server) });
