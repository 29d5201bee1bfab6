import type { IncomingMessage, ServerResponse } from "node:http";

/** Outcome words of a send: surely nothing happened, or nobody can say. */
type Outcome = "refused" | "unknown" | "ok";

export type Fault = {
  /** In words, for the table in the README. */
  what: string;
  reply: (request: IncomingMessage, response: ServerResponse) => void;
  /** Breaks the exchange before the request's body was read. */
  atOnce?: true;
  /** The problem's code and status that the gateway answers a read with; a drifted answer is `ok`. */
  read: string;
  status: number;
  /** What a send is told of its outcome. */
  send: Outcome;
};

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  text(status, JSON.stringify(body), { "content-type": "application/json", ...headers });

const text =
  (status: number, body: string, headers: Record<string, string>): Fault["reply"] =>
  (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

const page = "<!doctype html><title>502 Bad Gateway</title><h1>nginx</h1>";
const html = { "content-type": "text/html" };
const asJson = { "content-type": "application/json" };

const hangInBody: Fault["reply"] = (_request, response) => {
  response.writeHead(200, asJson);
  response.write('{"success":true,"da');
};

const cutBody: Fault["reply"] = (_request, response) => {
  response.writeHead(200, { ...asJson, "transfer-encoding": "chunked" });
  response.write('{"success":true,"da', () => response.destroy());
};

const wrongLength: Fault["reply"] = (_request, response) => {
  response.writeHead(200, { ...asJson, "content-length": "500" });
  response.write('{"success":true}', () => response.destroy());
};

const sixtyMegabytes: Fault["reply"] = (_request, response) => {
  response.writeHead(200, asJson);
  const block = `"${"x".repeat(1024 * 1024 - 3)}",`;
  let left = 60;
  response.write("[");
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(block)) {
        response.once("drain", more);
        return;
      }
    }
    response.end('""]');
  };
  more();
};

const unreadable = { read: "upstream-unreadable", status: 502, send: "unknown" } as const;

/** Every fault of the reliability matrix: what the platform does, and what Switchboard must make of it. */
export const faults: Record<string, Fault> = {
  reset: {
    what: "resets the connection",
    atOnce: true,
    reply: (request) => request.socket.resetAndDestroy(),
    read: "upstream-cut",
    status: 502,
    send: "unknown",
  },
  "hang-before": {
    what: "never answers",
    reply: () => undefined,
    read: "upstream-timeout",
    status: 504,
    send: "unknown",
  },
  "hang-in-body": {
    what: "stops in the middle of its answer",
    reply: hangInBody,
    read: "upstream-timeout",
    status: 504,
    send: "unknown",
  },
  "cut-body": {
    what: "drops the line in the middle of its answer",
    reply: cutBody,
    read: "upstream-cut",
    status: 502,
    send: "unknown",
  },
  "wrong-length": {
    what: "sends less than it announced",
    reply: wrongLength,
    read: "upstream-cut",
    status: 502,
    send: "unknown",
  },
  redirect: {
    what: "redirects",
    reply: text(302, "", { location: "http://127.0.0.1:9/elsewhere" }),
    read: "upstream-redirect",
    status: 502,
    send: "unknown",
  },
  "400": {
    what: "400 with a message",
    reply: json(400, { message: "Campaign must be paused to resume" }),
    read: "rejected",
    status: 400,
    send: "refused",
  },
  "401": {
    what: "401: refuses the key",
    reply: json(401, { error: { message: "Invalid API key" } }),
    read: "upstream-auth",
    status: 502,
    send: "refused",
  },
  "403": {
    what: "403: refuses the key",
    reply: json(403, { detail: "Forbidden" }),
    read: "upstream-auth",
    status: 502,
    send: "refused",
  },
  "404": { what: "404", reply: json(404, { message: "Not here" }), read: "not_found", status: 404, send: "refused" },
  "409": {
    what: "409",
    reply: json(409, { message: "Changed meanwhile" }),
    read: "conflict",
    status: 409,
    send: "refused",
  },
  "413": {
    what: "413",
    reply: json(413, { message: "Payload too large" }),
    read: "too_large",
    status: 413,
    send: "refused",
  },
  "422": {
    what: "422 with a list of details",
    reply: json(422, { detail: [{ loc: ["body", "file"], msg: "field required" }] }),
    read: "rejected",
    status: 422,
    send: "refused",
  },
  "429": {
    what: "429 with Retry-After",
    reply: json(429, { message: "Slow down" }, { "retry-after": "7" }),
    read: "rate_limited",
    status: 429,
    send: "refused",
  },
  "429-bare": {
    what: "429 without Retry-After",
    reply: json(429, {}),
    read: "rate_limited",
    status: 429,
    send: "refused",
  },
  "500": {
    what: "500 with JSON",
    reply: json(500, { error: "boom" }),
    read: "upstream-fault",
    status: 502,
    send: "unknown",
  },
  "503": {
    what: "503 with JSON",
    reply: json(503, { error: "maintenance" }),
    read: "upstream-fault",
    status: 502,
    send: "unknown",
  },
  "504": {
    what: "504 with a page of HTML",
    reply: text(504, page, html),
    read: "upstream-fault",
    status: 502,
    send: "unknown",
  },
  "html-500": {
    what: "500 with a page of HTML",
    reply: text(500, page, html),
    read: "upstream-fault",
    status: 502,
    send: "unknown",
  },
  "html-200": { what: "200 with a page of HTML", reply: text(200, page, html), ...unreadable },
  "text-200": {
    what: "200 with another content type",
    reply: text(200, '{"success":true}', { "content-type": "text/plain" }),
    ...unreadable,
  },
  empty: {
    what: "200 with nothing",
    reply: text(200, "", asJson),
    read: "upstream-unreadable",
    status: 502,
    send: "ok",
  },
  null: {
    what: "200 with null",
    reply: text(200, "null", asJson),
    read: "upstream-unreadable",
    status: 502,
    send: "ok",
  },
  array: {
    what: "200 with a list where a record belongs",
    reply: text(200, "[1]", asJson),
    read: "upstream-unreadable",
    status: 502,
    send: "unknown",
  },
  "bad-json": { what: "200 with broken JSON", reply: text(200, '{"success":tru', asJson), ...unreadable },
  "wrong-type": { what: "200 with a word where a record belongs", reply: text(200, '"fine"', asJson), ...unreadable },
  "60-mb": { what: "60 MB", reply: sixtyMegabytes, read: "upstream-too-large", status: 502, send: "unknown" },
  "not-a-success": {
    what: "200 that says success: false",
    reply: json(200, { success: false, message: "No credit left" }),
    read: "upstream-refused",
    status: 502,
    send: "refused",
  },
};
