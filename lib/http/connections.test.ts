import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createConnection, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { limitConnections } from "./connections";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serverWith(limits: { perAddress: number; total: number }) {
  const server = createServer((request, response) => {
    if (request.url === "/known") markSession(request.socket);
    response.end("ok");
  });
  const { markSession } = limitConnections(server, limits);
  await once(server.listen(0, "127.0.0.1"), "listening");
  closing.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return async (path = "/", from = "127.0.0.1") => {
    const socket = createConnection({ host: "127.0.0.1", port, localAddress: from });
    socket.on("error", () => undefined);
    await answered(socket, path);
    return socket;
  };
}

async function answered(socket: Socket, path = "/") {
  if (socket.closed || socket.destroyed) return false;
  const answer = new Promise<string>((resolve) => {
    socket.once("data", (chunk: Buffer) => resolve(String(chunk)));
    socket.once("close", () => resolve(""));
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  return (await answer).startsWith("HTTP/1.1 200");
}

test("closes the oldest connection without a session at the limit per address", async () => {
  const open = await serverWith({ perAddress: 3, total: 10 });
  const withSession = await open("/known");
  const anonymous = [await open(), await open()];
  const newcomer = await open();
  expect(await answered(newcomer)).toBe(true);
  expect(anonymous.map(({ destroyed, readableEnded }) => destroyed || readableEnded)).toEqual([true, false]);
  expect(await answered(withSession)).toBe(true);
});

test("closes connections without a session first at the total limit", async () => {
  const open = await serverWith({ perAddress: 10, total: 2 });
  const withSession = await open("/known");
  const anonymous = await open();
  const newcomer = await open("/known");
  expect(await answered(newcomer)).toBe(true);
  expect(await answered(anonymous)).toBe(false);
  expect(await answered(withSession)).toBe(true);
  expect(await answered(await open())).toBe(true);
});
