import type { IncomingMessage, ServerResponse } from "node:http";

export type Reply = (request: IncomingMessage, response: ServerResponse) => void;

export const asJson = { "content-type": "application/json" };
export const asHtml = { "content-type": "text/html" };
export const page = "<!doctype html><title>502 Bad Gateway</title><h1>nginx</h1>";

export const text =
  (status: number, body: string, headers: Record<string, string>): Reply =>
  (_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  text(status, JSON.stringify(body), { ...asJson, ...headers });

export const reset: Reply = (request) => {
  request.socket.resetAndDestroy();
};

export const hangInBody: Reply = (_request, response) => {
  response.writeHead(200, asJson);
  response.write('{"success":true,"da');
};

export const cutBody: Reply = (_request, response) => {
  response.writeHead(200, { ...asJson, "transfer-encoding": "chunked" });
  response.write('{"success":true,"da', () => response.destroy());
};

export const wrongLength: Reply = (_request, response) => {
  response.writeHead(200, { ...asJson, "content-length": "500" });
  response.write('{"success":true}', () => response.destroy());
};

export const sixtyMegabytes: Reply = (_request, response) => {
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

/** An answer that differs from the API documentation in every way: bare, retyped, unknown, repeated and null fields. */
export const drifted: Reply = (request, response) => {
  const row = { id: "cred_1", name: 7, status: "resting", last_sync_status: null, created_at: "soon", novel: { a: 1 } };
  const isList = /(server-credentials|webhooks|logs|phone-numbers)(\?|$)/.test(request.url ?? "");
  const list = { success: true, data: [row, row, null, { name: "Credential 3" }], total: "3" };
  response.writeHead(200, asJson);
  response.end(JSON.stringify(isList ? list : { ...row, note: "as it was" }));
};

/** Adds a date that is an hour ahead. */
export const hourOff =
  (healthy: Reply): Reply =>
  (request, response) => {
    response.setHeader("date", new Date(Date.now() + 3_600_000).toUTCString());
    healthy(request, response);
  };

export const slow =
  (healthy: Reply, ms: number): Reply =>
  (request, response) => {
    setTimeout(() => healthy(request, response), ms);
  };
