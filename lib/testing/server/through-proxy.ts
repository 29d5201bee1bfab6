import { once } from "node:events";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";

type Call = { host?: string; method?: string; headers?: OutgoingHttpHeaders };

/** Begins a request by https to a proxy on this machine. */
export function beginThrough(
  port: number,
  path: string,
  { host = "switchboard.example.com", method = "GET", headers = {} }: Call = {},
) {
  return request({
    ...{ host: "127.0.0.1", port, path, method, servername: host, agent: false },
    // The proxy's certificate is made for the test.
    rejectUnauthorized: false,
    headers: { host, "x-switchboard": "1", origin: "https://switchboard.example.com", ...headers },
  });
}

export async function callThrough(port: number, path: string, { body, ...call }: Call & { body?: unknown } = {}) {
  const sending = beginThrough(port, path, {
    ...call,
    headers: { "content-type": "application/json", ...call.headers },
  });
  sending.end(body === undefined ? undefined : JSON.stringify(body));
  return answerTo(sending);
}

export async function answerTo(sending: ReturnType<typeof beginThrough>) {
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

/** Opens the event stream as a browser does, which accepts gzip. `text` is what arrived so far. */
export async function openStreamThrough(port: number, cookie: string) {
  const sending = beginThrough(port, "/api/events", { headers: { cookie, "accept-encoding": "gzip" } }).end();
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  const isPacked = response.headers["content-encoding"] === "gzip";
  const stream = { isPacked, text: "", isOver: false, leave: () => sending.destroy() };
  const plain = isPacked ? response.pipe(createGunzip()) : response;
  plain.setEncoding("utf8").on("data", (part: string) => (stream.text += part));
  for (const source of [response, plain]) source.on("error", () => undefined);
  response.on("close", () => (stream.isOver = true));
  return stream;
}
