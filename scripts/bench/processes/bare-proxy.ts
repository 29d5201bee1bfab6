import { createServer, type IncomingHttpHeaders } from "node:http";
import { Pool } from "undici";
import { answering, given, usage } from "./answering";
import { listen } from "./listen";

const { to } = given<{ to: string }>();
const pool = new Pool(to, { connections: 64, headersTimeout: 0, bodyTimeout: 0 });
const ofTheHop = new Set(["connection", "keep-alive", "transfer-encoding", "host", "expect"]);

const passedOn = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheHop.has(name)));

/** The yardstick: node's server and undici's client, and nothing between them. */
const server = createServer((request, response) => {
  pool
    .request({
      method: request.method as "GET",
      path: request.url ?? "/",
      headers: { ...passedOn(request.headers), authorization: "Bearer key" },
      body: request.method === "GET" ? null : request,
    })
    .then(({ statusCode, headers, body }) => {
      response.writeHead(statusCode, passedOn(headers));
      body.pipe(response);
    })
    .catch(() => response.writeHead(502).end());
});
server.requestTimeout = 0;

answering({ usage }, { origin: await listen(server) });
