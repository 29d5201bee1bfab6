import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { createGuardedServer } from "./guarded-server";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Answers are sent when `held` resolves. A request with a cookie has a session. */
async function serve(answer?: (request: IncomingMessage, response: ServerResponse) => void, lingerMs?: number) {
  const asked: string[] = [];
  const server = createGuardedServer({
    isStranger: ({ headers }) => headers.cookie === undefined,
    answer: (request, response) => {
      asked.push(request.url ?? "");
      if (answer) answer(request, response);
      else setTimeout(() => response.writeHead(403).end("no"), 20);
    },
    ...(lingerMs === undefined ? {} : { lingerMs }),
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  closing.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const open = () => {
    const socket = createConnection({ host: "127.0.0.1", port }).on("error", () => undefined);
    closing.push(() => socket.destroy());
    return socket;
  };
  return { asked, open };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
const post = (headers: string) => `POST / HTTP/1.1\r\nhost: a\r\n${headers}\r\n\r\n`;
const untilClosed = (socket: ReturnType<typeof createConnection>) => text(socket).catch(() => "");

test("accepts a new connection for each few answers when strangers repeat their requests", async () => {
  const { asked, open } = await serve((_request, response) => response.writeHead(403).end("no"));
  const connect = (path: string) => {
    const socket = open();
    return socket.on("connect", () => socket.write(get(path))).on("data", () => socket.write(get(path)));
  };
  const strangers = Array.from({ length: 50 }, () => connect("/flood"));
  await Promise.all(strangers.map((socket) => once(socket, "data")));
  asked.length = 0;
  const newcomers = Array.from({ length: 50 }, () => connect("/new"));
  await Promise.all(newcomers.map((socket) => once(socket, "data")));
  expect(asked.filter((path) => path === "/flood").length).toBeLessThan(4 * newcomers.length);
});

test("closes a connection on which a second request precedes the first answer", async () => {
  const { asked, open } = await serve();
  const socket = open();
  socket.write(get("/1").repeat(1000));
  expect(await untilClosed(socket)).toBe("");
  expect(asked.length).toBeLessThanOrEqual(1);
});

test("answers one request after the other on a connection", async () => {
  const { asked, open } = await serve();
  const socket = open();
  for (const path of ["/1", "/2", "/3"]) {
    socket.write(get(path));
    expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 403/);
  }
  expect(asked).toEqual(["/1", "/2", "/3"]);
  expect(socket.destroyed).toBe(false);
});

test.each([
  ["a stranger's body is long", "content-length: 70000"],
  ["a stranger's body has no length", "transfer-encoding: chunked"],
  ["a person's body has no length", "cookie: a\r\ntransfer-encoding: chunked"],
])("closes after the answer when %s", async (_when, headers) => {
  const { open } = await serve();
  const socket = open();
  socket.write(post(headers));
  const answer = await untilClosed(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 403/);
  expect(answer).toMatch(/^connection: close\r$/im);
});

test("keeps the connection when a person's refused body ends", async () => {
  const { asked, open } = await serve();
  const socket = open();
  socket.write(post("cookie: a\r\ncontent-length: 70000"));
  expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 403/);
  socket.write("x".repeat(70_000) + get("/next"));
  await once(socket, "data");
  expect(asked).toEqual(["/", "/next"]);
});

test("closes a connection when the rest of an answered request's body is late", async () => {
  const { open } = await serve(undefined, 50);
  const socket = open();
  socket.write(post("content-length: 100"));
  expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 403/);
});

test("closes a connection when a body arrives in tiny chunks", async () => {
  const bodies: string[] = [];
  const { asked, open } = await serve(async (request) => {
    bodies.push(await text(request).catch(() => "cut off"));
  });
  const socket = open();
  socket.write(post("transfer-encoding: chunked"));
  await expect.poll(() => asked).toHaveLength(1);
  socket.write("1\r\nx\r\n".repeat(3000));
  await expect.poll(() => bodies).toEqual(["cut off"]);
});

test("survives a body whose end arrives right after it was refused", async () => {
  const { asked, open } = await serve(async (request, response) => {
    let size = 0;
    for await (const chunk of request) {
      size += chunk.length;
      if (size > 100_000) break;
    }
    response.writeHead(413).end("no");
  });
  for (let turn = 0; turn < 20; turn += 1) {
    const socket = open();
    socket.write(`${post("content-length: 100040\r\nconnection: close")}${"x".repeat(100_040)}`);
    await untilClosed(socket);
  }
  expect(asked).toHaveLength(20);
});

test("reads a body in chunks of a usual size", async () => {
  const { open } = await serve(async (request, response) => response.end(`${(await text(request)).length}`));
  const socket = open();
  socket.write(`${post("transfer-encoding: chunked")}${`100\r\n${"x".repeat(256)}\r\n`.repeat(4000)}0\r\n\r\n`);
  expect(await untilClosed(socket.end())).toMatch(/\r\n1024000$|1024000\r\n/);
});

test("answers 431 when a request has more than 500 headers", async () => {
  const { asked, open } = await serve();
  const answerTo = async (count: number) => {
    const socket = open();
    socket.write(get("/").replace("\r\n\r\n", `\r\n${"a: b\r\n".repeat(count - 1)}\r\n`));
    return String((await once(socket, "data"))[0]).slice(9, 12);
  };
  expect([await answerTo(500), await answerTo(501), await answerTo(2500)]).toEqual(["403", "431", "431"]);
  expect(asked).toEqual(["/"]);
});

test("answers 417 and closes when a client expects something unknown", async () => {
  const { asked, open } = await serve();
  const socket = open();
  socket.write(post("expect: more").repeat(2));
  expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 417/);
  expect(asked).toEqual([]);
});
