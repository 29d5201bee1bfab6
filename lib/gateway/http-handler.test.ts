import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { freshGateway, shortAnswerMs } from "@/lib/testing/fresh-gateway";
import { createHttpHandler } from "./http-handler";

let fixture: Awaited<ReturnType<typeof freshGateway>>;
let port: number;
const logged: Record<string, unknown>[] = [];
const log = pino({ base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) });

beforeAll(async () => {
  fixture = await freshGateway({ answerMs: shortAnswerMs });
  const server = createServer((request, response) => void httpHandler(request, response, "203.0.113.9"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
  const { gateway, console } = fixture;
  const httpHandler = createHttpHandler({
    gateway,
    sessions: console,
    origins: [],
    log,
    limit: () => undefined,
    bodyMs: 50,
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
});
beforeEach(() => {
  logged.length = 0;
  fixture.platform.seen.length = 0;
});

const upload = "/api/v1/campaigns/c1/contacts/upload";
const ours = { "sec-fetch-site": "same-origin", "x-switchboard": "1" };
const form = { ...ours, "content-type": "multipart/form-data; boundary=b" };

/** Uses Node's client, which reads an answer that arrives before the body has been sent. */
async function send(path: string, headers: OutgoingHttpHeaders, body = "") {
  const sending = httpRequest({ host: "127.0.0.1", port, method: "POST", path, headers });
  sending.end(body);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, json: JSON.parse(await text(response)) };
}

test.each([100, 300_000, 20_000_000])("answers 401 to an upload of %d bytes without a session", async (bytes) => {
  const { status, json } = await send(upload, { ...form, "content-length": bytes }, "x".repeat(bytes));
  expect([status, json.type]).toEqual([401, "urn:switchboard:problem:unauthenticated"]);
});

test("answers 401 and 403 before it checks content type, origin and body", async () => {
  const { support } = fixture.cookies;
  for (const path of [upload, "/api/v1/campaigns/c1/start"])
    for (const [cookie, status] of [
      ["", 401],
      [support, 403],
    ] as const) {
      const answer = await send(path, { cookie, "content-length": 300_000 }, "x".repeat(300_000));
      expect([path, answer.status, answer.json.type]).toEqual([
        path,
        status,
        `urn:switchboard:problem:${status === 401 ? "unauthenticated" : "forbidden"}`,
      ]);
    }
});

test("refuses an upload without content-length", async () => {
  const { json } = await send(
    upload,
    { ...form, cookie: fixture.cookies.admin, "transfer-encoding": "chunked" },
    "--b--",
  );
  expect(json).toMatchObject({ status: 411, outcome: "refused", detail: expect.stringContaining("content-length") });
  expect(fixture.platform.seen).toEqual([]);
});

test("answers 408 and closes the connection when a body never ends", async () => {
  const socket = connect(port, "127.0.0.1");
  const head = { ...ours, cookie: fixture.cookies.admin, host: "here", "content-length": 100 };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/console/team HTTP/1.1\r\n${lines.join("")}\r\n{"name":`);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"outcome":"refused"');
});

test("reports storage_down and logs once with the request ID when the session table is missing", async () => {
  await fixture.database.pool.query("alter table console.session rename to session_away");
  const headers = { ...ours, cookie: fixture.cookies.admin, "x-request-id": "request-of-the-test" };
  const answer = await send("/api/v1/campaigns/c1/start", headers);
  await fixture.database.pool.query("alter table console.session_away rename to session");
  expect(answer).toMatchObject({ status: 503, json: { type: "urn:switchboard:problem:storage_down" } });
  expect(logged).toMatchObject([{ request_id: "request-of-the-test", err: { type: "DrizzleQueryError" } }]);
});

test("reports storage_down when a table of a console operation is missing", async () => {
  await fixture.database.pool.query("alter table console.saved_record rename to saved_away");
  const answer = await fixture.ask("admin", "GET", "/api/console/saved");
  await fixture.database.pool.query("alter table console.saved_away rename to saved_record");
  expect(answer).toMatchObject({ status: 503, json: { type: "urn:switchboard:problem:storage_down" } });
});

test("reports an internal problem and logs it once when our code throws", async () => {
  const personOf = () => Promise.reject(new TypeError("x is not a function"));
  const httpHandler = createHttpHandler({
    gateway: fixture.gateway,
    sessions: { ...fixture.console, personOf },
    origins: [],
    log,
  });
  const server = createServer((request, response) => void httpHandler(request, response, "203.0.113.9"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const own = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${own.port}/api/v1/webhooks`);
  expect(await response.json()).toMatchObject({ status: 500, type: "urn:switchboard:problem:internal" });
  expect(logged).toMatchObject([{ err: { type: "TypeError" } }]);
  server.close();
});
